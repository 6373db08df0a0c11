"""What is played now: films that grow, and streams of server-sent events.

A film shows what everybody at the table sees. Hands are shown when all seatings of their board are committed,
and then it is `/api/matches` that has them.
"""

from collections.abc import AsyncGenerator
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Header, Path, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from arena.service.common.digits import number_of
from arena.service.live.progress import EventProgress, progress_in
from arena.service.live.view import Seen, ShownGame
from arena.store.live.places import SeatedMatch, counted, seated_match
from arena.store.live.status import WALL
from arena.web.errors import missing
from arena.web.http.poller import Hub, hub_of
from arena.web.http.streams import BEAT, EventStream, event
from arena.web.live_overview import drawn, listed, wall
from arena.web.now_playing import crew
from arena.web.site import Site, Sited

MATCH: Final = r"^[1-9][0-9]{0,8}\.[1-9][0-9]{0,8}\.[1-9][0-9]{0,8}$"
_MOST: Final = 2**31 - 1

router = APIRouter(tags=["live"])

Match = Annotated[str, Path(pattern=MATCH, description="tournament, round and table, as 7.1.2")]
Number = Annotated[int, Path(ge=1, le=_MOST)]


class LiveMatch(BaseModel):
    """Whether a match is played now, and where to see it."""

    state: Literal["playing", "waiting", "over"]  # waiting: not played at this moment, or not passed on yet
    bots: list[str]
    ruleset: str
    film: str | None = None  # of the game that is shown, when it is played
    events: str | None = None  # what it grows by
    replay: str | None = None  # when it is over


@router.get("/live/{match}")
def live_match(request: Request, site: Sited, match: Match) -> LiveMatch:
    """Whether a match is played now. Who asks wants to watch: soon there is something to see."""
    seated = seat(site, match)
    if seated.committed:
        return _about(seated, "over", replay=f"/matches/{match}")
    table = look(hub_of(request), match).at(match)
    if table is None:
        return _about(seated, "waiting")
    return _about(seated, "playing", film=film_at(table), events=events_at(table))


@router.get("/live/{match}/games/{game}/film")
def film(request: Request, site: Sited, match: Match, game: Number) -> Response:
    """The film of the game that is shown at a table, as far as it is told: that game, or a later one."""
    from arena.viewer.element import as_json

    seat(site, match)
    table = look(hub_of(request), match).at(match)
    if table is None:
        raise missing(f"Nothing of match {match} is played at this moment.")
    headers = {"Cache-Control": "no-store"}
    return Response(as_json(table.film()), media_type="application/json", headers=headers)


@router.get("/live/{match}/games/{game}/events", include_in_schema=False)
def game_events(
    request: Request,
    site: Sited,
    match: Match,
    game: Number,
    first: Annotated[int, Query(alias="from", ge=0, le=_MOST)] = 0,
    last_event_id: Annotated[str, Header()] = "",
) -> Response:
    """What a game's film grows by, from a ply on: `arena.viewer.element` describes the events."""
    seat(site, match)
    last = number_of(last_event_id, _MOST)
    known = first if last is None else last
    hub = hub_of(request)
    return EventStream(_growth(hub, match, game, known), hub.admission)


@router.get("/live/events/wall", include_in_schema=False)
def wall_events(request: Request) -> Response:
    """The wall: `tables` names those there are, `table` is one of them, `runs` the tournaments under way."""
    hub = hub_of(request)
    return EventStream(_wall(hub), hub.admission)


@router.get("/tournaments/{tournament}/events", include_in_schema=False)
def tournament_events(request: Request, site: Sited, tournament: Number) -> Response:
    """How far a tournament is, whenever that changes: `progress`, and `end` when it is over."""
    with site.store.reading() as tx:
        if counted(tx, tournament) is None:
            raise missing(f"There is no tournament {tournament}.")
    hub = hub_of(request)
    return EventStream(_progress(hub, tournament), hub.admission)


def seat(site: Site, match: str) -> SeatedMatch:
    """The match, which must be paired."""
    tournament, round, pairing = map(int, match.split("."))
    with site.store.reading() as tx:
        seated = seated_match(tx, tournament, round, pairing)
    if seated is None:
        raise missing(f"There is no match {match}.")
    return seated


def look(hub: Hub, target: str) -> Seen:
    """What is to be seen now, for somebody who wants to see this."""
    hub.view.want(target)
    return hub.view.look()


def film_at(table: ShownGame) -> str:
    """Where the film of the game is."""
    return f"/api/live/{table.match}/games/{table.game}/film"


def events_at(table: ShownGame) -> str:
    """Where what it grows by is."""
    return f"/api/live/{table.match}/games/{table.game}/events"


def _about(seated: SeatedMatch, state: Literal["playing", "waiting", "over"], **more: Any) -> LiveMatch:  # noqa: ANN401
    return LiveMatch(state=state, bots=list(seated.bots), ruleset=seated.ruleset, **more)


async def _growth(hub: Hub, match: str, game: int, known: int) -> AsyncGenerator[str, None]:
    yield BEAT
    async for seen in hub.turns(match):
        if seen is None:
            yield BEAT
            continue
        table = seen.at(match)
        if table is None:
            yield event("end", {})
            return
        new = [piece for piece in table.pieces if piece["first"] >= known]
        if table.game != game or known + sum(piece["plies"] for piece in new) != table.plies:
            yield event("end", {"src": film_at(table), "live": events_at(table)})
            return
        if new:
            known = table.plies
            yield event("frame", new, known)


async def _wall(hub: Hub) -> AsyncGenerator[str, None]:
    names: list[str] | None = None
    shown: dict[str, tuple[str, int, int]] = {}
    runs = None
    yield BEAT
    async for seen in hub.turns(WALL):
        if seen is None:
            yield BEAT
            continue
        tables = wall(seen)
        if names != [table.name for table in tables]:
            names = [table.name for table in tables]
            shown = {name: at for name, at in shown.items() if name in names}
            yield event("tables", names)
        for table in tables:
            at = (table.run, table.game, table.plies)
            if shown.get(table.name) != at:
                shown[table.name] = at
                yield event("table", {"name": table.name, "html": drawn(table)})
        if runs != seen.runs:
            runs = seen.runs
            yield event("runs", {"html": listed(runs)})


async def _progress(hub: Hub, tournament: int) -> AsyncGenerator[str, None]:
    told: EventProgress | None = None
    yield BEAT
    async for seen in hub.turns(str(tournament)):
        if seen is None:
            yield BEAT
            continue
        if tournament not in seen.counted:
            continue  # of a look from before it was wanted
        now = progress_in(seen, tournament)
        if now is None:
            yield event("end", {})
            return
        if now != told:
            told = now
            yield event("progress", _told(now))
        if now.ended:
            yield event("end", {})
            return


def _told(now: EventProgress) -> dict[str, object]:
    return {
        "games_done": now.games_done,
        "games_total": now.games_total,
        "state": now.state.value,
        "playing": now.playing,
        "seconds_left": now.seconds_left,
        "crew": crew(now),
    }
