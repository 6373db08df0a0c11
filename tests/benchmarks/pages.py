"""Server time of pages: `uv run python -m tests.benchmarks.pages [--json] [--size S]`.

Milliseconds of the processor for one request, everything of it, out of a database of 1,000 bots and a million
games that are made up; and seconds to make anew what those pages are read from. No page may ask more of the
database for more bots or games: `statements` are counted too.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import FastAPI

from arena.service.ladder.cache import refresh_ladders
from arena.store.database.store import Store, open_store, sqlite_url
from arena.web.app import make_app
from arena.web.site import Settings, Site
from tests.benchmarks.field import fill
from tests.statements import statements

BOTS: Final = 1_000
GAMES: Final = 1_000_000
TIMES: Final = 15  # each page, and the first does not count
ADDRESS: Final = "http://127.0.0.1"
PAGES: Final = (
    "/",
    "/?sort=-games&page=2",
    "/?ruleset=overall",
    "/?format=json",
    "/bots",
    "/bots/Bot-0003",
    "/bots/Bot-0003/matches",
    "/bots/Bot-0003/matches?sort=-score&ruleset=mau-mau@1",
    "/bots/Bot-0003/match-ups",
    "/bots/Bot-0003/versions",
    "/bots/Bot-0003/vs/Bot-0004",
    "/matches",
    "/matches?bot=Bot-0003&ruleset=mau-mau",
    "/matches?bot=Bot-0003&cause=any",
    "/matches?ruleset=mau-mau&cause=crash&sort=over",
    "/matches?games=close",
    "/matches?ruleset=prsi&games=close",
    "/matches?bot=Bot-0003&games=close",
    "/matches?tournament=1",
    "/tournaments",
    "/tournaments/1/pairings?round=1",
    "/tournaments/1/matches?bot=Bot-0003",
    "/tournaments/1/config",
)


class Cost(NamedTuple):
    """What a page costs the server."""

    milliseconds: float  # of the processor, the median
    bytes: int
    statements: int


def ask(app: FastAPI, path: str) -> tuple[int, int]:
    """Return status and compressed size of a response."""
    route, _, query = path.partition("?")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": route, "raw_path": route.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [(b"host", b"127.0.0.1"), (b"accept-encoding", b"gzip")],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip
    status, size = 0, 0

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, object]) -> None:
        nonlocal status, size
        found = message.get("status", status)
        assert isinstance(found, int)
        status, body = found, message.get("body", b"")
        assert isinstance(body, bytes)
        size += len(body)

    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]  # ASGI's own types are looser
    return status, size


def costs(store: Store, times: int = TIMES) -> dict[str, Cost]:
    """Measure each page."""
    app = make_app(Site(store, Settings(ADDRESS)))
    found = {}
    for path in PAGES:
        counted = _count(app, path)
        spent, size = [], 0
        for _ in range(times):
            begun = time.process_time()
            status, size = ask(app, path)
            spent.append(1000 * (time.process_time() - begun))
            assert status == 200, (path, status)
        found[path] = Cost(statistics.median(spent), size, counted)
    return found


def _count(app: FastAPI, path: str) -> int:
    """Count the SQL statements of a page, after a first request."""
    with statements() as seen:
        ask(app, path)
    return len(seen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="all figures as JSON on stdout")
    parser.add_argument("--size", type=float, default=1.0, help="of the field and of the games")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    bots, games = 2 * max(5, int(BOTS * asked.size / 2)), int(GAMES * asked.size)
    with tempfile.TemporaryDirectory() as folder, open_store(sqlite_url(Path(folder) / "arena.db")) as store:
        played = fill(store, bots, games)
        begun = time.process_time()
        refresh_ladders(store)
        made = time.process_time() - begun
        found = costs(store)
    if asked.json:
        pages = {path: cost._asdict() for path, cost in found.items()}
        print(json.dumps({"bots": bots, "games": played, "made_seconds": made, "pages": pages}))
        return
    print(f"{bots:,} bots, {played:,} games; what pages are read from is made in {made:.1f} s")
    print(f"{'page':56} {'ms':>7} {'kB':>7} {'statements':>11}")
    for path, cost in found.items():
        print(f"{path:56} {cost.milliseconds:7.1f} {cost.bytes / 1000:7.1f} {cost.statements:11}")


if __name__ == "__main__":
    main()
