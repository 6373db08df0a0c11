"""One match: the replay of its games, what came of it, and a table of its games."""

from http import HTTPStatus
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.datastructures import URL
from starlette.responses import RedirectResponse, Response

from arena.assets.bundle import modules
from arena.service.errors import UnknownReplay
from arena.service.replay.matches import FoundGame, find_game, find_match, games_of, scores_of
from arena.service.reports.bot_output import outputs
from arena.service.reports.fault_counts import fault_text
from arena.store.tournaments.match import MatchGame, MatchHead
from arena.viewer.element import element, shared_markup
from arena.viewer.replay.film import PUBLIC, Side, side_named
from arena.web.errors import missing
from arena.web.film_cache import shown
from arena.web.http.sessions import Visit, Visiting
from arena.web.page import page, segment
from arena.web.site import Site, Sited
from arena.web.tables.listing import PAGE, Column, Listing, listed, wanted

router = APIRouter()

# What a link may say of how a replay is shown.
SHOWN_AS: Final = ("autoplay", "speed", "theme", "controls")
NUMBER: Final = "{number:game}"


class _GameNumber(IntegerConvertor):
    """A game's number in a path, of as many digits as the API takes: what has more is no address."""

    regex = "[0-9]{1,9}"


register_url_convertor("game", _GameNumber())


class MatchQuery(NamedTuple):
    """A match that somebody asked for."""

    site: Site
    name: str
    match: MatchHead
    visit: Visit | None = None

    @property
    def has_output(self) -> bool:
        """Whether something is kept of what a bot of theirs wrote."""
        if self.visit is None or self.visit.token is None:
            return False
        match = (self.match.tournament, self.match.round, self.match.pairing)
        return bool(outputs(self.site.store, match, self.visit.token.owner))


class MatchReplay(NamedTuple):
    """The replay element of a game, with what it needs on its page."""

    element: Markup
    title: str
    modules: list[str]
    address: str  # of the game's own page


class MatchRowLine(NamedTuple):
    """A game in the table of a match."""

    match: str
    names: tuple[str, ...]
    game: MatchGame

    @property
    def winner(self) -> str:
        return ", ".join(self.names[seat.bot] for seat in self.game.seats if seat.place == 1)

    @property
    def faults(self) -> str:
        faults = [(self.names[seat.bot], seat.verdict) for seat in self.game.seats if seat.verdict != "OK"]
        return ", ".join(f"{name} {fault_text(verdict)}" for name, verdict in faults)


COLUMNS: Final[tuple[Column[MatchRowLine], ...]] = (
    Column(
        "game",
        "Game",
        lambda line: line.game.number,
        link=lambda line: f"/matches/{line.match}/games/{line.game.number}",
        numbers=True,
    ),
    Column("board", "Board", lambda line: line.game.board + 1, numbers=True, filters=True),
    Column("seating", "Seating", lambda line: line.game.rotation + 1, numbers=True, filters=True),
    Column("winner", "First", lambda line: line.winner, filters=True),
    Column("plies", "Plies", lambda line: line.game.plies, numbers=True, most_first=True),
    Column("ended", "Ended", lambda line: line.game.termination.lower().replace("_", " "), filters=True),
    Column("faults", "Faults", lambda line: line.faults),
    Column("places", "", lambda line: " ".join(str(seat.place) for seat in line.game.seats)),
    Column("points", "", lambda line: " ".join(str(seat.points) for seat in line.game.seats)),
    Column("bots", "", lambda line: " ".join(str(seat.bot + 1) for seat in line.game.seats)),
)


def asked_for(site: Sited, visit: Visiting, name: str) -> MatchQuery:
    """The match in the path. Raises UnknownReplay."""
    return MatchQuery(site, name, find_match(site.store, name), visit)


ForMatch = Annotated[MatchQuery, Depends(asked_for)]


@router.get("/matches/{name}")
def match(request: Request, asked: ForMatch) -> Response:
    """A match, with its first game. It is there also when the logs of its games were dropped."""
    return _page(request, asked, 1, own=False)


@router.get(f"/matches/{{name}}/games/{NUMBER}")
def game(request: Request, asked: ForMatch, number: int) -> Response:
    """A match, with this game."""
    return _page(request, asked, number)


