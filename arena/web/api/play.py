"""API calls of the page on which a person plays. The site stores requests; the referee plays the game."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Header, Query, Request
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from arena.service.common.server_sent import BEAT, event
from arena.service.common.text import number_of
from arena.service.people.person_film import address_film
from arena.service.people.site import (
    TooManyGames,
    end_of,
    events_of,
    film_so_far,
    find_analysis,
    finished_log,
    play_again,
    send_request,
)
from arena.store.people.games import StoredPersonGame
from arena.store.people.messages import PageEvent
from arena.viewer.replay.film import film as game_film
from arena.viewer.replay.film import parse_side
from arena.viewer.replay.film_json import as_json, document
from arena.viewer.rule_card.words import capital
from arena.web.errors import Json, Refused, not_found
from arena.web.http.api_auth import address_of, rates_of, too_many
from arena.web.http.person_feed import PersonFed, PersonFeed
from arena.web.http.player import OwnGame
from arena.web.http.poller import BEAT_INTERVAL_S
from arena.web.http.streams import EventStream
from arena.web.site import Site, Sited

START_S: Final = 60.0  # the longest wait for the start of a game
ANSWER_S: Final = 5.0  # the longest wait for the referee's reaction to a request
REACTIONS: Final = {"answer": ("question",), "hint": ("hint",)}
_MAX_PLIES: Final = 2**31 - 1
_NO_STORE: Final = {"Cache-Control": "no-store"}

router = APIRouter(prefix="/play/{key}", include_in_schema=False)


class Again(BaseModel):
    """A request for another game: with the same cards in another seat, or with new cards."""

    same_cards: bool = False


@router.get("/film")
async def film(site: Sited, feed: PersonFed, game: OwnGame) -> Response:
    """Return the film of a running game so far, from the person's seat. Wait until the game has started."""
    async with feed.listen(game.new.key) as queue:
        events = list(await run_in_threadpool(events_of, site.store, game.new.key))
        while not (made := film_so_far(events)):
            if events and events[-1].name == "end":
                raise not_found("This game could not be played.")
            try:
                events.append(await asyncio.wait_for(queue.get(), START_S))
            except TimeoutError:
                raise Refused(503, "The game has not started yet.", "Reload the page.") from None
    return Response(as_json(made), media_type="application/json", headers=_NO_STORE)


@router.get("/events")
def events(
    site: Sited,
    feed: PersonFed,
    game: OwnGame,
    first: Annotated[int, Query(alias="from", ge=0, le=_MAX_PLIES)] = 0,
    last_event_id: Annotated[str, Header()] = "",
) -> Response:
    """Stream the events of a person's running game: new plies, questions, and the end.

    `first`: the number of the first ply to send. `last_event_id`: replaces `first` if it is sent.
    """
    last = number_of(last_event_id, _MAX_PLIES)
    return EventStream(_stream(site, feed, game, first if last is None else last), feed.admission)


@router.post("/again")
def again(request: Request, site: Sited, game: OwnGame, wanted: Again) -> Response:
    """Start another game of the same players, and return the address of its page."""
    check_pace(request)
    try:
        key = play_again(site.store, game, wanted.same_cards)
    except TooManyGames as full:
        raise Refused(503, capital(f"{full}.")) from full
    return Json({"page": f"/play/{key}"})


@router.get("/analysis")
@router.post("/analysis")
def analysis(site: Sited, game: OwnGame, seat: Annotated[int | None, Query(ge=1, le=8)] = None) -> Response:
    """Return the analysis of a finished game; status 202 while it is being computed.

    `seat`: analyse from this seat's view, from 1; None for all hands open.
    """
    found = find_analysis(site.store, game.new.key, None if seat is None else seat - 1)
    return Json(found) if found else Json({"state": "queued"}, 202)


@router.post("/{name}")
async def send(
    request: Request, site: Sited, feed: PersonFed, game: OwnGame, name: Literal["answer", "resign", "hint"]
) -> Response:
    """Pass an answer, a resignation or a request for a hint to the referee.

    Return the hint as JSON, or an empty JSON object for the other requests.
    """
    if wait := rates_of(request).answers_by_address.take(address_of(request)):
        raise too_many("Too many answers.", wait)
    async with feed.listen(game.new.key) as queue:
        await run_in_threadpool(send_request, site.store, game, name, await request.body())
        if name not in REACTIONS:
            return Json({})
        try:
            async with asyncio.timeout(ANSWER_S):
                while (reaction := await queue.get()).name not in (*REACTIONS[name], "problem", "end"):
                    pass
        except TimeoutError:
            raise Refused(503, "The referee does not answer.", "Try again.") from None
    if reaction.name == "problem":
        raise Refused(422, capital(f"{json.loads(reaction.data)['error']}."))
    return Json(json.loads(reaction.data) if name == "hint" else {})


@router.get("/replay")
def replay(site: Sited, game: OwnGame, seat: str = "") -> Response:
    """Return the film of a finished game. `seat`: whose hand it shows, from 1; empty for all hands."""
    log = finished_log(site.store, game.new.key)
    if log is None:
        raise not_found("This game has no replay.")
    side = parse_side(seat) if seat else None
    made = document([game_film(log, side)], [side])
    address_film(made)
    return Response(as_json(made), media_type="application/json", headers=_NO_STORE)


def check_pace(request: Request) -> None:
    """Count a new game for the visitor's address. Raise Refused if this address starts games too often."""
    if wait := rates_of(request).games_by_address.take(address_of(request)):
        raise too_many("Too many new games.", wait)


async def _stream(
    site: Site, feed: PersonFeed, game: StoredPersonGame, plies: int
) -> AsyncGenerator[str, None]:
    key = game.new.key
    yield BEAT
    async with feed.listen(key) as queue:
        known = await run_in_threadpool(events_of, site.store, key)
        if not known and game.is_over:
            yield event("end", end_of(key))
            return
        waiting, started, last = deque(_newest_only(known)), None, 0
        while True:
            try:
                one = waiting.popleft() if waiting else await asyncio.wait_for(queue.get(), BEAT_INTERVAL_S)
            except TimeoutError:
                yield BEAT
                continue
            if one.id <= last:
                continue
            if started and (one.started != started or one.name == "film"):  # the game has started again
                yield event("end", {"src": f"/api/play/{key}/film", "live": f"/api/play/{key}/events"})
                return
            started, last = one.started, one.id
            for text in _texts(one, plies):
                yield text
            if one.name == "end":
                return


def _newest_only(events: tuple[PageEvent, ...]) -> list[PageEvent]:
    """Return the events without answered questions: of all questions, only the last remains."""
    questions = [event for event in events if event.name == "question"]
    return [event for event in events if event.name != "question" or event is questions[-1]]


def _texts(one: PageEvent, plies: int) -> list[str]:
    """Return an event as a list of one server-sent message; empty if the page does not need the event.

    `plies`: the number of plies that the page had at the start of the stream. These plies are left out.
    """
    if one.name == "frame":
        pieces = [piece for piece in json.loads(one.data) if piece["first"] >= plies]
        return [event("frame", pieces, pieces[-1]["first"] + pieces[-1]["plies"])] if pieces else []
    return [event(one.name, json.loads(one.data))] if one.name in ("question", "end") else []
