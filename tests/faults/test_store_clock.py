"""The system clock is set ahead or back an hour: nothing is measured by it or lost."""

import ast
import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena.service.submission.upload_dir import receive_file, sweep, uploads_folder
from arena.service.tokens import authenticate, find_valid_token, new_token, read_tokens, revoke_token
from arena.store.bots.submissions import list_versions, make_newest
from arena.store.database.store import Store, open_store, sqlite_url
from tests.factories.runs import run
from tests.faults.coordinator import an_event_of_one_match
from tests.store.samples import NOW
from tests.store.sqlite import store  # noqa: F401 - the fixture
from tests.store.test_submissions import FIRST, SECOND, add

pytestmark = pytest.mark.fault("F17")
ARENA = Path(__file__).parents[2] / "arena"
HOUR = timedelta(hours=1)
SKEW = timedelta(seconds=60)
CLOCKS = ("time.time", "datetime.now")
AGES = {
    "sandbox/docker/cleanup.py": "of images, as the engine dates them",
    "service/bots/stored_copies.py": "of files: the file system knows no other clock",
    "service/submission/upload_dir.py": "of files, too",
    "service/admin/doctor/containers.py": "whether the engine's clock is ours",
    "service/tournaments/play/executor.py": "of what another process wrote",
    "service/admin/telemetry/collector.py": "of what another process wrote",
    "service/admin/prune.py": "of what is dropped by its date, in days",
    "service/people/worker.py": "of what another process wrote",
    "service/live/relay.py": "of what another process wrote",
    "service/live/view.py": "of what another process wrote, perhaps of another machine",
    "store/tournaments/states.py": "of the last sign of life of another process, perhaps of another machine",
    "web/page.py": "for people: how long ago something was",
}

JUMPS = """
import datetime, itertools, time
real, turns = time.time, itertools.count()
def jump():
    return (0, 3_600, -3_600)[next(turns) % 3]
class Jumping(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + datetime.timedelta(seconds=jump())
time.time = lambda: real() + jump()
datetime.datetime = Jumping
"""
RUN = """
import json, sys, time
from arena.store.database.store import open_store
from tests.factories.runs import run
assert abs(time.time() - time.time()) > 3_000
with open_store(sys.argv[1]) as store:
    result = run(store, 1, 1)
    print(json.dumps([result.event_digest, result.faults, result.seconds]))
"""


def subtracts_times_of_day(path: Path) -> bool:
    """Return True if a time of day is subtracted."""
    text = path.read_text()
    if not any(clock in text for clock in CLOCKS):
        return False
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.BinOp))
    subtracted = (node for node in nodes if isinstance(node.op, ast.Sub))
    sides = (ast.unparse(side) for node in subtracted for side in (node.left, node.right))
    return any(clock in side for side in sides for clock in CLOCKS)


def test_no_duration_is_measured_by_time_of_day() -> None:
    found = {str(path.relative_to(ARENA)) for path in ARENA.rglob("*.py") if subtracts_times_of_day(path)}
    assert found <= AGES.keys()


@pytest.mark.parametrize("skew", [-SKEW, SKEW - timedelta(seconds=1)], ids=["behind", "ahead"])
def test_a_token_survives_a_clock_a_minute_off(store: Store, skew: timedelta) -> None:  # noqa: F811
    made = new_token(store, "anna", days=1, now=NOW)
    for moment in (NOW, NOW + timedelta(days=1)):
        found = authenticate(store, made.secret, moment + skew)
        assert found
        assert find_valid_token(store, found.key, moment + skew)
        assert read_tokens(store, moment + skew)[0].state == "in force"
    assert authenticate(store, made.secret, NOW + timedelta(days=1) + SKEW) is None


def test_a_revoked_token_stays_revoked(store: Store) -> None:  # noqa: F811
    made = new_token(store, "anna", now=NOW)
    revoke_token(store, "anna", NOW)
    assert authenticate(store, made.secret, NOW - HOUR) is None


def test_the_version_that_was_submitted_last_plays(store: Store) -> None:  # noqa: F811
    """Even if the clock was set back before it was submitted."""
    add(store, FIRST, when=NOW)
    add(store, SECOND, when=NOW - HOUR)
    with store.writing() as tx:
        newest, before = list_versions(tx, "clever")
        assert [one.submission.digest for one in (newest, before)] == [SECOND.digest, FIRST.digest]
        make_newest(tx, before.key, NOW - HOUR)
        assert [one.key for one in list_versions(tx, "clever")] == [before.key, newest.key]
        make_newest(tx, newest.key, NOW + HOUR)
        assert list_versions(tx, "clever")[0].submitted_at == NOW + HOUR


def test_running_uploads_are_not_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with receive_file() as coming:
        coming.write(b"the first half")
        sweep((), datetime.now(UTC).timestamp() + HOUR.total_seconds())
        coming.write(b"the second half")
        coming.keep("bot.zip")
    (kept,) = uploads_folder().iterdir()
    assert kept.read_bytes() == b"the first half" + b"the second half"


@pytest.mark.dear
def test_a_match_survives_jumping_clocks(tmp_path: Path) -> None:
    """The clocks of coordinator, referee and bots jump at every look."""
    (tmp_path / "jumps").mkdir()
    (tmp_path / "jumps" / "sitecustomize.py").write_text(JUMPS)
    for name in ("jumping", "undisturbed"):
        an_event_of_one_match(tmp_path / f"{name}.db")
    command = [sys.executable, "-c", RUN, sqlite_url(tmp_path / "jumping.db")]
    path = os.pathsep.join(filter(None, (str(tmp_path / "jumps"), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": path}, stdout=subprocess.PIPE, text=True, check=True
    )
    digest, faults, seconds = json.loads(done.stdout)
    with open_store(sqlite_url(tmp_path / "undisturbed.db")) as opened:
        assert (digest, faults) == (run(opened, 1, 1).event_digest, 0)
    assert 0 < seconds < HOUR.total_seconds() / 2
