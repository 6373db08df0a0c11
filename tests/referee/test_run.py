"""A match in its own process: repeatable, repeated if the process dies, and removed completely."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from dataclasses import replace
from glob import glob
from pathlib import Path

import pytest

from arena.record.match import Clock, MatchRecord, MatchSpec, Verdict
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.referee.process.codec import encode
from arena.referee.process.match_process import MatchCancelled
from arena.referee.run import run_match
from arena.rules import UnknownRuleset, WrongNumberOfPlayers
from arena.sandbox.fork_server import fork_server
from arena.sandbox.match_dir import matches_folder
from arena.sandbox.runners import UnknownRunner
from tests.faults.test_store_full import alone_on_a_small_disk
from tests.hostile.attacks.http2 import DATA, END_STREAM, frame
from tests.referee.matches import match, verdicts
from tests.referee.raw import Connection, call
from tests.web.waiting import children


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty folder for run directories, with a path short enough for sockets."""
    with tempfile.TemporaryDirectory(prefix="t-", dir="/tmp") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)


def processes_of(folder: Path) -> dict[int, str]:
    """Return the processes with the folder in their arguments or environment, and our match processes."""
    found, forked = {}, set(children(fork_server.pid or 0))
    for process in Path("/proc").glob("[0-9]*"):
        if int(process.name) == fork_server.pid:
            continue
        try:
            arguments = (process / "cmdline").read_bytes()
            if (
                int(process.name) in forked
                or str(folder).encode() in arguments + (process / "environ").read_bytes()
            ):
                found[int(process.name)] = arguments.replace(b"\0", b" ").decode()
        except OSError:
            continue
    return found


def digests(record: MatchRecord) -> list[str]:
    return [game.game_digest for game in record.games]


@pytest.mark.dear
def test_the_same_spec_gives_the_same_games(only: int) -> None:
    one = run_match(match("seeded", "first", boards=5, in_flight=1, only=only))
    many = run_match(match("seeded", "first", boards=5, in_flight=64, only=only))
    assert digests(one) == digests(many)
    assert len(set(digests(one))) == len(one.games) >= 5
    assert {game.id for game in one.games}.isdisjoint(game.id for game in many.games)


@pytest.mark.parametrize("name", ["x" * 90, "a#b", "a?b", "a%20b", os.fsdecode(b"\xff")])
def test_no_bot_is_blamed_for_an_unreachable_socket(
    name: str, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (temporary / name).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary / name))
    told: list[MatchEvent] = []
    cancel = threading.Event()

    def tell(event: MatchEvent) -> None:
        told.append(event)
        if event.kind is not MatchEventKind.STARTED:
            cancel.set()

    with pytest.raises(MatchCancelled):
        run_match(match("first", "first"), tell, cancel)
    assert [event.kind for event in told] == [MatchEventKind.STARTED, MatchEventKind.PAUSED]
    assert "set TMPDIR to a short, plain directory" in told[1].detail
    assert not [*(temporary / name).iterdir()]


def test_a_bot_sees_only_its_seat() -> None:
    """The path of its socket, also visible in its mounts, reveals nothing of other instances."""
    shows = "import os; print(os.environ['ARENA_TARGET'].removeprefix('unix://'), end='')"
    spec = match("first", "first", boards=1)
    spec = replace(spec, bots=(replace(spec.bots[0], command=(sys.executable, "-c", shows)), spec.bots[1]))
    record = run_match(spec)
    sockets = [Path(b64decode(fault.output).decode()) for fault in record.faults]
    assert [socket.parent.name for socket in sockets] == ["0", "1"]
    own = [socket.parents[1] for socket in sockets]
    assert all(re.fullmatch(r"arena-\w{8}", folder.name) for folder in own), own
    assert {folder.parent for folder in own} == {matches_folder()}
    assert len({*own}) == 2


