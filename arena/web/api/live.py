"""API calls about running games: films that grow, and streams of server-sent events.

A film (one picture per ply) shows only what everybody at the table sees.
"""

from collections.abc import AsyncGenerator
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Header, Path, Query
from pydantic import BaseModel
from starlette.responses import Response

from arena.service.common.server_sent import BEAT, event
from arena.service.common.text import MatchId, number_of
from arena.service.live.progress import LiveProgress, progress_in
from arena.service.live.view import ShownGame
from arena.store.live.places import SeatedMatch, seated_match
from arena.store.live.status import WALL
from arena.store.tournaments.list import tournament_line
from arena.viewer.replay.film_json import as_json
from arena.web.errors import not_found
from arena.web.http.poller import Polled, Poller
from arena.web.http.streams import EventStream
from arena.web.live_overview import render_playing, render_runs, render_table, tables_on_page
from arena.web.match_path import MatchPath
from arena.web.site import Site, Sited

_MAX_NUMBER: Final = 2**31 - 1

router = APIRouter(tags=["live"])

Number = Annotated[int, Path(ge=1, le=_MAX_NUMBER)]


class MatchState(BaseModel):
    """The state of a match: whether it is running, and where to watch it."""

    state: Literal["playing", "waiting", "over"]  # waiting: not running, or not yet shown
    bots: list[str]
    ruleset: str
    film: str | None = None  # address of the film of the current game, while the match is running
    events: str | None = None  # address of the stream of that game's new plies
    replay: str | None = None  # address of the match's page, once the match has finished


@router.get("/live/{match}")
def live_match(poller: Polled, site: Sited, match: MatchPath) -> MatchState:
    """Return whether a match is running, and where to watch it.

    After the call, the games of the match can be watched for some seconds.
    """
    seated = find_seated(site, match)
    if seated.committed:
        return _match_state(seated, "over", replay=f"/matches/{match}")
    table = poller.request_snapshot(str(match)).game_of(str(match))
    if table is None:
        return _match_state(seated, "waiting")
    return _match_state(seated, "playing", film=film_address(table), events=events_address(table))


@router.get("/live/{match}/games/{game}/film")
def film(poller: Polled, site: Sited, match: MatchPath, game: Number) -> Response:
    """Return the film of the match's current game so far: a JSON document with a picture for each ply.

    `game`: the number of the game; if it has ended, a later game is shown.
    """
    find_seated(site, match)
    table = poller.request_snapshot(str(match)).game_of(str(match))
    if table is None:
        raise not_found(f"Match {match} is not running at the moment.")
    headers = {"Cache-Control": "no-store"}
    return Response(as_json(table.film()), media_type="application/json", headers=headers)


@router.get("/live/{match}/games/{game}/events", include_in_schema=False)
def game_events(
    poller: Polled,
    site: Sited,
    match: MatchPath,
    game: Number,
    first: Annotated[int, Query(alias="from", ge=0, le=_MAX_NUMBER)] = 0,
    last_event_id: Annotated[str, Header()] = "",
) -> Response:
    """Stream the new plies of a running game, starting at ply `from`.

    The header `Last-Event-ID`, if it is sent, replaces `from`: it is the number of plies that the browser
    already has.
    """
    find_seated(site, match)
    last = number_of(last_event_id, _MAX_NUMBER)
    plies = first if last is None else last
    return EventStream(_stream_game(poller, str(match), game, plies), poller.admission)


@router.get("/live/events/wall", include_in_schema=False)
def wall_events(poller: Polled) -> Response:
    """Stream all running games, for the live page.

    Events: `tables` (list of the games), `table` (HTML of one game), `runs` (HTML of the running
    tournaments).
    """
    return EventStream(_stream_tables(poller), poller.admission)


@router.get("/tournaments/{tournament}/events", include_in_schema=False)
def tournament_events(poller: Polled, site: Sited, tournament: Number) -> Response:
    """Stream the progress of a tournament: event `progress` at each change, `end` when it has finished."""
    with site.store.reading() as tx:
        if tournament_line(tx, tournament) is None:
            raise not_found(f"No tournament {tournament}.")
    return EventStream(_stream_progress(poller, tournament), poller.admission)


def find_seated(site: Site, match: MatchId) -> SeatedMatch:
    """Return a match with its bots and ruleset.

    Raise Refused (404) if the match does not exist.
    """
    with site.store.reading() as tx:
        seated = seated_match(tx, *match)
    if seated is None:
        raise not_found(f"No match {match}.")
    return seated


def film_address(table: ShownGame) -> str:
    """Return the API address of a running game's film (a JSON document with a picture for each ply)."""
    return f"/api/live/{table.match}/games/{table.game}/film"


def events_address(table: ShownGame) -> str:
    """Return the API address of the stream of a running game's new plies."""
    return f"/api/live/{table.match}/games/{table.game}/events"


def _match_state(
    seated: SeatedMatch, state: Literal["playing", "waiting", "over"], **addresses: str
) -> MatchState:
    return MatchState(state=state, bots=list(seated.bots), ruleset=seated.ruleset, **addresses)


async def _stream_game(poller: Poller, match: str, game: int, plies: int) -> AsyncGenerator[str, None]:
    yield BEAT
    async for seen in poller.snapshots(match):
        if seen is None:
            yield BEAT
            continue
        table = seen.game_of(match)
        if table is None:
            yield event("end", {})
            return
        new = [piece for piece in table.pieces if piece["first"] >= plies]
        if table.game != game or plies + sum(piece["plies"] for piece in new) != table.plies:
            yield event("end", {"src": film_address(table), "live": events_address(table)})
            return
        if new:
            plies = table.plies
            yield event("frame", new, plies)


async def _stream_tables(poller: Poller) -> AsyncGenerator[str, None]:
    names: list[str] | None = None
    sent: dict[str, tuple[str, int, int]] = {}
    runs = None
    yield BEAT
    async for seen in poller.snapshots(WALL):
        if seen is None:
            yield BEAT
            continue
        tables = tables_on_page(seen)
        if names != [table.name for table in tables]:
            names = [table.name for table in tables]
            sent = {name: state for name, state in sent.items() if name in names}
            yield event("tables", names)
        for table in tables:
            state = (table.run, table.game, table.plies)
            if sent.get(table.name) != state:
                sent[table.name] = state
                yield event("table", {"name": table.name, "html": render_table(table)})
        if runs != seen.runs:
            runs = seen.runs
            yield event("runs", {"html": render_runs(runs)})


async def _stream_progress(poller: Poller, tournament: int) -> AsyncGenerator[str, None]:
    sent: LiveProgress | None = None
    yield BEAT
    async for seen in poller.snapshots(str(tournament)):
        if seen is None:
            yield BEAT
            continue
        if tournament not in seen.counted:
            continue  # this poll began before anybody asked for the tournament
        now = progress_in(seen, tournament)
        if now is None:
            yield event("end", {})
            return
        if now != sent:
            sent = now
            yield event("progress", _progress_data(now))
        if now.ended:
            yield event("end", {})
            return


def _progress_data(now: LiveProgress) -> dict[str, Any]:
    return {
        "games_done": now.games_done,
        "games_total": now.games_total,
        "state": now.state.value,
        "playing": now.playing,
        "seconds_left": now.seconds_left,
        "crew": render_playing(now),
    }
