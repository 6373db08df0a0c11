"""A tournament that is played in a process of its own, and a stream of its site."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from arena.service.bots import resolve_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, sqlite_url

BOTS = Path(__file__).parents[1] / "bots"
SEED = "0e" * 32  # the first games are short
_RUN = "import sys; from arena.__main__ import main; sys.argv[0] = 'arena'; sys.exit(main())"


def planned(store: Store, boards: int, bots: tuple[str, ...] = ("slow", "first")) -> int:
    """A tournament of bots of `tests/bots`, to be played; its number."""
    found = tuple(resolve_bot(str(BOTS / name)) for name in bots)
    return create(store, TournamentSettings(found, boards=boards, seed=SEED, name="summer"))


@contextmanager
def played(database: Path, tournament: int) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that plays it, and the processes it has started; all are gone afterwards."""
    command = (sys.executable, "-c", _RUN, "run", "--resume", str(tournament), "-j", "1", "--quiet")
    process = subprocess.Popen(
        command,
        env=os.environ | {"ARENA_DB": sqlite_url(database)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


@dataclass(frozen=True, slots=True)
class Told:
    """One event of a stream."""

    name: str
    data: Any
    id: str


class Stream:
    """Server-sent events as they come. `bytes` is all that came."""

    def __init__(self, response: httpx.Response) -> None:
        self.bytes = bytearray()
        self._response = response
        self._events = self._parsed()

    def __iter__(self) -> Iterator[Told]:
        return self._events

    def _parsed(self) -> Iterator[Told]:
        block: dict[str, str] = {}
        for line in self._lines():
            if line:
                name, _, value = line.partition(": ")
                block[name] = value
                continue
            if "event" in block:
                yield Told(block["event"], json.loads(block["data"]), block.get("id", ""))
            block = {}

    def _lines(self) -> Iterator[str]:
        for line in self._response.iter_lines():
            self.bytes += line.encode() + b"\n"
            yield line

    def until(self, name: str) -> Told:
        """The next event of this name."""
        return next(told for told in self if told.name == name)


@contextmanager
def listening(address: str, path: str, **headers: str) -> Iterator[Stream]:
    """The events at a path."""
    with (
        httpx.Client(base_url=address, timeout=60, verify=False) as client,
        client.stream("GET", path, headers=headers) as response,
    ):
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("text/event-stream")
        yield Stream(response)
