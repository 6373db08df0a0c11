"""The page of one match: a replay, the result, and a table of all games."""

from http import HTTPStatus
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.datastructures import URL
from starlette.responses import RedirectResponse, Response

from arena.assets import modules
from arena.service.analyses.requests import AnalysisQueueFull, analyses_of, request_match
from arena.service.common.text import MatchId
from arena.service.errors import UnknownReplay
from arena.service.replay.matches import FoundGame, find_game, find_match, games_of, id_of, scores_of
from arena.service.replay.page_commands import command_attributes
from arena.service.reports.bot_output import outputs
from arena.service.reports.fault_counts import fault_text
from arena.store.tournaments.match import MatchGame, MatchHead
from arena.viewer.html import element, shared_markup
from arena.viewer.replay.film import PUBLIC, Side, parse_side
from arena.viewer.units import plural
from arena.web.api.analyses import queue_is_full
from arena.web.api.games import file_name
from arena.web.cache import make_film
from arena.web.errors import not_found
from arena.web.http.api_auth import address_of, rates_of, too_many
from arena.web.http.sessions import Visit, Visiting
from arena.web.match_path import MatchPath
from arena.web.page import render
from arena.web.site import Site, Sited
from arena.web.tables.listing import PAGE_SIZE, Column, Listing, list_rows, number_column, parse_list_request

router = APIRouter()

REPLAY_OPTIONS: Final = ("autoplay", "speed", "theme", "controls")  # in the URL's query
NUMBER: Final = "{number:game}"


class _GameNumber(IntegerConvertor):
    """A converter for the number of a game in a URL's path, with as many digits as the API allows."""

    regex = "[0-9]{1,9}"


register_url_convertor("game", _GameNumber())


class MatchRequest(NamedTuple):
    """A requested match, and the visitor who requests it."""

    site: Site
    match: MatchHead
    visit: Visit | None = None

    @property
    def id(self) -> MatchId:
        return id_of(self.match)

    @property
    def has_output(self) -> bool:
        """True if printed output of the visitor's own bot in this match is stored."""
        if self.visit is None or self.visit.token is None:
            return False
        return bool(outputs(self.site.store, self.id, self.visit.token.owner))


class MatchReplay(NamedTuple):
    """The replay element of a game, with the data that the page around it needs."""

    element: Markup
    title: str
    modules: list[str]  # script modules
    address: str  # of the game's own page


class GameRow(NamedTuple):
    """A row of the match's table of games."""

    match: MatchId
    names: tuple[str, ...]
    game: MatchGame

    @property
    def winner(self) -> str:
        return ", ".join(self.names[seat.bot] for seat in self.game.seats if seat.place == 1)

    @property
    def faults(self) -> str:
        faults = [(self.names[seat.bot], seat.verdict) for seat in self.game.seats if seat.verdict != "OK"]
        return ", ".join(f"{name} {fault_text(verdict)}" for name, verdict in faults)


def _end_text(row: GameRow) -> str:
    """Return in words how a game ended, such as "won by greedy"."""
    reason = row.game.termination.lower().replace("_", " ")
    return f"won by {row.winner}" if reason == "won" else reason


COLUMNS: Final[tuple[Column[GameRow], ...]] = (
    Column(
        "game",
        "Game",
        lambda row: row.game.number,
        link=lambda row: f"/matches/{row.match}/games/{row.game.number}",
        numbers=True,
    ),
    Column("board", "Board", lambda row: row.game.board + 1, numbers=True, filters=True),
    Column("seating", "Seating", lambda row: row.game.rotation + 1, numbers=True, filters=True),
    Column("winner", "Winner", filters=True),
    number_column("plies", "Plies", lambda row: row.game.plies),
    Column(
        "ended", "End", lambda row: row.game.termination.lower().replace("_", " "), _end_text, filters=True
    ),
    Column("faults", "Faults"),
    Column("places", "", lambda row: " ".join(str(seat.place) for seat in row.game.seats)),
    Column("points", "", lambda row: " ".join(str(seat.points) for seat in row.game.seats)),
    Column("bots", "", lambda row: " ".join(str(seat.bot + 1) for seat in row.game.seats)),
)


