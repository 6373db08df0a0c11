"""What is played now: a wall of small tables, and one match followed while it is played."""

import re
from functools import cache
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from arena.rules import game_for, ruleset_named, rulesets
from arena.service.live.view import Seen
from arena.store.live.places import SeatedMatch, running
from arena.store.live.status import WALL
from arena.store.results.records import State
from arena.viewer.cards.svg import sprite
from arena.viewer.element import element, shared_markup
from arena.web.api.live import MATCH, events_at, film_at, look, seat
from arena.web.errors import missing
from arena.web.http.poller import hub_of
from arena.web.live_overview import drawn, listed, wall
from arena.web.page import page
from arena.web.site import Sited

_RELOAD_S: Final = 3  # where no script runs

router = APIRouter()


@router.get("/live")
def live_page(request: Request, site: Sited) -> Response:
    """The wall."""
    seen = look(hub_of(request), WALL)
    with site.store.reading() as tx:
        open_now = running(tx)
    played = {run.tournament for run in seen.runs}
    return page(
        request,
        "live.html",
        headers={"Cache-Control": "no-store"},
        sprite=_card_sprites(),
        tables=[(table.name, drawn(table)) for table in wall(seen)],
        runs=listed(seen.runs),
        waiting=[one for one in open_now if one.state is State.INTERRUPTED and one.tournament not in played],
        reload=_RELOAD_S,
    )


@router.get("/live/{match}")
def one_match(request: Request, site: Sited, match: str) -> Response:
    """One match, followed while it is played."""
    if not re.fullmatch(MATCH, match):
        raise missing(f"There is no match {match}.")
    seated = seat(site, match)
    seen = Seen() if seated.committed else look(hub_of(request), match)
    return page(
        request,
        "live_match.html",
        headers={"Cache-Control": "no-store"},
        match=match,
        seated=seated,
        title=ruleset_named(seated.ruleset, seated.rules).title,
        shared_markup=_shared_markup(seated),
        replay=_replay(seen, match),
        reload=_RELOAD_S,
    )


def _replay(seen: Seen, match: str) -> str:
    """The element that shows the game; empty while there is none."""
    table = seen.at(match)
    if table is None:
        return ""
    return element({"src": film_at(table), "sides": "public", "live": events_at(table)})


def _shared_markup(seated: SeatedMatch) -> str:
    ruleset = ruleset_named(seated.ruleset, seated.rules)
    return shared_markup([game_for(ruleset, seated.seats).pack])


@cache
def _card_sprites() -> str:
    """Drawings of all cards that tables of the wall may have on top."""
    return sprite(*(game_for(one, one.players[0]).pack for one in rulesets()))
