"""The engine restarts, dies or hangs during matches: they go on or are repeated, and no bot is blamed."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from arena.record.match import Clock, MatchRecord, MatchSpec, Verdict
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.referee.process.codec import encode
from arena.referee.run import run_match
from arena.sandbox.docker.cleanup import HOST, MATCH, RUN, labels
from arena.sandbox.docker.engine import CALL_S, NoEngine, connect
from arena.sandbox.docker.flags import container
from arena.sandbox.docker.leases import FOLDER, Leases
from arena.sandbox.docker.runner import DockerRunner
from arena.sandbox.match_dir import sweep_directories
from arena.service.bots import resolve_bot
from arena.service.reports.bot_output import fault_reports
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import open_store, sqlite_url
from tests.conftest import Scale
from tests.docker.boxes import launch
from tests.docker.matches import containers, in_containers
from tests.factories.runs import run
from tests.faults.coordinated import SEED
from tests.faults.coordinator import Coordinator, coordinating, games, kill
from tests.faults.engines import DOCKERD, DeafEngine, PrivateEngine, load, stuck, until
from tests.figures import figures
from tests.referee.matches import match, verdicts
from tests.web.waiting import descendants, is_running

if TYPE_CHECKING:
    from docker import APIClient

BOARDS: Final = 40  # so many that the match is not over before the engine is
LONG: Final = Clock(60_000, 100, 60_000)
NONE: Final = Clock(0, 0, 0)
ONE_MATCH: Final = (
    "import sys; from arena.referee.process.codec import decode; from arena.record.match import MatchSpec;"
    "from arena.referee.run import run_match; run_match(decode(MatchSpec, sys.argv[1]))"
)
PRINTS_AS_MUCH_AS_IT_CAN: Final = """
import os, time
os.set_blocking(1, False)
full = 0
while full < 5:
    try:
        os.write(1, bytes(65_536))
        full = 0
    except BlockingIOError:
        full += 1
        time.sleep(0.2)