@router.get(f"/matches/{{name}}/games/{NUMBER}/seat/{{seat}}")
def seat(request: Request, asked: ForMatch, number: int, seat: str) -> Response:
    """A match, with this game as one seat saw it."""
    seats = len(asked.match.bots)
    if seat not in {str(one + 1) for one in range(seats)}:
        raise missing(f"The game has seats 1 to {seats}.")
    return _page(request, asked, number, side_named(seat))


@router.get("/embed/{name}")
def embed_match(request: Request, site: Sited, name: str) -> Response:
    """Redirect to the match's first game, with the same query."""
    find_match(site.store, name)
    first = URL(f"/embed/{segment(name)}/games/1").replace(query=request.url.query)
    return RedirectResponse(str(first), HTTPStatus.TEMPORARY_REDIRECT)


@router.get(f"/embed/{{name}}/games/{NUMBER}")
def embed(request: Request, site: Sited, name: str, number: int) -> Response:
    """A game alone, to be put into another page."""
    asked = MatchQuery(site, name, find_match(site.store, name))
    found = _found(asked, number)
    replay = _replay(request, asked, found)
    if found and found.gone:
        raise found.gone
    if replay is None:
        raise missing(f"There is no game {number} of match {name} to be shown.")
    return page(request, "embed.html", replay=replay)


def _page(request: Request, asked: MatchQuery, number: int, side: Side = None, own: bool = True) -> Response:
    """The page; a game that was not played has words in place of the replay. `own`: it is the game's."""
    match, found = asked.match, _found(asked, number)
    if not 0 < number <= match.games:
        raise missing(f"Match {asked.name} has games 1 to {match.games}.")
    table = _games(request, asked)
    return table.file() or page(
        request,
        "match.html",
        name=asked.name,
        match=match,
        ruleset=match.ruleset.partition("@")[0],
        scores=scores_of(asked.site.store, match),
        number=number,
        found=found,
        table=table,
        replay=_replay(request, asked, found, side),
        status=HTTPStatus.GONE if own and found and found.gone else HTTPStatus.OK,
    )


def _found(asked: MatchQuery, number: int) -> FoundGame | None:
    try:
        return find_game(asked.site.store, asked.match, number)
    except UnknownReplay:
        return None


def _replay(
    request: Request, asked: MatchQuery, found: FoundGame | None, side: Side = None
) -> MatchReplay | None:
    """The replay of a game that was played; of no hands while not all seatings of its board are."""
    if found is None or found.packed is None:
        return None
    seen = shown(found.packed, side if found.open else PUBLIC)
    page = f"/matches/{asked.name}/games/{{game}}"
    attributes = {
        "game": found.game.number,
        "games": asked.match.games,
        "seat": side + 1 if found.open and isinstance(side, int) else None,
        "path": page,
        "embed": f"/embed/{asked.name}/games/{{game}}",
        **_addresses(asked, found.open),
        **{key: request.query_params.get(key) for key in SHOWN_AS},
    }
    return MatchReplay(
        Markup(shared_markup([seen.pack]) + element(attributes, seen.text)),
        f"{seen.title}: {', '.join(seen.names)}",
        modules(),
        page.replace("{game}", str(found.game.number)),
    )


def _addresses(asked: MatchQuery, open_: bool) -> dict[str, str | None]:
    """Where the replay finds what it shows: films, downloads, the seatings, the owner's output."""
    api = f"/api/matches/{asked.name}/games/{{game}}"
    if not open_:
        return {"src": f"{api}/film", "sides": PUBLIC}
    seats = [str(number) for number in range(1, len(asked.match.bots) + 1)]
    return {
        "src": f"{api}/film",
        "sides": " ".join(["all", *seats, PUBLIC]),
        **{name: f"{api}/{name}" for name in ("log", "text", "page", "seatings")},
        "output": f"{api}/output" if asked.has_output else None,
    }


def _games(request: Request, asked: MatchQuery) -> Listing[MatchRowLine]:
    """The table of games; only what is shown of it is read, unless it is to be sorted or filtered."""
    query, match, store = wanted(request, COLUMNS), asked.match, asked.site.store
    names, file = tuple(bot.name for bot in match.bots), f"match-{asked.name}"
    whole = bool(query.sort or query.filters or query.format)
    games = games_of(store, match) if whole else games_of(store, match, skip=query.offset, most=PAGE)
    lines = [MatchRowLine(asked.name, names, one) for one in games]
    if whole:
        return listed(request, file, COLUMNS, lines)
    return Listing(request, file, COLUMNS, lines, match.boards_played * len(match.bots), query)