def find_requested(site: Sited, visit: Visiting, match: MatchPath) -> MatchRequest:
    """Return the match in the path of the request.

    Raise UnknownReplay if it is not stored.
    """
    return MatchRequest(site, find_match(site.store, match), visit)


ForMatch = Annotated[MatchRequest, Depends(find_requested)]


@router.get("/matches/{match}")
def match_page(request: Request, asked: ForMatch) -> Response:
    """Show a match with the replay of its first game; without a replay if the logs were deleted."""
    return _page(request, asked, 1, own=False)


@router.get(f"/matches/{{match}}/games/{NUMBER}")
def game(request: Request, asked: ForMatch, number: int) -> Response:
    """Show a match with the replay of the game with this number."""
    return _page(request, asked, number)


@router.get(f"/matches/{{match}}/games/{NUMBER}/seat/{{seat}}")
def seat(request: Request, asked: ForMatch, number: int, seat: str) -> Response:
    """Show a match with the replay of a game as seen from one seat. `seat`: its number, from 1."""
    seats = len(asked.match.bots)
    if seat not in {str(place + 1) for place in range(seats)}:
        raise not_found(f"The game has seats 1 to {seats}.")
    return _page(request, asked, number, parse_side(seat))


@router.post("/matches/{match}/analyses")
def analyse(request: Request, asked: ForMatch) -> Response:
    """Request analyses of the match's games, as many as the queue can take. Then redirect to the match's
    page.
    """
    rate, address = rates_of(request).match_analyses_by_address, address_of(request)
    used = rate.used(address)
    if wait := rate.take(address):
        raise too_many("Too many requested analyses.", wait)
    try:
        games = request_match(asked.site.store, asked.match, rate.burst - used, used)
    except AnalysisQueueFull as full:
        raise queue_is_full(full) from full
    for _ in range(games - 1):
        rate.take(address)
    return RedirectResponse(f"/matches/{asked.id}#games", HTTPStatus.SEE_OTHER)


@router.get("/embed/{match}")
def embed_match(request: Request, site: Sited, match: MatchPath) -> Response:
    """Redirect to the embedded page of the match's first game, with the same URL query."""
    find_match(site.store, match)
    first = URL(f"/embed/{match}/games/1").replace(query=request.url.query)
    return RedirectResponse(str(first), HTTPStatus.TEMPORARY_REDIRECT)


@router.get(f"/embed/{{match}}/games/{NUMBER}")
def embed(request: Request, site: Sited, match: MatchPath, number: int) -> Response:
    """Show only the replay of a game, for a frame in another site's page."""
    asked = MatchRequest(site, find_match(site.store, match))
    found = _find_game(asked, number)
    replay = make_replay(request, asked, found)
    if found and found.gone:
        raise found.gone
    if replay is None:
        raise not_found(f"No game {number} of match {match} to show.")
    return render(request, "embed.html", replay=replay)


def _page(
    request: Request, asked: MatchRequest, number: int, side: Side = None, own: bool = True
) -> Response:
    """Return the page of a match with the replay of a game; without a replay if the game was not played.

    `side`: the seat from which the game is shown (from 0); None for all hands. `own`: True for the page of
    the game itself, False for the page of the match.
    """
    match, found = asked.match, _find_game(asked, number)
    if not 0 < number <= match.games:
        raise not_found(f"Match {asked.id} has games 1 to {match.games}.")
    table = _list_games(request, asked)
    return table.file() or render(
        request,
        "match.html",
        id=asked.id,
        match=match,
        ruleset=match.ruleset.partition("@")[0],
        scores=scores_of(asked.site.store, match),
        number=number,
        found=found,
        summary=_summarize(asked, found if own else None),
        analyses=analyses_of(asked.site.store, match),
        table=table,
        replay=make_replay(request, asked, found, side),
        status=HTTPStatus.GONE if own and found and found.gone else HTTPStatus.OK,
    )