"""


@pytest.fixture(scope="module")
def loaded(engine: "APIClient", tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateEngine]:
    """Return a private engine with the images of the bots."""
    tmp_path_factory.getbasetemp()  # before the place for temporary files is another
    if os.geteuid() or not shutil.which(DOCKERD):
        pytest.skip(f"who starts an engine of one's own is root and has {DOCKERD}")
    with tempfile.TemporaryDirectory(prefix="t-", dir="/tmp") as folder:
        private = PrivateEngine(Path(folder))
        private.start()
        try:
            load(private, engine)
            yield private
        finally:
            private.end()


@pytest.fixture
def private(loaded: PrivateEngine, monkeypatch: pytest.MonkeyPatch) -> Iterator[PrivateEngine]:
    """Let matches use the private engine, with their own leases and run directories.

    After each test nothing is left, once the engine has caught up.
    """
    temporary = loaded.folder / "tmp"
    temporary.mkdir(exist_ok=True)
    monkeypatch.setenv("DOCKER_HOST", loaded.host)
    monkeypatch.setenv(FOLDER, str(loaded.folder / "leases"))
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    yield loaded
    sweep_directories()
    leases = Leases.of_this_machine().folder

    def nothing_left() -> bool:
        DockerRunner(temporary / "nobody", "").sweep()
        with loaded.connected() as api:
            return not containers(api, RUN) and not list(leases.glob("*"))

    until(nothing_left, "no container and no lease is left")
    assert list(temporary.iterdir()) == []


class UnderWay:
    """A match in a thread, and its events."""

    def __init__(self, spec: MatchSpec) -> None:
        self.spec = spec
        self.events: list[MatchEvent] = []
        self.cancel = threading.Event()
        self.record: Future[MatchRecord]

    def told(self, kind: MatchEventKind) -> list[MatchEvent]:
        return [event for event in self.events if event.kind is kind]

    def until_told(self, kind: MatchEventKind, times: int = 1) -> None:
        until(lambda: len(self.told(kind)) >= times or self.record.done(), f"{kind} {times} times")
        assert len(self.told(kind)) >= times, self.record.result()


@contextmanager
def under_way(spec: MatchSpec) -> Iterator[UnderWay]:
    """Play a match, and end it after the block."""
    playing = UnderWay(spec)
    with ThreadPoolExecutor(1) as pool:
        playing.record = pool.submit(run_match, spec, playing.events.append, playing.cancel)
        try:
            yield playing
        finally:
            playing.cancel.set()


def slow_match(name: str, boards: int = BOARDS) -> MatchSpec:
    return in_containers(match("slow", "first", boards=boards, in_flight=1, clock=LONG, only=1), name)


def blames_nobody(record: MatchRecord, boards: int = BOARDS) -> bool:
    every = verdicts(record, 0) | verdicts(record, 1)
    return (len(record.games), every, record.faults) == (boards, {Verdict.OK}, ())


def lost(record: MatchRecord) -> list[str]:
    """Return why it was repeated, except for a referee that stood still on an overloaded machine."""
    return [why for why in record.internal if "the referee stood still" not in why]


# ---- it is gone ----

GONE: Final[Mapping[str, Callable[[PrivateEngine], None]]] = {
    "stopped": lambda engine: engine.stop(signal.SIGTERM),
    "killed": lambda engine: engine.stop(signal.SIGKILL),
}


@pytest.mark.dear
@pytest.mark.fault("F04")
@pytest.mark.parametrize("how", ["killed", pytest.param("stopped", marks=pytest.mark.full)])
def test_a_match_is_repeated_after_a_restart(how: str, private: PrivateEngine) -> None:
    with under_way(slow_match(how)) as playing:
        playing.until_told(MatchEventKind.PLAYED)
        GONE[how](private)
        playing.until_told(MatchEventKind.PAUSED, 2)
        private.start()
        record = playing.record.result()
    paused = playing.told(MatchEventKind.PAUSED)[0].detail
    assert "no Docker engine answers" in paused and "start it" in paused
    assert len(lost(record)) == 1, "one run was lost; to wait is none"
    assert blames_nobody(record)


@pytest.mark.full
@pytest.mark.fault("F04")
def test_a_bot_killed_from_outside_is_not_blamed(private: PrivateEngine) -> None:
    with under_way(slow_match("removed")) as playing, private.connected() as api:
        playing.until_told(MatchEventKind.PLAYED)
        victim, *_ = containers(api, f"{MATCH}={playing.spec.id}")
        api.kill(victim["Id"])
        record = playing.record.result()
    assert len(lost(record)) == 1 and "was killed through the engine" in lost(record)[0]
    assert blames_nobody(record)


# ---- it hangs ----


@pytest.mark.full
@pytest.mark.fault("F05")
def test_matches_wait_for_a_hanging_engine(private: PrivateEngine) -> None:
    private.send(signal.SIGSTOP)
    with under_way(slow_match("waits", boards=2)) as playing:
        playing.until_told(MatchEventKind.PAUSED)
        assert not playing.told(MatchEventKind.STARTED)
        private.send(signal.SIGCONT)
        record = playing.record.result()
    assert "(timed out)" in playing.told(MatchEventKind.PAUSED)[0].detail
    assert not lost(record) and blames_nobody(record, 2)


@pytest.mark.full
@pytest.mark.fault("F05")
def test_running_bots_play_on_while_the_engine_hangs(private: PrivateEngine) -> None:
    with under_way(slow_match("plays-on", boards=15)) as playing:
        playing.until_told(MatchEventKind.PLAYED)
        private.send(signal.SIGSTOP)
        try:
            until(lambda: playing.record.done() or bool(playing.told(MatchEventKind.PAUSED)), "it is over")
        finally:
            private.send(signal.SIGCONT)
        record = playing.record.result()
    assert not lost(record) and blames_nobody(record, 15)


@pytest.mark.full
@pytest.mark.fault("F05")
def test_an_unremovable_container_does_not_block_matches(private: PrivateEngine, tmp_path: Path) -> None:
    """The containers of a dead match, and their user ids, wait for a later sweep."""
    leases = Leases.of_this_machine()
    user, lease = leases.take_user(str(tmp_path))
    lease.abandon()
    prints = launch(PRINTS_AS_MUCH_AS_IT_CAN, tmp_path)
    with private.connected() as api:
        marks = labels(tmp_path, "dead", "1-0-0")
        with (
            stuck(private, container(api, prints, user, marks)),
            under_way(in_containers(match("first", "first", boards=1, only=1), "next")) as playing,
        ):
            until(lambda: playing.record.done() or bool(playing.told(MatchEventKind.PAUSED)), "it is over")
            assert not playing.told(MatchEventKind.PAUSED)
            assert blames_nobody(playing.record.result(), 1)
            assert len(api.containers(all=True, filters={"label": f"{RUN}={tmp_path}"})) == 1
            assert [path.name for path in leases.folder.iterdir()] == [lease.name]


@pytest.mark.dear
@pytest.mark.fault("F05")
def test_a_silent_engine_times_out(short_path: Path, monkeypatch: pytest.MonkeyPatch, scale: Scale) -> None:
    deaf = DeafEngine(short_path)
    monkeypatch.setenv("DOCKER_HOST", deaf.host)
    began = time.monotonic()
    try:
        with pytest.raises(NoEngine, match=r"no Docker engine answers at .*timed out"):
            connect(scale.pick(quick=1, ci=1, full=CALL_S))
    finally:
        deaf.close()
    assert time.monotonic() - began < 10 * CALL_S


# ---- what is left by those who were killed ----


def running(api: "APIClient", spec: MatchSpec) -> int:
    return sum(one["State"]["Running"] for one in containers(api, f"{MATCH}={spec.id}"))


@contextmanager
def dead_match(api: "APIClient", spec: MatchSpec) -> Iterator[Path]:
    """Return the directory of a match that was killed with its parent while its containers run."""
    with subprocess.Popen([sys.executable, "-c", ONE_MATCH, encode(spec)]) as parent:
        until(lambda: running(api, spec) == 2, "two containers run")
        found = containers(api, f"{MATCH}={spec.id}")
        everything = [parent.pid, *descendants(parent.pid)]
        for pid in everything:
            os.kill(pid, signal.SIGSTOP)  # nobody sees another one die
        for pid in everything:
            kill(pid)
    until(lambda: not any(map(is_running, everything)), "all are dead")
    yield Path(found[0]["Config"]["Labels"][RUN])


@pytest.mark.dear
@pytest.mark.fault("F14")
@pytest.mark.fault("F15")
def test_containers_of_dead_matches_are_removed(private: PrivateEngine, tmp_path: Path) -> None:
    spec = in_containers(match("silent", "silent", clock=NONE), "dead")
    what = launch("import time; time.sleep(600)", tmp_path)
    with private.connected() as api:
        others = [{}, {RUN: "/somewhere"}, {RUN: "/somewhere", HOST: "another"}]
        made = [api.create_container(**container(api, what, 1, labels))["Id"] for labels in others]
        with dead_match(api, spec) as directory:
            assert len(containers(api, f"{RUN}={directory}")) == 2
            assert directory.is_dir() and len(list(Leases.of_this_machine().folder.iterdir())) == 3
        record = run_match(in_containers(match("first", "first", boards=1, only=1), "next"))
        assert blames_nobody(record, 1)
        assert containers(api, f"{RUN}={directory}") == []
        assert not directory.exists() and list(Leases.of_this_machine().folder.iterdir()) == []
        assert {one["Id"] for one in api.containers(all=True)} == set(made)
        for one in made:
            api.remove_container(one, force=True)


# ---- with containers too nothing is lost or doubled ----


def left_running(rng: Random, coordinator: Coordinator) -> None:
    """Kill a match and the coordinator, each at some moment."""
    coordinator.until(0, rng.randrange(1, 20))
    for victim in coordinator.matches()[: rng.randrange(2)]:
        kill(victim)
    coordinator.until(rng.randrange(2), rng.randrange(20))
    threading.Event().wait(rng.uniform(0, 0.25))  # it may also be between two signs of life
    below = list(descendants(coordinator.pid))
    if rng.randrange(2):  # or its matches may see it die, and clean up
        for pid in below:
            kill(pid)
    coordinator.kill()
    until(lambda: not any(map(is_running, below)), "whoever saw it die is gone")


@pytest.mark.full
@pytest.mark.fault("F01")
@pytest.mark.fault("F02")
def test_kills_lose_and_leave_nothing(private: PrivateEngine, tmp_path: Path, scale: Scale) -> None:
    bots = tuple(resolve_bot(name) for name in ("random", "greedy"))  # who always play the same

    def event(url: str, runner: str) -> None:
        settings = TournamentSettings(
            bots, rulesets=("mau-mau", "prsi"), boards=1, seed=SEED, name="small", runner=runner
        )
        with open_store(url) as store:
            create(store, settings)

    clean = sqlite_url(tmp_path / "clean.db")
    event(clean, "process")
    with open_store(clean) as store:
        undisturbed = run(store, 1, 2)
    rounds = scale.pick(quick=0, ci=1, full=20)
    lost = doubled = 0
    for number in range(rounds):
        url, rng = sqlite_url(tmp_path / f"{number}.db"), Random(f"{SEED} {number}")
        event(url, "docker")
        with coordinating(url) as coordinator:
            left_running(rng, coordinator)
        seen = set(games(url))
        with open_store(url) as store:
            result = run(store, 1, 2)
            assert not fault_reports(store, 1)
        assert (result.event_digest, result.tables) == (undisturbed.event_digest, undisturbed.tables)
        final = games(url)
        lost += len(seen - set(final))
        doubled += len(final) - undisturbed.games
    figures("kill rounds in containers", rounds=rounds, lost=lost, doubled=doubled)
    assert (lost, doubled) == (0, 0)


@pytest.mark.full
@pytest.mark.fault("F23")
def test_everything_works_without_network(private: PrivateEngine, tmp_path: Path) -> None:
    """The images are built only from local files."""
    bots = tuple(resolve_bot(name) for name in ("random", "greedy"))
    with open_store(sqlite_url(tmp_path / "arena.db")) as store:
        result = run(store, create(store, TournamentSettings(bots, boards=1, seed=SEED, runner="docker")))
    assert result.finished and result.faults == 0