FEW = """
import resource, sys
from arena.referee.live.progress import MatchEventKind
from arena.sandbox.fork_server import fork_server
from arena.referee.run import run_match
from tests.referee.matches import match, verdicts
most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), most[1]))
def tell(event):
    if event.kind is MatchEventKind.PAUSED:
        print(event.detail)
        resource.setrlimit(resource.RLIMIT_NOFILE, most)
        fork_server.end()  # the next one has this limit
record = run_match(match("first", "first", boards=1), tell)
print(record.internal, [str(one) for bot in (0, 1) for one in verdicts(record, bot)])
"""


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("files", [10, 20])
def test_no_bot_is_blamed_for_too_few_files(files: int) -> None:
    """Ten files are too few for the match process, twenty for its bots."""
    command = [sys.executable, "-c", FEW, str(files)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    why, result = done.stdout.splitlines()
    assert "-j" in why
    assert result == "() ['OK', 'OK']"


SMALL = """
import os, sys, tempfile, threading
from pathlib import Path
from arena.referee.live.progress import MatchEventKind
from arena.referee.run import run_match
from tests.referee.matches import match, verdicts
free, folder = int(sys.argv[1]), Path(sys.argv[2])
tempfile.tempdir = str(folder)
for number in range(os.statvfs(folder).f_ffree - free):
    (folder / f"ballast-{number}").touch()
def tell(event):
    if event.kind is MatchEventKind.PAUSED:
        print(event.detail)
        for file in folder.glob("ballast-*"):
            file.unlink()
record = run_match(match("first", "first", boards=1), tell)
print(record.internal, [str(one) for bot in (0, 1) for one in verdicts(record, bot)])
"""


@pytest.mark.dear
@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("free", [0, 1, 2, 4, 6])
def test_a_match_waits_for_disk_space(free: int, temporary: Path) -> None:
    """Play on a disk with this many free files; a match of two bots needs seven."""
    if not (alone := alone_on_a_small_disk(temporary)):
        pytest.skip("a small disk is the operator's to make")
    small = f'mount -t tmpfs -o nr_inodes=40 small {temporary} && exec "$@"'
    command = [*alone, "sh", "-c", small, "sh", sys.executable, "-c", SMALL, str(free), str(temporary)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    why, result = done.stdout.splitlines()
    assert str(temporary) in why
    assert result == "() ['OK', 'OK']"


@pytest.mark.dear
def test_a_manual_bot_that_ends_before_hello_has_a_fault() -> None:
    """JSON has no infinity."""
    spec = match("first", "first", boards=1, only=1)
    spec = replace(spec, bots=(replace(spec.bots[0], runner="by-hand"), spec.bots[1]))
    threads: list[threading.Thread] = []

    def ends_at_once(target: str) -> None:
        connection = Connection(Path(target)).begin().send(call(), frame(DATA, END_STREAM, 1))
        for _ in connection.frames():
            pass
        connection.close()

    def start(event: MatchEvent) -> None:
        if event.kind is MatchEventKind.WAITING:
            target = event.detail.splitlines()[0].removeprefix("ARENA_TARGET=unix://")
            threads.append(threading.Thread(target=ends_at_once, args=(target,)))
            threads[-1].start()

    (fault,) = run_match(spec, start).faults
    for thread in threads:
        thread.join()
    assert (fault.bot, fault.verdict, fault.elapsed_ms) == (0, Verdict.NO_START, 0.0)


DIES_ONCE = """
import os, pathlib, threading, maumau
class Bot(maumau.Bot):
    def on_match_start(self, match):
        if not (been := pathlib.Path(MARK)).exists():
            been.touch()
            threading.Timer(0.3, os._exit, (1,)).start()
    def choose(self, view): return view.legal[0]
maumau.run(Bot())
"""
THINKS_ONCE = """
import time, maumau
class Bot(maumau.Bot):
    thinks_s = 1.5
    def choose(self, view):
        time.sleep(self.thinks_s)
        self.thinks_s = 0
        return view.legal[0]
maumau.run(Bot())
"""
LEAVES_OUT = """
import sys
sys.path.insert(0, HERE)
from tests.bots import plain
line = plain.Line()
line.hello()
ended = 0
for message in line.messages:
    ended += len(message.ends)
    if ended > 200 and message.questions:
        plain.honest(line, message.questions)
"""


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("opponent", [THINKS_ONCE, LEAVES_OUT], ids=["answers late", "leaves out"])
def test_late_answers_do_not_disturb_the_next_games(opponent: str, temporary: Path) -> None:
    """All 256 numbers are in use, and late answers may still come."""
    codes = [
        f"MARK, HERE = {str(temporary / 'mark')!r}, {str(Path(__file__).parents[2])!r}\n{code}"
        for code in (DIES_ONCE, opponent)
    ]
    spec = match("first", "first", boards=300, only=1, in_flight=256, clock=Clock(2_000, 0, 2_000))
    bots = zip(spec.bots, codes, strict=True)
    spec = replace(spec, bots=tuple(replace(bot, command=(sys.executable, "-c", code)) for bot, code in bots))
    record = run_match(spec)
    assert verdicts(record, 0) == {Verdict.OK, Verdict.DISCONNECT}
    assert verdicts(record, 1) == {Verdict.OK}


@pytest.mark.dear
def test_both_rotations_deal_the_same_cards() -> None:
    record = run_match(match("first", "first", boards=3))
    assert len(set(digests(record))) == 3  # a game of two equal bots does not depend on who sits where


class Watcher:
    """Does something to the process of a match at its first progress."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder = folder
        self.signal = number
        self.events: list[MatchEvent] = []

    def __call__(self, event: MatchEvent) -> None:
        self.events.append(event)
        if [event.kind for event in self.events].count(MatchEventKind.PLAYED) == 1 and self.signal:
            child = next(pid for pid, line in processes_of(self.folder).items() if "arena.referee" in line)
            os.kill(child, self.signal)
            self.signal = 0


@pytest.mark.dear
@pytest.mark.fault("F02")
def test_a_killed_match_is_repeated(temporary: Path) -> None:
    spec = match("first", "seeded", boards=4, in_flight=1)
    watcher = Watcher(temporary, signal.SIGKILL)
    record = run_match(spec, watcher)
    assert MatchEventKind.RESTARTED in [event.kind for event in watcher.events]
    assert [text.splitlines()[0] for text in record.internal] == ["exit code -9"]
    clean = run_match(spec)
    assert digests(record) == digests(clean)
    assert clean.internal == ()
    assert verdicts(record, 0) == verdicts(record, 1) == {Verdict.OK}
    assert not processes_of(temporary)
    assert not list(temporary.iterdir())


@pytest.mark.dear
@pytest.mark.fault("F02")
def test_a_match_that_always_dies_is_void(stand_in: Callable[[str], None]) -> None:
    stand_in("echo broken >&2; exit 9")
    events: list[MatchEvent] = []
    record = run_match(match("first", "first", boards=2), events.append)
    assert [event.kind for event in events] == [
        MatchEventKind.STARTED,
        MatchEventKind.RESTARTED,
        MatchEventKind.RESTARTED,
        MatchEventKind.VOID,
    ]
    assert "exit code 9\nbroken" in events[-1].detail
    assert list(record.internal) == [event.detail for event in events[1:]]
    assert {game.termination for game in record.games} == {"VOID"}
    assert verdicts(record, 0) == verdicts(record, 1) == {Verdict.VOID}
    assert {seat.score for game in record.games for seat in game.seats} == {0.5}
    assert [(game.board, game.rotation) for game in record.games] == [(5, 0), (5, 1), (6, 0), (6, 1)]


@pytest.mark.parametrize("name", [pytest.param("slow", marks=pytest.mark.dear), "never_connects"])
def test_a_cancelled_match_leaves_nothing(name: str, temporary: Path) -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.6, cancel.set)
    timer.start()
    began = time.monotonic()
    with pytest.raises(MatchCancelled):
        run_match(match(name, "first", boards=50, start_ms=60_000), cancel=cancel)
    timer.join()
    assert time.monotonic() - began < 30  # of 60 s to connect
    assert not processes_of(temporary)
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("name", ["leaves_a_daemon", pytest.param("crash_mid_game", marks=pytest.mark.dear)])
def test_a_match_leaves_nothing(name: str, temporary: Path, only: int) -> None:
    run_match(match(name, "first", start_ms=500, only=only))
    assert not list(temporary.iterdir())
    deadline = time.monotonic() + 30  # who was killed may be seen for a moment
    while processes_of(temporary) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not processes_of(temporary)


@pytest.mark.dear
def test_progress_is_reported() -> None:
    events: list[MatchEvent] = []
    record = run_match(match("first", "seeded", boards=4), events.append)
    assert events[0] == MatchEvent("test", MatchEventKind.STARTED, 0, 8, (0.0, 0.0))
    last = events[-1]
    assert (last.kind, last.games, last.total) == (MatchEventKind.PLAYED, 8, 8)
    won = tuple(sum(s.score for g in record.games for s in g.seats if s.bot == bot) for bot in (0, 1))
    assert last.scores == won


def test_an_invalid_spec_is_refused(temporary: Path) -> None:
    with pytest.raises(UnknownRuleset):
        run_match(match("first", "first", ruleset="poker"))
    with pytest.raises(WrongNumberOfPlayers):
        run_match(match("first"))
    with pytest.raises(UnknownRunner):
        run_match(match("first", "first", runner="magic"))
    assert not list(temporary.iterdir())


@pytest.mark.dear
def test_the_match_process_cleans_up_if_its_parent_dies(temporary: Path) -> None:
    """A killed parent cannot clean up; the end of stdin tells the process to."""
    code = (
        "import sys; from arena.referee.process.codec import decode;"
        "from arena.record.match import MatchSpec;"
        "from arena.referee.run import run_match; run_match(decode(MatchSpec, sys.argv[1]))"
    )
    run_and_kill(code, match("silent", "first"), temporary)
    deadline = time.monotonic() + 30
    while (processes_of(temporary) or list(temporary.iterdir())) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not processes_of(temporary)
    assert not list(temporary.iterdir())


def run_and_kill(code: str, spec: MatchSpec, folder: Path) -> None:
    """Run a match in its own parent process, and kill that once the bots play."""
    environment = os.environ | {"TMPDIR": str(folder)}
    parent = subprocess.Popen([sys.executable, "-c", code, encode(spec)], env=environment)
    deadline = time.monotonic() + 60
    while len(glob(f"{folder}/*/*/referee.sock")) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    parent.kill()
    parent.wait()
