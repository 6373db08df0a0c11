"""Lost connections and servers: nothing stored is lost, and nothing is stored twice."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arena.store.database import engines
from arena.store.database.failures import Locked, NoSpace, NotNow, OutcomeUnknown, Unreachable
from arena.store.database.store import Store, open_store
from arena.store.results import commit as commit_markers
from arena.store.results.commit import commit_record, is_record_stored
from arena.store.results.ledger import find_broken_entry, read_head
from arena.store.results.records import Piece
from arena.store.tournaments.list import progress
from tests.postgres.proxy import Cut, Proxy
from tests.postgres.server import Server
from tests.store.samples import NOW, piece, record
from tests.store.test_commit import counts, scheduled

pytestmark = [pytest.mark.dear, pytest.mark.fault("F10")]

NOTHING = [0, 0, 0, 0, 0]
ALL = [4, 8, 4, 0, 1]  # of two bots on two boards
SLOW = """
CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END';
CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION slow();
"""  # the commit of a record takes a second


def commit(store: Store, one: Piece, salt: str = "") -> bool:
    """Commit a record as the coordinator does."""
    with store.writing(tries=1) as tx:
        given = record(one, salt=salt)
        return commit_record(tx, one.key, given, NOW) or is_record_stored(tx, one.key, given)


def terminate(server: Server, url: str, doing: str = "%") -> int:
    """End the server's processes for this database that run a statement; return their number."""
    name = url.rpartition("/")[2]
    with server.connected() as connection:
        rows = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND query LIKE %s",
            (name, doing),
        )
        return len(rows.fetchall())


def test_a_transaction_cut_off_before_its_commit_is_repeated(far: Store, proxy: Proxy) -> None:
    _, (only,) = scheduled(far, piece(1, 2))
    proxy.cut(Cut.BEFORE)
    with pytest.raises(Unreachable):
        commit(far, only)
    assert counts(far) == NOTHING
    assert commit(far, only)
    assert counts(far) == ALL


def test_a_commit_with_a_lost_answer_is_recognised(far: Store, proxy: Proxy) -> None:
    _, (only,) = scheduled(far, piece(1, 2))
    proxy.cut(Cut.AFTER)
    assert commit(far, only)
    assert proxy.cuts == [Cut.AFTER]
    assert counts(far) == ALL


def test_a_commit_still_in_progress_is_awaited(far: Store, proxy: Proxy) -> None:
    _, (only,) = scheduled(far, piece(1, 2))
    with far.writing() as tx:
        tx.exec_driver_sql(SLOW)
    proxy.cut(Cut.DURING)
    began = time.monotonic()
    assert commit(far, only)
    assert time.monotonic() - began > 0.9
    assert counts(far) == ALL


def test_a_cancelled_commit_is_recognised(store: Store, postgres: Server, url: str) -> None:
    _, (only,) = scheduled(store, piece(1, 2))
    with store.writing() as tx:
        tx.exec_driver_sql(SLOW)

    def at_the_commit() -> None:
        while not terminate(postgres, url, "COMMIT%"):
            time.sleep(0.01)

    ending = threading.Thread(target=at_the_commit)
    ending.start()
    with pytest.raises(Unreachable):
        commit(store, only)
    ending.join()
    assert counts(store) == NOTHING
    assert commit(store, only)
    assert counts(store) == ALL


def test_a_terminated_connection_leaves_nothing(store: Store, postgres: Server, url: str) -> None:
    _, (only,) = scheduled(store, piece(1, 2))
    with pytest.raises(Unreachable), store.writing() as tx:
        assert commit_record(tx, only.key, record(only), NOW)
        assert terminate(postgres, url)
        commit_record(tx, only.key, record(only), NOW)
    assert counts(store) == NOTHING


def test_ended_connections_are_reopened(store: Store, postgres: Server, url: str) -> None:
    _, (only,) = scheduled(store, piece(1, 2))
    assert terminate(postgres, url)
    assert commit(store, only)
    assert terminate(postgres, url)
    assert counts(store) == ALL


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restart", "crash"])
def test_a_restarting_server_is_awaited(store: Store, postgres: Server, how: signal.Signals) -> None:
    _, (only,) = scheduled(store, piece(1, 2))
    with _gone(postgres, how) as back:
        threading.Timer(0.5, back).start()
        assert commit(store, only)
    assert counts(store) == ALL


