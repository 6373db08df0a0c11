"""The pages to play against bots: a form to start a game, and the table of one game."""

from http import HTTPStatus

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from arena.assets import modules
from arena.rules import game_for, ruleset_named, rulesets
from arena.rules.events import MAX_SEATS
from arena.rules.rulesets import FAMILIES, family
from arena.service.errors import BadSettings, UnknownBot
from arena.service.people.ratings import people
from arena.service.people.site import (
    MAX_NAME,
    TooManyGames,
    my_games,
    open_game,
    person_seat,
    playable_bots,
    players,
    visitor_id,
)
from arena.store.people.games import PersonGameState, StoredPersonGame
from arena.viewer.html import element, shared_markup
from arena.viewer.rule_card.words import capital
from arena.web.api.play import check_pace
from arena.web.errors import Refused
from arena.web.http.player import OwnGame, player_of, remember_player
from arena.web.http.sessions import new_id
from arena.web.http.upload_request import read_form, text_of
from arena.web.page import render
from arena.web.site import Site, Sited
from arena.web.tables.columns import elo_cell

router = APIRouter()


@router.get("/play")
def choose(request: Request, site: Sited, bot: str = "", ruleset: str = "mau-mau") -> Response:
    """Show a form to start a game, and the visitor's games. `bot`, `ruleset`: preselected in the form."""
    return _form(request, site, {"bots": [bot], "ruleset": ruleset})


@router.post("/play")
async def start(request: Request, site: Sited) -> Response:
    """Start a game from the form, then redirect to its page."""
    async with read_form(request, max_files=0) as form:
        ruleset, person = text_of(form, "ruleset"), text_of(form, "name")
        bots = [name for name in map(str, form.getlist("bot")) if name]
        practice = text_of(form, "practice") == "yes"
    secret = player_of(request) or new_id()
    try:
        check_pace(request)
        key = await run_in_threadpool(
            open_game, site.store, visitor_id(secret), ruleset, bots, person, practice
        )
    except (BadSettings, UnknownBot, TooManyGames) as error:
        refused = Refused(503 if isinstance(error, TooManyGames) else 422, capital(f"{error}."))
        chosen = {"bots": bots, "ruleset": ruleset, "name": person, "practice": practice}
        return await run_in_threadpool(_form, request, site, chosen, refused)
    return remember_player(RedirectResponse(f"/play/{key}", HTTPStatus.SEE_OTHER), site, secret)


@router.get("/play/{key}")
def table(request: Request, site: Sited, game: OwnGame) -> Response:
    """Show the table of a running game, or the replay of a finished one, to the person who plays."""
    new, seats = game.new, len(game.new.bots) + 1
    ruleset = ruleset_named(new.ruleset)
    names = players(game)
    seat, api = str(person_seat(game) + 1), f"/api/play/{new.key}"
    if game.is_over:
        sides = "all " + " ".join(map(str, range(1, seats + 1)))
        attributes = {"src": f"{api}/replay", "sides": sides, "analysis": f"{api}/analysis"}
    else:
        requests = {name: f"{api}/{name}" for name in ("answer", "resign", "hint", "again")}
        attributes = {"src": f"{api}/film", "live": f"{api}/events", "sides": seat, "seat": seat, **requests}
    return render(
        request,
        "play_game.html",
        headers={"Cache-Control": "no-store"},
        game=game,
        names=names,
        title=ruleset.title,
        modules=modules(),
        shared_markup=Markup(shared_markup([game_for(ruleset, seats).pack])),
        replay=Markup(element(attributes)) if game.state is not PersonGameState.FAILED else "",
    )


def _form(
    request: Request, site: Site, chosen: dict[str, object], refused: Refused | None = None
) -> Response:
    secret = player_of(request)
    games = my_games(site.store, visitor_id(secret)) if secret else ()
    name = games[0].new.person if games else ""
    return render(
        request,
        "play.html",
        status=refused.status_code if refused else 200,
        headers={"Cache-Control": "no-store"},
        bots=playable_bots(site.store),
        modules=modules(),
        families=[
            (name, [one for one in rulesets() if family(one.id) == name]) for name in FAMILIES.values()
        ],
        chosen={"name": name, "practice": False} | chosen,
        max_name=MAX_NAME,
        max_bots=MAX_SEATS - 1,
        games=[_line(site, game) for game in games],
        ratings=_ratings(site, visitor_id(secret)) if games else [],
        refused=refused,
    )


def _line(site: Site, game: StoredPersonGame) -> tuple[StoredPersonGame, str, str]:
    """Return a game, its players as text (such as "You vs greedy"), and its result in words."""
    names = players(game)
    if not game.places:
        return game, " vs ".join(names), "could not be played" if game.is_over else "running"
    winners = [name for name, place in zip(names, game.places, strict=True) if place == 1]
    return game, " vs ".join(names), f"won by {' and '.join(winners)}"


def _ratings(site: Site, visitor: str) -> list[tuple[str, str, Markup]]:
    """Return the visitor's ratings: the key and title of each ruleset, and the Elo with its interval."""
    own = ((key, row) for key, rows in people(site.store).items() for row in rows if row.visitor == visitor)
    return [
        (key, ruleset_named(key).title, elo_cell(row.elo, row.low, row.high))
        for key, row in own
        if row.no_margin is None
    ]
