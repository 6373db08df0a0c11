"""One poller for all who watch: it looks at the database while there is anybody, and not otherwise."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from typing import Final

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from arena.service.live.view import TURN_S, LiveView, Seen
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.web.http.streams import Admission

BEAT_S: Final = 15.0  # after which who hears nothing is told that there is nothing new

_AFTER_FAILURE_S: Final = 3.0
LOG: Final = logging.getLogger("arena.web")


class Hub:
    """What is played now, for the pages and streams of a site."""

    def __init__(self, store: Store) -> None:
        self.view = LiveView(store)
        self.admission = Admission()
        self.looks = 0
        self._seen = Seen()
        self._turn = asyncio.Event()  # set, and another taken, at each look
        self._listeners = 0
        self._poller: asyncio.Task[None] | None = None

    async def turns(self, target: str) -> AsyncGenerator[Seen | None, None]:
        """What is seen at each look from now on; None now and then when there was none for long."""
        self._listeners += 1
        try:
            while True:
                self.view.want(target)
                if self._poller is None:
                    self._poller = asyncio.create_task(self._poll())
                turn = self._turn
                try:
                    await asyncio.wait_for(turn.wait(), BEAT_S)
                except TimeoutError:
                    yield None
                else:
                    yield self._seen
        finally:
            self._listeners -= 1

    @property
    def idle(self) -> bool:
        """Whether nobody listens, and the database is left alone."""
        return self._poller is None

    async def _poll(self) -> None:
        try:
            while self._listeners:
                await asyncio.sleep(await self._look())
        finally:
            self._poller = None

    async def _look(self) -> float:
        """Look once; the seconds until the next."""
        try:
            self._seen = await run_in_threadpool(self.view.look)
        except StoreFailed as failure:
            LOG.error("watching: %s", failure)
            return _AFTER_FAILURE_S
        self.looks += 1
        turn, self._turn = self._turn, asyncio.Event()
        turn.set()
        return TURN_S


def hub_of(request: Request) -> Hub:
    """That of the site that a request came to."""
    hub = request.app.state.hub
    assert isinstance(hub, Hub)
    return hub