def test_an_absent_server_is_reported(
    store: Store, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.store.database.store.BUSY_MS", 300)
    _, (only,) = scheduled(store, piece(1, 2))
    with _gone(postgres, signal.SIGINT):
        with pytest.raises(Unreachable, match="refused"):
            commit(store, only)
        with pytest.raises(Unreachable, match="refused"):
            counts(store)
    assert counts(store) == NOTHING


def test_outcome_unknown_when_no_server_answers(
    store: Store, far: Store, proxy: Proxy, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commit_markers.was_committed, "__defaults__", (1.0,))
    _, (only,) = scheduled(store, piece(1, 2))
    assert issubclass(OutcomeUnknown, NotNow), "who can ask whether it is stored may do it again"
    with store.writing() as tx:
        tx.exec_driver_sql(SLOW)
    proxy.cut(Cut.DURING)

    def crash() -> None:
        proxy.after_cut.wait(20)
        postgres.stop(signal.SIGQUIT)

    gone = threading.Thread(target=crash)
    gone.start()
    try:
        with pytest.raises(OutcomeUnknown, match="commit"):
            commit(far, only)
        gone.join()
    finally:
        Back(postgres)()
    assert commit(far, only)
    assert counts(far) == ALL


def test_a_silent_writer_does_not_block_others(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "IDLE_MS", 1_500)
    _, (only,) = scheduled(store, piece(1, 2))
    with pytest.raises(Unreachable), open_store(url) as frozen, frozen.writing() as tx:
        commit_record(tx, only.key, record(only), NOW)
        assert commit(store, only, salt="another")
        commit_record(tx, only.key, record(only), NOW)
    assert counts(store) == ALL


def test_waiting_for_a_long_writer_ends(store: Store, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BUSY_MS", 200)
    _, (only,) = scheduled(store, piece(1, 2))
    with open_store(url) as other, other.writing():
        assert counts(store) == NOTHING, "who reads waits for nobody"
        with pytest.raises(Locked):
            commit(store, only)
    assert commit(store, only)


def test_a_full_disk_of_the_server_commits_nothing_and_says_so(store: Store) -> None:
    _, (only,) = scheduled(store, piece(1, 2))
    full = "BEGIN RAISE EXCEPTION ''could not extend file'' USING ERRCODE = ''disk_full''; END"
    with store.writing() as tx:
        tx.exec_driver_sql(f"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS '{full}'")
        tx.exec_driver_sql("CREATE TRIGGER full_disk AFTER INSERT ON game_log EXECUTE FUNCTION full_disk()")
    with pytest.raises(NoSpace):
        commit(store, only)
    assert counts(store) == NOTHING


def test_concurrent_writers_make_one_ledger(store: Store, postgres: Server, url: str) -> None:
    key, every = scheduled(store, *(piece(1, 2, pairing=number) for number in range(1, 41)))
    stop = threading.Event()

    def write() -> None:
        with open_store(url) as own:
            for one in every:
                while True:
                    try:
                        commit(own, one, salt=str(threading.get_ident()))
                        break
                    except NotNow:
                        continue

    def disturb() -> None:
        while not stop.wait(0.1):
            terminate(postgres, url, "%INSERT%")

    writers = [threading.Thread(target=write) for _ in range(4)]
    disturbing = threading.Thread(target=disturb)
    for thread in (*writers, disturbing):
        thread.start()
    for thread in writers:
        thread.join()
    stop.set()
    disturbing.join()
    with store.reading() as tx:
        assert find_broken_entry(tx) is None
        assert read_head(tx)[0] == 40
        assert progress(tx, key).games_done == 160


@contextmanager
def _gone(server: Server, how: signal.Signals) -> "Iterator[Back]":
    """Stop the server in the block, and start it again if told to."""
    server.stop(how)
    back = Back(server)
    try:
        yield back
    finally:
        back()


class Back:
    """A function that starts a server again, once."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._lock = threading.Lock()

    def __call__(self) -> None:
        with self._lock:
            if self._server.process is None:
                self._server.start()
