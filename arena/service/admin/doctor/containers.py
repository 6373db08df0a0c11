"""Check containers: Docker's engine, the image for bots, and the rights of a program in a bot's container."""

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

from arena.sandbox.docker.build import CannotBuild
from arena.sandbox.docker.engine import VARIABLE, NoEngine, chosen_runtime, connect
from arena.sandbox.docker.images import PYTHON, python_image
from arena.sandbox.docker.info import dead_containers, engine_info
from arena.sandbox.docker.leases import FOLDER, USERS, Leases, NoLease
from arena.sandbox.match_dir import clean_up_after, run_directory
from arena.sandbox.protocol import SOCKET, CannotStart, Exit, Launch, Runner
from arena.sandbox.runners import runner
from arena.service.admin.doctor import probe
from arena.service.admin.doctor.machine import numbers
from arena.service.admin.doctor.probe_results import probe_order, probe_results
from arena.service.admin.doctor.result import Finding, failed, ok, warning
from arena.service.sandboxes import DOCKER

MIN_ENGINE: Final = (20, 10)
PROBE_TIMEOUT_S: Final = 120.0  # a few seconds on an idle machine
MAX_REMOVAL_S: Final = 1.0  # from killing a container to its removal
MAX_CLOCK_OFFSET_S: Final = 5.0  # between the engine's clock and ours
MAX_OUTPUT: Final = 200_000  # bytes
MAX_USED_IDS: Final = 0.9  # share of the user ids for bots; above it there is a warning

_SEAT: Final = "0-00"


@dataclass(frozen=True, slots=True)
class ProbeRun:
    """The outcome of running the escape probe (a test program) in a container."""

    results: dict[str, Any]  # the probe's results, keyed by the name of the attempt
    started_s: float  # seconds to start the container
    has_connected: bool  # True if the probe connected to its socket
    exit: Exit | None  # how the probe ended; None if it still ran and was killed
    removal_s: float  # seconds to kill and remove the container
    tail: str  # the end of the probe's output


def engine_problem() -> str:
    """Return why Docker's engine cannot be used; "" if it can."""
    try:
        connect().close()
    except NoEngine as problem:
        return str(problem)
    return ""


def engine() -> Iterator[Finding]:
    """Check the version, clock and runtime of Docker's engine."""
    info = engine_info()
    text = f"Docker {info.version}, {info.runtime}, cgroup v{info.cgroups}"
    if numbers(info.version) < MIN_ENGINE:
        yield failed("engine", text, "install Docker 20.10 or newer")
    else:
        yield ok("engine", text)
    yield from engine_clock(info.clock)
    yield runtime(info.runtimes)


def engine_clock(text: str) -> Iterator[Finding]:
    """Warn if the clock of Docker's engine is wrong, e.g. because its virtual machine was suspended.

    `text`: the engine's time in ISO format.
    """
    with contextlib.suppress(ValueError):
        theirs = datetime.fromisoformat(text[:19] + "+00:00").timestamp()
        offset = abs(time.time() - theirs)
        if offset > MAX_CLOCK_OFFSET_S and text.endswith("Z"):
            yield warning("its clock", f"{offset:.0f} s off this machine's", "restart the engine's machine")


def runtime(known: Collection[str]) -> Finding:
    """Report the container runtime, such as runsc (gVisor), as a check's result.

    `known`: the names of the runtimes that the engine offers.
    """
    if chosen_runtime():
        return ok("runtime", f"{chosen_runtime()}, as {VARIABLE} says")
    if "runsc" in known:
        return ok("runtime", f"the engine's default; gVisor is available: {VARIABLE}=runsc")
    return ok("runtime", "the engine's default; only gVisor or a virtual machine protects from kernel bugs")


def image(images: list[str]) -> Iterator[Finding]:
    """Check that there is an image for Python bots; build it if it is missing.

    `images`: a list; the id of the image is appended to it.
    """
    base = f"python:{sys.version_info.major}.{sys.version_info.minor}-slim"
    try:
        images.append(python_image())
    except (CannotBuild, NoEngine) as problem:
        yield failed("image", " ".join(str(problem).split()), f"docker pull {base}, or load it from a file")
    else:
        yield ok("image", f"{PYTHON} is ready, for bots in Python")


