"""The pages of running games: small pictures of all games, and one match to follow."""

from functools import cache
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from arena.rules import game_for, ruleset_named, rulesets
from arena.service.live.view import LiveSnapshot
from arena.store.live.places import list_running
from arena.store.live.status import WALL
from arena.store.results.records import TournamentState
from arena.viewer.cards.svg import sprite
from arena.viewer.html import element, shared_markup
from arena.web.api.live import events_address, film_address, find_seated
from arena.web.http.poller import Polled
from arena.web.live_overview import render_runs, render_table, tables_on_page
from arena.web.match_path import MatchPath
from arena.web.page import render
from arena.web.site import Sited

_RELOAD_S: Final = 3  # for browsers without scripts

router = APIRouter()


@router.get("/live")
def live_page(request: Request, site: Sited, poller: Polled) -> Response:
    """Show small pictures of all running games, and a list of running and interrupted tournaments."""
    seen = poller.request_snapshot(WALL)
    with site.store.reading() as tx:
        unfinished = list_running(tx)
    playing = {run.tournament for run in seen.runs}
    waiting = [
        run for run in unfinished if run.state is TournamentState.INTERRUPTED and run.id not in playing
    ]
    return render(
        request,
        "live.html",
        headers={"Cache-Control": "no-store"},
        sprite=_card_sprites(),
        tables=[(table.name, render_table(table)) for table in tables_on_page(seen)],
        runs=render_runs(seen.runs),
        waiting=waiting,
        reload=_RELOAD_S,
    )


@router.get("/live/{match}")
def live_match(request: Request, site: Sited, match: MatchPath, poller: Polled) -> Response:
    """Show the current game of one match. The page's script adds new plies."""
    seated = find_seated(site, match)
    seen = LiveSnapshot() if seated.committed else poller.request_snapshot(str(match))
    table = seen.game_of(str(match))
    ruleset = ruleset_named(seated.ruleset, seated.rules)
    attributes = (
        {"src": film_address(table), "sides": "public", "live": events_address(table)} if table else {}
    )
    return render(
        request,
        "live_match.html",
        headers={"Cache-Control": "no-store"},
        match=match,
        seated=seated,
        title=ruleset.title,
        shared_markup=shared_markup([game_for(ruleset, seated.seats).pack]),
        replay=element(attributes) if table else "",
        reload=_RELOAD_S,
    )


@cache
def _card_sprites() -> str:
    """Return the SVG drawings of all cards of all rulesets."""
    return sprite(*(game_for(one, one.players[0]).pack for one in rulesets()))