def _summarize(asked: MatchRequest, found: FoundGame | None) -> str:
    """Return the sentence that describes the page in previews of links.

    `found`: the page's game; None for a match's page.
    """
    match = asked.match
    if found is None:
        return f"{match.ruleset}: {plural(match.games, 'game')} on duplicate boards."
    row = GameRow(asked.id, tuple(bot.name for bot in match.bots), found.game)
    plies = plural(row.game.plies, "ply", "plies")
    return f"{match.ruleset}: game {row.game.number} of {match.games}, {_end_text(row)} after {plies}."


def _find_game(asked: MatchRequest, number: int) -> FoundGame | None:
    try:
        return find_game(asked.site.store, asked.match, number)
    except UnknownReplay:
        return None


def make_replay(
    request: Request, asked: MatchRequest, found: FoundGame | None, side: Side = None, **options: str
) -> MatchReplay | None:
    """Return the replay of a game; None if the game was not played or its log was deleted.

    Hands are hidden until all games with the same cards have been played.

    `side`: the seat from which the game is shown (from 0); None for all hands. `options`: defaults for
    options in the URL's query, see `REPLAY_OPTIONS`.
    """
    if found is None or found.packed is None:
        return None
    film = make_film(found.packed, side if found.open else PUBLIC)
    path = f"/matches/{asked.id}/games/{{game}}"
    attributes = {
        "game": found.game.number,
        "games": asked.match.games,
        "seat": side + 1 if found.open and isinstance(side, int) else None,
        "path": path,
        "embed": f"/embed/{asked.id}/games/{{game}}",
        **_addresses(asked, found.open),
        **{key: request.query_params.get(key, options.get(key)) for key in REPLAY_OPTIONS},
    }
    return MatchReplay(
        Markup(shared_markup([film.pack]) + element(attributes, film.text, film.pack.style)),
        f"{film.title}: {' vs '.join(film.names)}",
        modules(),
        path.replace("{game}", str(found.game.number)),
    )


def _addresses(asked: MatchRequest, open_: bool) -> dict[str, str | None]:
    """Return attributes of the replay element, such as the API addresses from which it loads games.

    "{game}" in an address stands for a game's number. `open_`: True if hands may be shown. Otherwise there is
    only one address, for replay data without hands.
    """
    api = f"/api/matches/{asked.id}/games/{{game}}"
    if not open_:
        return {"src": f"{api}/film", "sides": PUBLIC}
    seats = [str(number) for number in range(1, len(asked.match.bots) + 1)]
    return {
        "src": f"{api}/film",
        "sides": " ".join(["all", *seats, PUBLIC]),
        **{
            name: f"{api}/{name}"
            for name in ("log", "text", "page", "svg", "seatings", "analysis", "choices")
        },
        **command_attributes(f"{file_name(asked.id, '{game}')}.jsonl"),
        "output": f"{api}/output" if asked.has_output else None,
    }


def _list_games(request: Request, asked: MatchRequest) -> Listing[GameRow]:
    """Return the table of a match's games."""
    query, match, store = parse_list_request(request, COLUMNS), asked.match, asked.site.store
    names, file = tuple(bot.name for bot in match.bots), f"match-{asked.id}"
    needs_all = bool(query.sort or query.filters or query.format)
    games = games_of(store, match) if needs_all else games_of(store, match, skip=query.offset, most=PAGE_SIZE)
    rows = [GameRow(asked.id, names, game) for game in games]
    if needs_all:
        return list_rows(request, file, COLUMNS, rows)
    return Listing(request, file, COLUMNS, rows, match.boards_played * len(match.bots), query)
