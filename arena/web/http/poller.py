"""Poll the database for running games while somebody watches. All visitors share one poll."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool

from arena.service.live.view import TURN_S, LiveSnapshot, LiveView
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.web.http.streams import StreamLimit

BEAT_INTERVAL_S: Final = 15.0  # a stream that has nothing to send sends a sign of life this often

_RETRY_S: Final = 3.0
LOG: Final = logging.getLogger("arena.web")


class Poller:
    """A poller that reads the running games from a site's database. All pages and streams share it."""

    def __init__(self, store: Store) -> None:
        self.view = LiveView(store)
        self.admission = StreamLimit()
        self.polls = 0
        self._seen = LiveSnapshot()
        self._turn = asyncio.Event()  # set at each poll, then replaced
        self._listeners = 0
        self._task: asyncio.Task[None] | None = None

    def request_snapshot(self, target: str) -> LiveSnapshot:
        """Return the running games that are known now, and request the games of `target`.

        The match processes then report the requested games for some seconds. Later calls return these games.

        `target`: a match such as "7.1.2", a tournament such as "7", or WALL for all games.
        """
        self.view.want(target)
        return self.view.look()

    async def snapshots(self, target: str) -> AsyncGenerator[LiveSnapshot | None, None]:
        """Yield the running games, including those of `target`, after each poll of the database.

        `target`: a match, a tournament or WALL (all games). While polls fail, yield None every
        BEAT_INTERVAL_S seconds.
        """
        self._listeners += 1
        try:
            while True:
                self.view.want(target)
                if self._task is None:
                    self._task = asyncio.create_task(self._poll())
                turn = self._turn
                try:
                    await asyncio.wait_for(turn.wait(), BEAT_INTERVAL_S)
                except TimeoutError:
                    yield None
                else:
                    yield self._seen
        finally:
            self._listeners -= 1

    @property
    def idle(self) -> bool:
        """True if no stream is open. Then the database is not polled."""
        return self._task is None

    async def _poll(self) -> None:
        try:
            while self._listeners:
                await asyncio.sleep(await self._poll_once())
        finally:
            self._task = None

    async def _poll_once(self) -> float:
        """Read the running games and wake all streams. Return the seconds until the next poll."""
        try:
            self._seen = await run_in_threadpool(self.view.look)
        except StoreFailed as failure:
            LOG.error("cannot read running games: %s", failure)
            return _RETRY_S
        self.polls += 1
        turn, self._turn = self._turn, asyncio.Event()
        turn.set()
        return TURN_S


def poller_of(request: Request) -> Poller:
    poller: Poller = request.app.state.poller
    return poller


Polled = Annotated[Poller, Depends(poller_of)]
