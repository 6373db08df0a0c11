"""Live status and films: written, read, deleted."""

from datetime import timedelta

from sqlalchemy import func, select

from arena.store.database.store import Store
from arena.store.live.status import (
    WALL,
    LiveGame,
    LivePlace,
    LiveRun,
    MatchProgress,
    RunStatus,
    WorkerProgress,
    append_film,
    drop_films,
    drop_run,
    drop_stale,
    list_watched,
    read_film,
    read_statuses,
    watch,
    write_status,
)
from arena.store.tables.live import LIVE_PIECE, LIVE_STATUS
from tests.store.samples import NOW

LATER = NOW + timedelta(seconds=10)
WHOLE = RunStatus(
    "run",
    7,
    LiveRun("run", 7, 1, 10, 0.5, None),
    (LiveGame(LivePlace(7, 1, 2, 1), 5, 9),),
    (MatchProgress("7.1.2", 1, 8, 2.5),),
    (WorkerProgress("a", 4, 3, 7, NOW),),
)


def count_rows(store: Store) -> list[int]:
    with store.reading() as tx:
        return [
            tx.scalar(select(func.count()).select_from(table)) or 0 for table in (LIVE_STATUS, LIVE_PIECE)
        ]


def test_a_target_is_watched_until_then(store: Store) -> None:
    with store.writing() as tx:
        watch(tx, [WALL, "7.1.2", WALL], LATER, NOW)
        assert list_watched(tx, LATER) == {WALL, "7.1.2"}
        watch(tx, [WALL], LATER + timedelta(seconds=5), NOW)
        assert list_watched(tx, LATER + timedelta(seconds=1)) == {WALL}
        watch(tx, (), LATER, LATER + timedelta(minutes=1))
        assert list_watched(tx, NOW) == frozenset()


def test_a_status_is_read_as_written_and_replaced(store: Store) -> None:
    with store.writing() as tx:
        write_status(tx, RunStatus("run", 7), NOW)
        write_status(tx, WHOLE, LATER)
        write_status(tx, RunStatus("other", 8), NOW)
        assert read_statuses(tx, NOW) == (RunStatus("other", 8), WHOLE)
        assert read_statuses(tx, LATER) == (WHOLE,)


def test_a_film_grows_until_it_is_dropped(store: Store) -> None:
    with store.writing() as tx:
        append_film(tx, "run", 5, 0, "document")
        append_film(tx, "run", 5, 1, "one")
        append_film(tx, "run", 5, 4, "two")
        append_film(tx, "other", 5, 0, "other document")
        assert read_film(tx, "run", 5) == ("document", "one", "two")
        assert read_film(tx, "run", 5, 4) == ("two",)
        drop_films(tx, "run", [5])
        assert read_film(tx, "run", 5) == ()
        assert read_film(tx, "other", 5) == ("other document",)


def test_a_run_is_dropped_with_its_films(store: Store) -> None:
    with store.writing() as tx:
        for run in ("one", "other"):
            write_status(tx, RunStatus(run, 7), NOW)
            append_film(tx, run, 5, 0, "document")
        drop_run(tx, "one")
    assert count_rows(store) == [1, 1]


def test_rows_of_killed_processes_are_dropped_by_age(store: Store) -> None:
    with store.writing() as tx:
        for run, when in (("dead", NOW), ("alive", LATER)):
            write_status(tx, RunStatus(run, 7), when)
            append_film(tx, run, 5, 0, "document")
        drop_stale(tx, LATER)
        assert [status.run for status in read_statuses(tx, NOW)] == ["alive"]
    assert count_rows(store) == [1, 1]
