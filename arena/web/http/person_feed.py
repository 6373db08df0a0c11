"""Poll the database for events of games with people while pages listen. All pages share one poll."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool

from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.people.messages import PageEvent, newest_event, read_events
from arena.web.http.streams import StreamLimit

_POLL_INTERVAL_S: Final = 0.05
_RETRY_S: Final = 3.0
LOG: Final = logging.getLogger("arena.web")

Events = asyncio.Queue[PageEvent]


class PersonFeed:
    """A poller that reads events of games with people from a site's database. All pages share it."""

    def __init__(self, store: Store) -> None:
        self.admission = StreamLimit()
        self._store = store
        self._listeners: defaultdict[str, set[Events]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    @asynccontextmanager
    async def listen(self, key: str) -> AsyncIterator[Events]:
        """Yield a queue that receives a game's new events from now on. `key`: the game's key."""
        queue = Events()
        self._listeners[key].add(queue)
        async with self._starting:
            if self._task is None:
                self._task = asyncio.create_task(self._poll(await run_in_threadpool(self._newest)))
        try:
            yield queue
        finally:
            self._listeners[key].discard(queue)
            if not self._listeners[key]:
                del self._listeners[key]

    async def _poll(self, last: int) -> None:
        try:
            while self._listeners:
                try:
                    events = await run_in_threadpool(self._read, last)
                except StoreFailed as failure:
                    LOG.error("cannot read people's games: %s", failure)
                    await asyncio.sleep(_RETRY_S)
                    continue
                for event in events:
                    last = event.id
                    for queue in self._listeners.get(event.game_key, ()):
                        queue.put_nowait(event)
                await asyncio.sleep(_POLL_INTERVAL_S)
        finally:
            self._task = None

    def _newest(self) -> int:
        with self._store.reading() as tx:
            return newest_event(tx)

    def _read(self, after: int) -> tuple[PageEvent, ...]:
        with self._store.reading() as tx:
            return read_events(tx, after)


def feed_of(request: Request) -> PersonFeed:
    feed: PersonFeed = request.app.state.person_feed
    return feed


PersonFed = Annotated[PersonFeed, Depends(feed_of)]
