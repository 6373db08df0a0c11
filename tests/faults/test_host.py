"""The host sleeps, runs out of memory or user ids; and the referee writes nothing where bots can write."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from arena.record.match import Clock, Verdict
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.referee.process.match_main import AWAY_S
from arena.referee.run import run_match
from arena.sandbox.docker.cleanup import sweep_dead
from arena.sandbox.docker.leases import FIRST_USER, FOLDER, Leases
from tests.conftest import Scale
from tests.docker.matches import in_containers
from tests.figures import figures
from tests.referee.matches import match, verdicts
from tests.web.waiting import descendants

if TYPE_CHECKING:
    from docker import APIClient

SLEEPS_S: Final = AWAY_S + 2
SHORT: Final = Clock(4_000, 0, 4_000)  # less than the host sleeps


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty folder for run directories, with a path short enough for sockets."""
    with tempfile.TemporaryDirectory(prefix="t-", dir="/tmp") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)


def put_to_sleep(seconds: float) -> None:
    """Stop all processes that this process has started."""
    asleep = list(descendants(os.getpid()))
    for pid in asleep:
        _send(pid, signal.SIGSTOP)
    time.sleep(seconds)
    for pid in reversed(asleep):
        _send(pid, signal.SIGCONT)


def _send(pid: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


@pytest.mark.dear
@pytest.mark.fault("F18")
def test_no_bot_is_blamed_if_the_host_sleeps(scale: Scale) -> None:
    tries = scale.pick(quick=1, ci=1, full=5)
    for number in range(tries):
        events: list[MatchEvent] = []
        begun = threading.Event()

        def heard(
            event: MatchEvent, events: list[MatchEvent] = events, begun: threading.Event = begun
        ) -> None:
            events.append(event)
            if event.kind is MatchEventKind.PLAYED:
                begun.set()

        spec = match("slow", "first", boards=40, in_flight=1 + 4 * number, clock=SHORT, only=1)
        with ThreadPoolExecutor(1) as pool:
            playing = pool.submit(run_match, spec, heard)
            assert begun.wait(60)
            put_to_sleep(SLEEPS_S)
            record = playing.result()
        assert record.internal and all("the referee stood still for" in lost for lost in record.internal)
        assert len(record.games) == 40
        assert verdicts(record, 0) == verdicts(record, 1) == {Verdict.OK}
        assert record.faults == ()


# ---- memory ----


@pytest.fixture
def small_group() -> Iterator[Path]:
    """Return a control group with too little memory for a referee."""
    first = Path("/sys/fs/cgroup/memory")
    one = (first if first.is_dir() else first.parent) / f"arena-test-{os.getpid()}"
    limit = one / ("memory.limit_in_bytes" if first.is_dir() else "memory.max")
    try:
        one.mkdir()
        limit.write_text("16000000")
    except OSError as problem:
        pytest.skip(f"control groups are root's, and are to be seen: {problem}")
    yield one
    one.rmdir()


@pytest.mark.dear
@pytest.mark.fault("F06")
def test_no_bot_is_blamed_if_the_referee_is_out_of_memory(
    small_group: Path, stand_in: Callable[[str], None]
) -> None:
    """For a bot it is an OOM verdict, tested in tests/docker."""
    spec = match("first", "first", boards=2)
    main = "from arena.referee.process.match_main import main; main()"
    stand_in(f"echo $$ > {small_group}/cgroup.procs; exec {sys.executable} -c '{main}' $1")
    record = run_match(spec)
    assert [lost.splitlines()[0] for lost in record.internal] == ["exit code -9"] * 3
    assert verdicts(record, 0) == verdicts(record, 1) == {Verdict.VOID}
    assert record.faults == ()


# ---- users ----

HOLDS: Final = """
import sys
from pathlib import Path
from arena.sandbox.docker.leases import Leases
from arena.sandbox.docker.cleanup import take_run
leases = Leases.of_this_machine()
held = take_run(leases, Path(sys.argv[1])), *[leases.take_user(sys.argv[1]) for _ in range(3)]
print(flush=True)
sys.stdin.read()
"""


@pytest.mark.fault("F16")
def test_user_ids_of_dead_matches_are_freed(
    engine: "APIClient", temporary: Path, monkeypatch: pytest.MonkeyPatch, scale: Scale
) -> None:
    """At full scale all user ids would be used up after two thirds."""
    cycles = scale.pick(quick=2, ci=10, full=500)
    monkeypatch.setenv(FOLDER, str(temporary / "leases"))
    leases = Leases.of_this_machine()
    for number in range(cycles):
        pipes = subprocess.PIPE
        command = [sys.executable, "-S", "-c", HOLDS, f"/nowhere/{number}"]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        with subprocess.Popen(command, stdin=pipes, stdout=pipes, env=environment) as dies:
            assert dies.stdout and dies.stdout.readline() == b"\n"
            dies.kill()
        assert len(list(leases.folder.iterdir())) == 4
        sweep_dead(engine, leases)
        assert list(leases.folder.iterdir()) == []
    user, lease = leases.take_user()
    lease.release()
    assert user == FIRST_USER
    figures("users given back", cycles=cycles)


# ---- what the referee touches ----

# Python imports this before anything else: it writes down which paths its process touches, and how.
WRITES_DOWN: Final = """
import json, os, sys
HOW = {
    "open", "os.chmod", "os.chown", "os.link", "os.listdir", "os.mkdir", "os.remove", "os.rename", "os.rmdir",
    "os.scandir", "os.symlink", "os.truncate", "os.utime", "shutil.rmtree", "shutil.move", "shutil.copyfile",
}
TOUCHED = os.environ["TOUCHED"]
def touched(how, arguments):
    if how in HOW and isinstance(arguments[0], (str, bytes, os.PathLike)) and arguments[0] != TOUCHED:
        writes = bool(arguments[2] & 0o1101) if how == "open" else True  # to write, to create, to empty
        line = json.dumps([how, os.fspath(arguments[0]), writes], default=os.fsdecode)
        target = os.open(TOUCHED, os.O_WRONLY | os.O_APPEND)
        os.write(target, line.encode() + b"\\n")
        os.close(target)
if "arena.referee" in sys.orig_argv:
    sys.addaudithook(touched)
"""
READS: Final = {"os.listdir", "os.scandir"}
SEAT: Final = r"/\d"
# All that is done in an instance's directory: it is made and named, its seat is made, the socket opened to
# all; all are removed.
DONE: Final = {
    "os.mkdir": f"({SEAT})?",
    "os.rename": "",
    "os.chmod": f"{SEAT}/referee.sock",
    "os.rmdir": f"({SEAT})?",
}


@pytest.mark.dear
def test_the_referee_touches_nothing_that_a_bot_can_write(
    engine: "APIClient", temporary: Path, new_fork_server: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot in a container cannot write to the host at all (tests/docker)."""
    (temporary / "site").mkdir()
    (temporary / "site" / "sitecustomize.py").write_text(WRITES_DOWN)
    (temporary / "touched").touch()
    monkeypatch.setenv("TOUCHED", str(temporary / "touched"))
    monkeypatch.setenv("PYTHONPATH", str(temporary / "site"))
    record = run_match(in_containers(match("first", "floods", boards=1), "touches"))
    assert verdicts(record, 0) == {Verdict.OK}
    lines = (temporary / "touched").read_text().splitlines()
    done = {(how, path) for how, path, writes in map(json.loads, lines) if writes and how not in READS}
    run = re.compile(re.escape(str(temporary)) + r"/\.?arena-\w{8}")
    inside = {(how, run.sub("", path)) for how, path in done if run.match(path)}
    assert {how for how, _ in inside} >= {"os.mkdir", "os.chmod", "os.rmdir"}, "it was written down"
    assert [one for one in sorted(inside) if not re.fullmatch(DONE.get(one[0], "never"), one[1])] == []
    elsewhere = {path for _, path in done if not run.match(path) and path.startswith("/")}
    allowed = (str(Leases.of_this_machine().folder), "/dev/null", sys.prefix, sys.base_prefix)
    rest = [path for path in sorted(elsewhere) if not path.startswith(allowed)]
    assert [path for path in rest if not re.fullmatch(r"/proc/\d+/autogroup", path)] == []
