"""A disk that is full: the tournament waits, nothing is lost, and it goes on when there is room."""

import sqlite3
from dataclasses import replace
from threading import Event
from weakref import WeakKeyDictionary

import pytest
from sqlalchemy import Engine, event

from arena.service.results import RunResult
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.failures import NoSpace
from arena.store.database.store import Store
from tests.factories.runs import run
from tests.service.conftest import played_alone

pytestmark = pytest.mark.fault("F07")
LIMITS: WeakKeyDictionary[Engine, list[int]] = WeakKeyDictionary()


def limit(store: Store, pages: int) -> None:
    """The database may not be larger: SQLite fails as it does on a full disk."""
    engine = store._engine
    if engine not in LIMITS:
        most = LIMITS[engine] = [pages]
        event.listen(engine, "checkout", lambda connection, *_: _limit(connection, most[0]))
    LIMITS[engine][0] = pages


def _limit(connection: sqlite3.Connection, pages: int) -> None:
    """Of one connection; another has its own."""
    connection.execute(f"PRAGMA max_page_count = {pages}")


@pytest.fixture(scope="module")
def duels(duels: TournamentSettings) -> TournamentSettings:
    """Of which not even the first match has room in what is left of the pages that are there."""
    return replace(duels, boards=24)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, duels: TournamentSettings) -> RunResult:
    """How they end when nothing comes between."""
    return played_alone(tmp_path_factory.mktemp("undisturbed"), duels)


@pytest.fixture
def full(store: Store, duels: TournamentSettings) -> tuple[Store, int]:
    """A tournament in a database that cannot grow."""
    number = create(store, duels)
    limit(store, 1)  # less than there is: it stays as large as it is
    return store, number


@pytest.mark.dear
def test_it_can_be_left_and_resumed(full: tuple[Store, int], undisturbed: RunResult) -> None:
    store, number = full
    leave = Event()
    result = run(store, number, 1, lambda progress: leave.set() if progress.paused else None, leave)
    assert not result.finished
    limit(store, 1_000_000)
    assert run(store, number, jobs=1).event_digest == undisturbed.event_digest


def test_it_is_told_from_other_failures(store: Store) -> None:
    limit(store, 1)
    with pytest.raises(NoSpace), store.writing() as tx:
        tx.exec_driver_sql("CREATE TABLE large (content)")
        tx.exec_driver_sql("INSERT INTO large VALUES (zeroblob(10000000))")
