"""A coordinator in its own process; tests wait for what it has done, not for the clock."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

from arena.service.bots import resolve_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import open_store, sqlite_url
from arena.store.tables.results import GAME
from tests.faults.coordinated import SEED
from tests.web.waiting import matches

BOTS = Path(__file__).parents[1] / "service" / "bots"

RUN = """
import sys
from arena.service.tournaments.play.run import run
from arena.store.database.store import open_store
with open_store(sys.argv[1]) as store:
    run(store, 1, 2, lambda now: print("committed" if now.committed else "", flush=True))
"""


@dataclass(slots=True)
class Coordinator:
    """Plays tournament 1 of a database, two matches at once."""

    process: "subprocess.Popen[str]"
    over: bool = field(default=False)

    @property
    def pid(self) -> int:
        return self.process.pid

    def until(self, commits: int, lines: int = 0) -> None:
        """Wait for this many commits and lines of output, or for its end."""
        for line in self._told():
            if commits <= 0:
                lines -= 1
            commits -= line == "committed\n"
            if commits <= 0 and lines <= 0:
                return
        self.over = True

    def _told(self) -> Iterator[str]:
        assert self.process.stdout
        return iter(self.process.stdout.readline, "")

    def matches(self) -> list[int]:
        """Return the processes of its matches."""
        return matches(self.pid)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def coordinating(url: str) -> Iterator[Coordinator]:
    """Run a coordinator while the block lasts."""
    with subprocess.Popen([sys.executable, "-c", RUN, url], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Coordinator(process)
        finally:
            process.kill()


def kill(pid: int) -> None:
    """Kill it if it still runs."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def an_event_of_one_match(path: Path, boards: int = 1) -> None:
    """Return a database with tournament 1: two bots that always play the same."""
    bots = tuple(resolve_bot(str(BOTS / name)) for name in ("last.py", "dice.py"))
    with open_store(sqlite_url(path)) as store:
        assert create(store, TournamentSettings(bots, boards=boards, seed=SEED, name="small")) == 1


def games(url: str) -> list[str]:
    """Return the committed games, with duplicates."""
    with open_store(url) as store, store.reading() as tx:
        return list(tx.scalars(select(GAME.c.name).order_by(GAME.c.name)))
