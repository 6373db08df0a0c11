"""Tournaments that run while something happens to the database. Their matches are made up, not played."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from arena.record.match import MatchRecord, MatchSpec
from arena.service.formats import SWISS
from arena.service.results import RunProgress, RunResult
from arena.service.tournaments.play import runner
from arena.service.tournaments.play.schedules import piece_name
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.ledger import find_broken_entry
from arena.store.results.records import Piece
from arena.store.tournaments.schedule import pieces
from tests.factories.made_up_matches import bots_in, by_chance
from tests.factories.runs import run

SEED = "00" * 32


def an_event(folder: Path, boards: int = 2) -> Store:
    """Return a database with tournament 1: a Swiss of four bots and two rounds."""
    bots = folder / "bots"
    bots.mkdir(exist_ok=True)
    store = open_store(sqlite_url(folder / "arena.db"))
    settings = TournamentSettings(
        bots_in(bots, 4), boards=boards, seed=SEED, name="cup", format=SWISS, rounds=2
    )
    assert create(store, settings) == 1
    return store


def make_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> Callable[..., MatchRecord]:
    """End the matches of tournament 1 at once, with results that follow from their place in the schedule."""
    play, known = by_chance(1), dict[str, Piece]()

    def made_up(spec: MatchSpec, *_: object) -> MatchRecord:
        if spec.id not in known:  # it was just paired
            with store.reading() as tx:
                known.update({piece_name(1, piece): piece for piece in pieces(tx, 1)})
        return play(known[spec.id])

    monkeypatch.setattr(runner, "run_match", made_up)
    return made_up


def run_to_its_end(
    store: Store, watch: Callable[[RunProgress], None] | None = None, leave: Event | None = None
) -> RunResult:
    """Run tournament 1 and check that the stored results are valid."""
    result = run(store, 1, 2, watch, leave)
    with store.reading() as tx:
        assert find_broken_entry(tx) is None
    return result


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    """Lock the database from another connection while the block lasts, or until a rollback."""
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield other
    finally:
        other.close()