def container(image: str) -> Iterator[Finding]:
    """Run the escape probe (a test program) in a container of this image.

    Yield the results: for the start, the isolation of the container, and its removal.
    """
    try:
        run = run_probe(image)
    except CannotStart as problem:
        yield failed("container", f"cannot be started: {problem}", "see the engine's log")
        return
    except NoLease as problem:
        yield failed("container", str(problem), "arena doctor --sweep")
        return
    yield from container_results(run)


def container_results(run: ProbeRun) -> Iterator[Finding]:
    how = f", ended with exit code {run.exit.code}: {run.tail}" if run.exit else ""
    if not run.results:
        yield failed("container", f"started in {run.started_s:.1f} s{how}", "see the engine's log")
        return
    yield ok("container", f"started in {run.started_s:.1f} s")
    if not run.has_connected:
        yield failed(
            "socket",
            f"not reachable from the container{how}",
            "the engine must see this machine's files: set TMPDIR to a folder that it shares",
        )
    yield from probe_results(run.results)
    if run.removal_s > MAX_REMOVAL_S:
        busy = "the machine is busy or its disk slow: run fewer matches at a time, -j"
        yield warning("end", f"killed and removed after {run.removal_s:.1f} s", busy)
    else:
        yield ok("end", f"killed and removed within {run.removal_s * 1000:.0f} ms, though it ignores SIGTERM")


def run_probe(image: str) -> ProbeRun:
    """Run the escape probe (a test program) in a container like a bot's, and return the outcome.

    Raise CannotStart if the container does not start, NoLease if no user id is free, NoEngine if Docker does
    not work.
    """
    with run_directory() as folder, clean_up_after([runner(DOCKER, folder, "doctor")]) as (starts,):
        seat = folder / _SEAT
        seat.mkdir()
        command = ("python", "-c", Path(probe.__file__).read_text(), json.dumps(probe_order()))
        return asyncio.run(_run_in_seat(starts, Launch(command, "", seat, "doctor", MAX_OUTPUT, image)))


async def _run_in_seat(starts: Runner, launch: Launch) -> ProbeRun:
    has_connected = asyncio.Event()

    async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        has_connected.set()
        writer.close()

    path = launch.seat / SOCKET
    server = await asyncio.start_unix_server(accept, path)
    path.chmod(0o666)
    before = time.monotonic()
    async with server:
        box = await starts.start(launch)
        started_s = time.monotonic() - before
        end, dial = asyncio.ensure_future(box.wait()), asyncio.ensure_future(has_connected.wait())
        try:
            await asyncio.wait((end, dial), timeout=PROBE_TIMEOUT_S, return_when=asyncio.FIRST_COMPLETED)
            ended = end.result() if end.done() else None
        finally:
            dial.cancel()
            before = time.monotonic()
            await box.close()
            removal_s = time.monotonic() - before
            await asyncio.gather(end, dial, return_exceptions=True)
    printed = box.output().decode(errors="replace")
    return ProbeRun(
        parse_output(printed), started_s, has_connected.is_set(), ended, removal_s, printed[-200:].strip()
    )


def parse_output(printed: str) -> dict[str, Any]:
    """Parse the probe's output. Return its results, keyed by the name of the attempt.

    Lines that are not JSON are ignored.
    """
    results: dict[str, Any] = {}
    for line in printed.splitlines():
        with contextlib.suppress(ValueError):
            parsed = json.loads(line)
            results |= parsed if isinstance(parsed, dict) else {}
    return results


def leftovers(sweep: bool) -> Iterator[Finding]:
    """Check whether killed runs left containers or reserved user ids behind. Warn if they did.

    `sweep`: remove them first, and warn only about what remains.
    """
    if sweep:
        with run_directory() as run:
            runner(DOCKER, run).sweep()
    leases = Leases.of_this_machine()
    stale = list(leases.stale())
    for lease in stale:
        lease.abandon()
    containers = dead_containers(leases, stale)
    if stale or containers:
        found = f"{len(containers)} containers and {len(stale)} leases of killed runs"
        yield warning("leftovers", found, "arena doctor --sweep; the next run in containers removes them too")
    else:
        yield ok("leftovers", "none")


def users() -> Iterator[Finding]:
    """Check that there are free user ids for bots to run as."""
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
    if taken > MAX_USED_IDS * USERS:
        yield warning("user ids", found, "arena doctor --sweep")
    else:
        yield ok("user ids", found)


def root_folder() -> Path | None:
    """Return the folder where Docker's engine stores images.

    Return None if there is no engine, or if the folder is not on this machine.
    """
    try:
        return engine_info().root
    except NoEngine:
        return None
