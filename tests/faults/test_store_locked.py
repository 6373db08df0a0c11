"""A locked database: short locks are waited for, longer ones pause the run, and nothing is lost."""

import sqlite3
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread, Timer
from time import monotonic

import pytest

from arena.service.results import RunProgress
from arena.service.submission import queue
from arena.service.submission.status import read_upload
from arena.store.database import engines
from arena.store.database.failures import Locked
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.tables.bots import OWNER
from tests.conftest import Scale
from tests.faults.coordinated import an_event, locked, make_up, run_to_its_end
from tests.service.test_submit import at_home
from tests.service.test_uploads import TERMS, packed, sent_in
from tests.store.sqlite import store  # noqa: F401 - the fixture
from tests.web.waiting import until

pytestmark = pytest.mark.fault("F09")
SAID = "locked by another program: wait until the other program has finished, or stop it, then it goes on"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch, scale: Scale) -> None:
    """Shorten the timeouts, except at full scale."""
    monkeypatch.setattr(engines, "BUSY_MS", scale.pick(quick=50, ci=100, full=engines.BUSY_MS))


def test_a_short_lock_is_waited_for(store: Store, tmp_path: Path, scale: Scale) -> None:  # noqa: F811
    seconds = scale.pick(quick=0.2, ci=1.0, full=3.0)
    with locked(tmp_path / "arena.db") as other:
        until = monotonic() + seconds
        release = Timer(seconds, other.rollback)
        release.start()
        with store.writing() as tx:
            tx.execute(OWNER.insert().values(name="patient"))
        assert monotonic() >= until
        release.join()


@pytest.mark.usefixtures("hasty")
def test_a_waiting_process_retries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer than SQLite waits by itself, and waiting processes do not retry in step."""
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened, locked(tmp_path / "arena.db") as other:
        pauses: list[float] = []

        def pause(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == engines.TRIES - 1:
                other.rollback()

        monkeypatch.setattr("arena.store.database.engines.time.sleep", pause)
        with opened.writing() as tx:
            tx.execute(OWNER.insert().values(name="patient"))
    assert len(set(pauses)) == engines.TRIES - 1


@pytest.mark.usefixtures("hasty")
def test_a_long_wait_is_explained(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened, locked(tmp_path / "arena.db"):
        with pytest.raises(Locked, match="locked"), opened.writing(tries=2):
            pass
        with opened.reading() as tx:
            assert tx.execute(OWNER.select()).all() == [], "who only reads is never in the way"


@pytest.mark.dear
@pytest.mark.usefixtures("hasty")
@pytest.mark.ci_one_in(4)
@pytest.mark.parametrize("after", [2, 3, 0, 1], ids=lambda commits: f"after {commits} of 4 matches")
def test_a_tournament_pauses_and_goes_on(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, digest: str, scale: Scale
) -> None:
    """Also while the next round is written (after 2 matches), and at the end."""
    patience = scale.pick(quick=1, ci=3, full=12)  # at full a minute
    paused: list[str] = []
    with an_event(tmp_path) as opened, ExitStack() as lock:
        make_up(opened, monkeypatch)
        commits = 0
        other: sqlite3.Connection | None = None

        def watch(now: RunProgress) -> None:
            nonlocal other, commits
            commits += now.committed is not None
            if other is None and commits == after + 1:
                other = lock.enter_context(locked(tmp_path / "arena.db"))
            if now.paused:
                paused.append(now.paused)
                if len(paused) == patience:
                    assert other
                    other.rollback()

        result = run_to_its_end(opened, watch)
    assert len(paused) == patience
    assert all(SAID in one for one in paused)
    assert (result.finished, result.event_digest) == (True, digest)


@pytest.mark.dear
@pytest.mark.usefixtures("hasty")
def test_a_paused_run_can_be_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, digest: str
) -> None:
    leave = Event()
    with an_event(tmp_path) as opened:
        make_up(opened, monkeypatch)
        with ExitStack() as lock:

            def watch(now: RunProgress) -> None:
                if now.committed:
                    lock.enter_context(locked(tmp_path / "arena.db"))
                if now.paused:
                    leave.set()

            left = run_to_its_end(opened, watch, leave)
        assert (left.finished, left.games) == (False, 4)
        assert run_to_its_end(opened).event_digest == digest


@pytest.mark.dear
@pytest.mark.usefixtures("hasty")
def test_uploads_wait_for_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting is not an attempt; after three attempts a bot is given up."""
    at_home(tmp_path, monkeypatch)
    monkeypatch.setattr(engines, "TRIES", 1)
    ended, said = Event(), list[str]()
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened, ExitStack() as lock:
        ticket = sent_in(opened, packed({"bot.toml": b"x"})).ticket
        other = lock.enter_context(locked(tmp_path / "arena.db"))

        def heard(text: str) -> None:
            said.append(text)
            if len(said) == 1:
                other.rollback()

        monkeypatch.setattr(queue.LOG, "error", heard)
        working = Thread(target=queue.run_upload_worker, args=(opened, TERMS, ended, Event()))
        working.start()
        until(lambda: read_upload(opened, ticket, "anna").over)
        ended.set()
        working.join()
        upload = read_upload(opened, ticket, "anna")
    assert upload.state == "refused"
    assert upload.attempts == 1
    assert SAID in said[0]
