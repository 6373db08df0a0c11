"""The feed of people's games brings each page each event once."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from arena.service.people.site import open_game
from arena.store.database.store import open_store, sqlite_url
from arena.store.people.messages import add_events
from arena.web.http.person_feed import PersonFeed
from tests.service.people import VISITOR


def test_pages_that_open_at_once_get_each_event_once(tmp_path: Path) -> None:
    async def listen() -> list[int]:
        feed = PersonFeed(store)
        async with AsyncExitStack() as stack:
            pages = [stack.enter_async_context(feed.listen(key)) for _ in range(5)]
            queues = await asyncio.gather(*pages)
            with store.writing() as tx:
                add_events(tx, [(key, 1, "question", "{}")])
            for queue in queues:
                await asyncio.wait_for(queue.get(), 30)
            await asyncio.sleep(0.2)
            return [queue.qsize() for queue in queues]

    with open_store(sqlite_url(tmp_path / "arena.db")) as store:
        key = open_game(store, VISITOR, "mau-mau", ["greedy"])
        assert asyncio.run(listen()) == [0] * 5
