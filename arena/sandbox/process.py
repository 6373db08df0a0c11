"""The process runner: a bot is a plain process of this user. For one's own bots."""

import asyncio
import contextlib
import os
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from arena.sandbox.output_capture import Capture
from arena.sandbox.pipe_reader import Drain
from arena.sandbox.protocol import SOCKET, CannotStart, Exit, Launch, making_room, starting
from arena.sandbox.remove_tree import remove_folder
from arena.sandbox.usage import Usage, command_line, peak_memory, with_home

DESCRIPTION: Final = (
    "Bots run as plain processes of your user: nothing keeps them from your files, your network or each "
    "other, so run only bots that you trust."
)
_SIGNALLED: Final = 128
_HOME: Final = "home-"
_MAX_LOOKS: Final = 200  # for what a match left
_AGAIN_S: Final = 0.005  # between them
_LOOK_S: Final = 0.5  # how often it is looked which processes a bot has: to look takes some milliseconds


class ProcessRunner:
    """Starts bots as processes, each the head of a session of its own."""

    def __init__(self, run: Path) -> None:
        self._run = run

    def describe(self) -> str:
        return DESCRIPTION

    def check(self) -> None:
        """Nothing is needed."""

    async def start(self, launch: Launch) -> "ProcessBox":
        with making_room(self._run.parent):
            home = Path(tempfile.mkdtemp(prefix=_HOME, dir=self._run))
        with starting():
            read_end, write_end = os.pipe()
        started = time.monotonic()
        try:
            with starting():
                process = await asyncio.create_subprocess_exec(
                    *launch.command,
                    cwd=launch.folder,
                    env=_environment(launch, home),
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=write_end,
                    stderr=write_end,
                    start_new_session=True,
                )
        except BaseException as problem:
            os.close(read_end)
            remove_folder(home)
            if isinstance(problem, (OSError, ValueError)):
                raise CannotStart(f"{launch.command[0]}: {problem}") from problem
            raise
        finally:
            os.close(write_end)
        _unbound(process.pid)
        return ProcessBox(process, started, home, read_end, launch)

    def sweep(self) -> None:
        """Kill every process that was given a home in this run directory, found by its environment.

        One that is just being started does not show it yet: so it is looked again until none is found. Where
        the system does not show environments (no /proc) this finds nothing.
        """
        for _ in range(_MAX_LOOKS):
            found = with_home(f"{self._run}/{_HOME}")
            for pid in found:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            if not found:
                return
            time.sleep(_AGAIN_S)


class ProcessBox:
    """A bot that runs as a process."""

    notice_s = 0.1

    def __init__(
        self, process: asyncio.subprocess.Process, started: float, home: Path, pipe: int, launch: Launch
    ) -> None:
        self.started = started
        self._process = process
        self._home = home
        self._flood = asyncio.Event()
        self._capture = Capture(launch.output_bytes, launch.most_printed, self._flood.set)
        self._drain = Drain(pipe, self._capture)
        self._closed = False
        self._family: list[int] = []  # its processes, when it was last looked
        self._looked = 0.0

    async def wait(self) -> Exit:
        code = await self._process.wait()
        return Exit(_SIGNALLED - code if code < 0 else code)

    async def flooded(self) -> None:
        await self._flood.wait()

    async def vouch(self) -> None:
        """There is nothing between it and the referee."""

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def output(self) -> bytes:
        return self._capture.text()

    async def usage(self) -> Usage:
        """Memory is the sum over its processes; what they share is counted in each."""
        now = time.monotonic()
        ended = self._process.returncode is not None
        if ended or now - self._looked > _LOOK_S:
            self._family, self._looked = with_home(str(self._home)), now
        memory = sum(map(peak_memory, self._family))
        running = tuple(filter(None, map(command_line, self._family)))
        return Usage(memory, self._capture.fed, running)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self.kill()
        try:
            await self._process.wait()
        finally:
            self._drain.close()
            await asyncio.to_thread(remove_folder, self._home)  # others' clocks run


def _unbound(pid: int) -> None:
    """What bounds the memory of the referee's own process does not bound a bot's."""
    if hasattr(resource, "prlimit"):
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        with contextlib.suppress(OSError):
            resource.prlimit(pid, resource.RLIMIT_DATA, (most, most))


def _environment(launch: Launch, home: Path) -> dict[str, str]:
    """All that a bot is told. `python` is the one that runs the referee, so that it has the SDK."""
    return {
        "ARENA_TARGET": f"unix://{launch.seat / SOCKET}",
        "ARENA_TOKEN": launch.token,
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))),
        "TMPDIR": str(home),
        "TZ": "UTC",
    }
