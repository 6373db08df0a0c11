"""Figures for monitoring, on both kinds of database."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import select

from arena.service.admin.telemetry.collector import DECISION_BUCKETS_S, MetricsCollector
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.admin.monitoring import CommitTotals, committed_after, waiting
from arena.store.database.store import Store
from arena.store.live.status import RunStatus, WorkerProgress, write_status
from arena.store.tables.results import GAME, GAME_SEAT
from tests.factories.made_up_matches import bots_in, by_chance, commit, new_queue

NOW = datetime(2026, 11, 22, tzinfo=UTC)
BOUNDS_MS = [1_000 * bound for bound in DECISION_BUCKETS_S]


def played(store: Store, folder: Path, pieces: int) -> int:
    """Write a tournament of six matches and commit some of them."""
    number = create(store, TournamentSettings(bots_in(folder, 4), boards=3))
    for piece, _ in new_queue(store, number).take(pieces, ()):
        assert commit(store, piece, by_chance(5))
    return number


def test_commits_are_counted_once(store: Store, tmp_path: Path) -> None:
    played(store, tmp_path, 5)
    parts: list[CommitTotals] = []
    with store.reading() as tx:
        while not parts or parts[-1].pieces:
            parts.append(committed_after(tx, parts[-1].last if parts else 0, 2, BOUNDS_MS))
        endings = Counter(tx.scalars(select(GAME.c.termination)).all())
        rows = tx.execute(select(GAME_SEAT)).all()
        seats = Counter(row.verdict for row in rows)
    assert [part.pieces for part in parts] == [2, 2, 1, 0]
    assert sum((Counter(part.games) for part in parts), Counter()) == endings
    told = Counter[str]()
    for part in parts:
        for one in part.seats:
            told[one.verdict] += one.seats
            assert 0 <= one.bucket <= len(BOUNDS_MS)
    assert told == seats
    assert sum(one.decisions for part in parts for one in part.seats) == sum(row.decisions for row in rows)


def test_counters_appear_once_the_whole_ledger_is_counted(store: Store, tmp_path: Path) -> None:
    played(store, tmp_path, 3)
    collector = MetricsCollector(store)
    value = collector.registry.get_sample_value
    assert (value("arena_commits_total"), value("arena_database_up")) == (None, 0)
    for _ in range(2):
        collector.read()
        assert (value("arena_commits_total"), value("arena_database_up")) == (3, 1)
        games = [
            one for family in collector.collect() if family.name == "arena_games" for one in family.samples
        ]
        assert sum(one.value for one in games) == 18


def test_waiting_work_and_workers(store: Store, tmp_path: Path) -> None:
    number = played(store, tmp_path, 2)
    with store.writing() as tx:
        workers = (WorkerProgress("a", 4, 3, 7, NOW), WorkerProgress("b", 2, 0, 7, NOW))
        write_status(tx, RunStatus("run", number, workers=workers), NOW)
        now, later = waiting(tx, NOW), waiting(tx, NOW + timedelta(seconds=1))
    assert (now.matches, dict(now.tournaments), dict(now.uploads)) == (4, {"running": 1}, {})
    assert (now.workers, now.busy, now.slots, now.playing) == (2, 1, 6, 3)
    assert (later.workers, later.busy, later.slots, later.playing) == (0, 0, 0, 0)
