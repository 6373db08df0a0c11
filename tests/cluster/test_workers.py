"""What is known of the workers, whatever they say of themselves; and where it is told."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path

import pytest

from arena.service.cluster.compatibility import SLOT, resource, resources, resources_option
from arena.service.cluster.connection import MAX_SLOTS, parse_workers, why_no_worker
from arena.service.tournaments.play.executor import ThreadExecutor
from arena.service.tournaments.play.observers import WorkerStatus
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.live.status import WorkerProgress, read_statuses

NOW = datetime(2026, 11, 22, tzinfo=UTC)
SEEN = NOW.timestamp()


def _told(**other: object) -> dict[str, object]:
    told = {
        "name": "one",
        "resources": resources(4),
        "metrics": {"task_counts": {"executing": 2}},
        "last_seen": SEEN,
    }
    return {"workers": {"tcp://a:1": told | other}}


def test_a_worker_is_as_it_says() -> None:
    [one] = parse_workers(_told()).values()
    assert (one.address, one.name, one.slots, one.other, one.matches) == ("tcp://a:1", "one", 4, False, 2)
    assert one.seen_at == NOW


@pytest.mark.parametrize(
    "other",
    [
        {"resources": None},
        {"resources": {resource(): "many"}},
        {"resources": {resource(): inf}},
        {"metrics": []},
        {"metrics": {"task_counts": {"executing": "x"}}},
        {"last_seen": 1e300},
        {"last_seen": None},
    ],
)
def test_one_that_makes_no_sense_is_not_counted(other: dict[str, object]) -> None:
    assert parse_workers(_told(**other)) == {}


def test_what_one_says_is_bounded_and_plain() -> None:
    odd = _told(
        name="<b>\x1b[31m" + "n" * 500,
        resources=resources(10**9),
        metrics={"task_counts": {"executing": -7}},
    )
    [one] = parse_workers(odd).values()
    assert (one.slots, one.matches) == (MAX_SLOTS, 0)
    assert one.name.startswith("_b__[31mnnn")
    assert len(one.name) == 100


def test_one_with_another_arena_has_no_slots_here() -> None:
    workers = parse_workers(_told(resources={SLOT: 4, "arena-0.0.9+0": 4}))
    [one] = workers.values()
    assert (one.slots, one.other) == (0, True)
    assert "need arena" in why_no_worker(workers, "tcp://head:1")
    assert "arena worker --scheduler tcp://head:1" in why_no_worker({}, "tcp://head:1")


def test_what_dask_is_told_has_no_blanks() -> None:
    assert resources_option(3) == f"match=3,{resource()}=3"
    assert " " not in resources_option(3)


class Cluster(ThreadExecutor):
    """Two workers."""

    def workers(self) -> tuple[WorkerProgress, ...]:
        return tuple(WorkerProgress(name, 2, 1, 40, NOW) for name in ("a", "b"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(sqlite_url(tmp_path / "a.db")) as store:
        yield store


def test_the_workers_of_a_run_are_in_the_database_while_it_lasts(store: Store) -> None:
    with WorkerStatus(store, 7, Cluster(1)) as told:
        told.on_progress()
        told.on_progress()  # it is not time yet
        assert _seen(store) == Cluster(1).workers()
    assert _seen(store) == ()


def test_where_this_machine_plays_nothing_is_written(store: Store) -> None:
    with WorkerStatus(store, 7, ThreadExecutor(2)) as told:
        told.on_progress()
        assert _seen(store) == ()


def _seen(store: Store) -> tuple[WorkerProgress, ...]:
    with store.reading() as tx:
        statuses = read_statuses(tx, datetime.now(UTC) - timedelta(minutes=1))
    return tuple(worker for status in statuses if status.tournament == 7 for worker in status.workers)
