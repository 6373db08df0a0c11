"""Runs of a tournament that are killed at one statement each and resumed by another process.

`python -m tests.faults.killed_at_statements FOLDER MOST`: at about so many statements, evenly spread. It
prints the undisturbed result as JSON, and then a line for each run. The killed runs are forks of this
process, which has no threads.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event, select

from arena.service.reports.export import to_json
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.tables.results import GAME
from tests.faults.coordinated import an_event, make_up, run_to_its_end

READS = ("SELECT", "PRAGMA")


def played(folder: Path, moment: Callable[[], None]) -> list[str | None]:
    """Return digest and tables of the tournament; `moment` is called before and after each write."""
    with pytest.MonkeyPatch.context() as monkeypatch, open_store(sqlite_url(folder / "arena.db")) as store:
        make_up(store, monkeypatch)
        listen(store._engine, moment)
        result = run_to_its_end(store)
        return [result.event_digest, to_json(result.tables)]


def listen(engine: Engine, moment: Callable[[], None]) -> None:
    """Count only writes: the number of reads depends on time."""

    def statement(connection: Connection, _: object, text: str, *__: object) -> None:
        if writes(connection) and not text.lstrip().startswith(READS):
            moment()

    event.listen(engine, "before_cursor_execute", statement)
    event.listen(engine, "after_cursor_execute", statement)
    event.listen(engine, "commit", lambda connection: moment() if writes(connection) else None)


def writes(connection: Connection) -> bool:
    """Return True if its transaction may write."""
    return "begin" not in connection.get_execution_options()


def in_a_fork(act: Callable[[], object]) -> tuple[int, str]:
    """Run this in a fork; return its exit status and output."""
    reading, writing = os.pipe()
    if (pid := os.fork()) == 0:
        os.close(reading)
        try:
            os.write(writing, json.dumps(act()).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading) as pipe:
        told = pipe.read()
    return os.waitpid(pid, 0)[1], told


def names(store: Store) -> list[str]:
    """Return the committed games."""
    with store.reading() as tx:
        return list(tx.scalars(select(GAME.c.name).order_by(GAME.c.name)))


def committed(folder: Path) -> list[str]:
    with open_store(sqlite_url(folder / "arena.db")) as store:
        return names(store)


class Countdown:
    """Kills this process at the moment of this number."""

    def __init__(self, number: int) -> None:
        self.passed = 0
        self._number = number

    def __call__(self) -> None:
        self.passed += 1
        if self.passed == self._number:
            os.kill(os.getpid(), signal.SIGKILL)


def killed_at(number: int, base: Path, folder: Path) -> dict[str, object]:
    shutil.copytree(base, folder)
    status, _ = in_a_fork(lambda: played(folder, Countdown(number)))
    before = json.loads(in_a_fork(lambda: committed(folder))[1])
    _, ended = in_a_fork(lambda: played(folder, lambda: None))
    after = json.loads(in_a_fork(lambda: committed(folder))[1])
    shutil.rmtree(folder)
    return {
        "killed": os.WIFSIGNALED(status),
        "ended": json.loads(ended),
        "lost": len(set(before) - set(after)),
        "games": len(after),
    }


def main(folder: Path, most: int) -> None:
    base = folder / "base"
    base.mkdir()
    an_event(base).close()
    shutil.copytree(base, folder / "whole")
    count = Countdown(-1)
    print(json.dumps(played(folder / "whole", count)), flush=True)  # here, so that forks have all modules
    for number in range(1, count.passed + 1, max(1, count.passed // most)):
        print(json.dumps(killed_at(number, base, folder / "killed")), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
