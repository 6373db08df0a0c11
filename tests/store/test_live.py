"""What is shown while it is played: there, grown, and gone again."""

from datetime import timedelta

from sqlalchemy import func, select

from arena.store.database.store import Store
from arena.store.database.table_objects import LIVE_PIECE, LIVE_RUN, LIVE_TABLE
from arena.store.live.games import (
    WALL,
    Grown,
    LivePlace,
    LiveRun,
    add_table,
    begin_game,
    drop_run,
    drop_stale,
    drop_tables,
    first_document,
    grow,
    grown_from,
    live_tables,
    runs,
    still_there,
    tell_run,
    watch,
    watched,
)
from tests.store.samples import NOW

PLACE = LivePlace(7, 1, 2, 1)
LATER = NOW + timedelta(seconds=10)


def left(store: Store) -> list[int]:
    with store.reading() as tx:
        return [
            tx.scalar(select(func.count()).select_from(table)) or 0
            for table in (LIVE_RUN, LIVE_TABLE, LIVE_PIECE)
        ]


def test_what_somebody_watches_is_known_until_then(store: Store) -> None:
    with store.writing() as tx:
        watch(tx, [WALL, "7.1.2", WALL], LATER, NOW)
        assert watched(tx, LATER) == {WALL, "7.1.2"}
        watch(tx, [WALL], LATER + timedelta(seconds=5), NOW)
        assert watched(tx, LATER + timedelta(seconds=1)) == {WALL}
        watch(tx, (), LATER, LATER + timedelta(minutes=1))
        assert watched(tx, NOW) == frozenset()


def test_a_film_grows_until_the_next_game(store: Store) -> None:
    with store.writing() as tx:
        key = add_table(tx, "run", PLACE, NOW)
        assert live_tables(tx, NOW) == ()
        begin_game(tx, key, 1, "first")
        grow(tx, key, 1, Grown(1, "one"), 2)
        grow(tx, key, 1, Grown(2, "two"), 5)
        [shown] = live_tables(tx, NOW)
        assert (shown.key, shown.place, shown.game, shown.plies) == (key, PLACE, 1, 5)
        assert first_document(tx, key, 1) == "first"
        assert grown_from(tx, key, 1, 0) == ("one", "two")
        assert grown_from(tx, key, 1, 2) == ("two",)
        begin_game(tx, key, 2, "second")
        assert first_document(tx, key, 1) is None
        assert first_document(tx, key, 2) == "second"
        assert grown_from(tx, key, 1, 0) == grown_from(tx, key, 2, 0) == ()


def test_a_table_is_taken_out_with_its_film(store: Store) -> None:
    with store.writing() as tx:
        keys = [add_table(tx, "run", LivePlace(7, 1, number, 1), NOW) for number in (1, 2)]
        for key in keys:
            begin_game(tx, key, 1, "first")
            grow(tx, key, 1, Grown(1, "one"), 2)
        drop_tables(tx, keys[:1])
    assert left(store) == [0, 1, 1]


def test_a_run_is_taken_out_with_its_tables(store: Store) -> None:
    with store.writing() as tx:
        for run in ("one", "other"):
            tell_run(tx, LiveRun(run, 7, 1, 10, 0.5, 18.0), NOW)
            grow(tx, add_table(tx, run, PLACE, NOW), 1, Grown(1, "one"), 2)
        tell_run(tx, LiveRun("one", 7, 2, 10, 0.5, 16.0), LATER)
        assert [(run.run, run.games_done) for run in runs(tx, NOW)] == [("other", 1), ("one", 2)]
        drop_run(tx, "one")
    assert left(store) == [1, 1, 1]


def test_what_a_killed_process_left_is_told_by_its_age(store: Store) -> None:
    with store.writing() as tx:
        for run in ("dead", "alive"):
            tell_run(tx, LiveRun(run, 7, 1, 10, 0.5, None), NOW)
            grow(tx, add_table(tx, run, PLACE, NOW), 1, Grown(1, "one"), 2)
        still_there(tx, "alive", LATER)
        assert len(live_tables(tx, NOW)) == 2
        assert len(live_tables(tx, LATER)) == 1
        drop_stale(tx, LATER)
    assert left(store) == [0, 1, 1]
