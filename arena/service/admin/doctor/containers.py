"""Containers: an engine, an image, and a program that tries in one what a bot may not do."""

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from arena.sandbox.docker.leases import FOLDER, USERS, Leases, NoLease
from arena.sandbox.docker.runtime import VARIABLE, chosen_runtime
from arena.sandbox.match_dir import run_directory, swept
from arena.sandbox.protocol import SOCKET, CannotStart, Exit, Launch, Runner
from arena.sandbox.runners import runner
from arena.service.admin.doctor import probe
from arena.service.admin.doctor.machine import numbers
from arena.service.admin.doctor.probe_results import judged, limits
from arena.service.admin.doctor.result import Finding, failed, ok, warning
from arena.service.sandboxes import DOCKER

OLDEST_ENGINE: Final = (20, 10)
PATIENCE_S: Final = 120.0  # for all that the program tries: a few seconds on an idle machine
GONE_S: Final = 1.0  # until a container that is to end is removed
MAX_APART_S: Final = 5.0  # the engine's clock from ours
OUTPUT: Final = 200_000  # bytes
FEW_USERS: Final = 0.9  # of them in use

_SEAT: Final = "0-00"


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of the program. `dialled`: it reached its seat's socket. `gone_s`: from the order to end it
    until it was removed.
    """

    found: dict[str, Any]
    started_s: float
    dialled: bool
    exit: Exit | None
    gone_s: float
    tail: str


def engine_answers() -> str:
    """Why no engine can be used, empty if one can."""
    from arena.sandbox.docker.engine import NoEngine, connect

    try:
        connect().close()
    except NoEngine as problem:
        return str(problem)
    return ""


def engine() -> Iterator[Finding]:
    """The engine itself: of what time it is, and what runs the containers."""
    from arena.sandbox.docker.info import engine_info

    known = engine_info()
    what = f"Docker {known.version}, {known.runtime}, cgroup v{known.cgroups}"
    if numbers(known.version) < OLDEST_ENGINE:
        yield failed("engine", what, "install Docker 20.10 or newer")
    else:
        yield ok("engine", what)
    yield from its_clock(known.clock)
    yield runtime(known.runtimes)


def its_clock(says: str) -> Iterator[Finding]:
    """An engine in a virtual machine may have a clock that stood still while that slept."""
    with contextlib.suppress(ValueError):
        theirs = datetime.fromisoformat(says[:19] + "+00:00").timestamp()
        apart = abs(time.time() - theirs)
        if apart > MAX_APART_S and says.endswith("Z"):
            yield warning("its clock", f"{apart:.0f} s from this machine's", "restart the engine's machine")


def runtime(known: Collection[str]) -> Finding:
    """What runs the containers; gVisor does what no flag of a container can do."""
    if chosen_runtime():
        return ok("runtime", f"{chosen_runtime()}, as {VARIABLE} says")
    if "runsc" in known:
        return ok("runtime", f"the engine's own; gVisor is there too: {VARIABLE}=runsc")
    return ok("runtime", "the engine's own; faults of the kernel only gVisor keeps out, or a virtual machine")


def image(made: list[str]) -> Iterator[Finding]:
    """The image for Python bots, built if it is missing; its id is put into `made`."""
    from arena.sandbox.docker.build import CannotBuild
    from arena.sandbox.docker.engine import NoEngine
    from arena.sandbox.docker.images import PYTHON, python_image

    base = f"python:{sys.version_info.major}.{sys.version_info.minor}-slim"
    try:
        made.append(python_image())
    except (CannotBuild, NoEngine) as problem:
        yield failed("image", " ".join(str(problem).split()), f"docker pull {base}, or load it from a file")
    else:
        yield ok("image", f"{PYTHON} is there, for bots in Python")


def in_a_container(image: str) -> Iterator[Finding]:
    """Everything that is tried inside of one."""
    try:
        tried = try_it(image)
    except CannotStart as problem:
        yield failed("container", f"none can be started: {problem}", "look at the engine's log")
        return
    except NoLease as problem:
        yield failed("container", str(problem), "arena doctor --sweep")
        return
    yield from judged_container(tried)


def judged_container(tried: Tried) -> Iterator[Finding]:
    how = f", ended with exit code {tried.exit.code}: {tried.tail}" if tried.exit else ""
    if not tried.found:
        yield failed("container", f"started in {tried.started_s:.1f} s{how}", "look at the engine's log")
        return
    yield ok("container", f"started in {tried.started_s:.1f} s")
    if not tried.dialled:
        yield failed(
            "socket",
            f"it cannot be reached from the container{how}",
            "the engine has to see this machine's files by their paths: give TMPDIR a folder that it shares",
        )
    yield from judged(tried.found)
    if tried.gone_s > GONE_S:
        busy = "the machine is busy, or its disk is slow: run fewer matches at a time, -j"
        yield warning("end", f"killed and removed after {tried.gone_s:.1f} s", busy)
    else:
        yield ok("end", f"killed and removed within {tried.gone_s * 1000:.0f} ms, deaf to SIGTERM")


def try_it(image: str) -> Tried:
    """Run the program on a seat of its own, as a bot. Raises CannotStart, NoLease, NoEngine."""
    with run_directory() as run, swept([runner(DOCKER, run, "doctor")]) as (starts,):
        seat = run / _SEAT
        seat.mkdir()
        command = ("python", "-c", Path(probe.__file__).read_text(), json.dumps(limits()))
        return asyncio.run(_tried(starts, Launch(command, "", seat, "doctor", OUTPUT, image)))


async def _tried(starts: Runner, launch: Launch) -> Tried:
    dialled = asyncio.Event()

    async def reached(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        dialled.set()
        writer.close()

    path = launch.seat / SOCKET
    server = await asyncio.start_unix_server(reached, path)
    path.chmod(0o666)
    before = time.monotonic()
    async with server:
        box = await starts.start(launch)
        started_s = time.monotonic() - before
        ends, arrives = asyncio.ensure_future(box.wait()), asyncio.ensure_future(dialled.wait())
        try:
            await asyncio.wait((ends, arrives), timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
            ended = ends.result() if ends.done() else None
        finally:
            arrives.cancel()
            before = time.monotonic()
            await box.close()
            gone_s = time.monotonic() - before
            await asyncio.gather(ends, arrives, return_exceptions=True)
    printed = box.output().decode(errors="replace")
    return Tried(read(printed), started_s, dialled.is_set(), ended, gone_s, printed[-200:].strip())


def read(printed: str) -> dict[str, Any]:
    """The lines of JSON among what it printed."""
    found: dict[str, Any] = {}
    for line in printed.splitlines():
        with contextlib.suppress(ValueError):
            one = json.loads(line)
            found |= one if isinstance(one, dict) else {}
    return found


def leftovers(sweep: bool) -> Iterator[Finding]:
    """Containers and names that nobody holds any more, of runs that were killed."""
    from arena.sandbox.docker.info import dead_containers

    if sweep:
        with run_directory() as run:
            runner(DOCKER, run).sweep()
    leases = Leases.of_this_machine()
    names = stale(leases)
    containers = dead_containers(live_notes(leases, names))
    if not names and not containers:
        yield ok("leftovers", "none" if not sweep else "none (any more)")
        return
    yield warning(
        "leftovers",
        f"{len(containers)} containers and {len(names)} names of runs that were killed",
        "arena doctor --sweep  (the next run in containers does it too)",
    )


def stale(leases: Leases) -> frozenset[str]:
    """The names that somebody died with. They stay taken."""
    found = list(leases.stale())
    for lease in found:
        lease.keep()
    return frozenset(lease.name for lease in found)


def live_notes(leases: Leases, stale: frozenset[str]) -> frozenset[str]:
    """The directories of the matches that are alive."""
    found = set()
    for path in leases.folder.glob("*") if leases.folder.is_dir() else ():
        with contextlib.suppress(OSError):
            if path.name not in stale:
                found.add(path.read_text())
    return frozenset(found)


def users() -> Iterator[Finding]:
    """The user ids that bots run as."""
    leases = Leases.of_this_machine()
    try:
        user, lease = leases.take_user("doctor")
        lease.release()
    except (OSError, NoLease) as problem:
        yield failed(
            "user ids",
            f"none to be had in {leases.folder}: {problem}",
            f"arena doctor --sweep; or name another folder with {FOLDER}",
        )
        return
    taken = sum(path.name.startswith("user-") for path in leases.folder.iterdir())
    found = f"{taken} of {USERS:,} in use, {user} is free, kept in {leases.folder}"
    if taken > FEW_USERS * USERS:
        yield warning("user ids", found, "arena doctor --sweep")
    else:
        yield ok("user ids", found)


def root_folder() -> Path | None:
    """Where the engine keeps its files, if that is on this machine."""
    from arena.sandbox.docker.engine import NoEngine
    from arena.sandbox.docker.info import engine_info

    try:
        return engine_info().root
    except NoEngine:
        return None
