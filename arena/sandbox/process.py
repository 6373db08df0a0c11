"""The process runner: a bot is a plain process of this user. For one's own bots."""

import asyncio
import contextlib
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from arena.sandbox.box import SOCKET, CannotStart, Exit, Launch
from arena.sandbox.capture import Capture
from arena.sandbox.drain import Drain

DESCRIPTION: Final = (
    "Bots run as plain processes of your user: nothing keeps them from your files, your network or each "
    "other, so run only bots that you trust."
)
_SIGNALLED: Final = 128
_HOME: Final = "home-"


class ProcessRunner:
    """Starts bots as processes, each the head of a session of its own."""

    def __init__(self, run: Path) -> None:
        self._run = run

    def describe(self) -> str:
        return DESCRIPTION

    async def start(self, launch: Launch) -> "ProcessBox":
        home = Path(tempfile.mkdtemp(prefix=_HOME, dir=self._run))
        read_end, write_end = os.pipe()
        started = time.monotonic()
        try:
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
            shutil.rmtree(home, ignore_errors=True)
            if isinstance(problem, (OSError, ValueError)):
                raise CannotStart(f"{launch.command[0]}: {problem}") from problem
            raise
        finally:
            os.close(write_end)
        return ProcessBox(process, started, home, read_end, launch.output_bytes)

    def sweep(self) -> None:
        """Kill every process that was given a home in this run directory, found by its environment.

        Where the system does not show environments (no /proc) this finds nothing.
        """
        mark = f"HOME={self._run}/{_HOME}".encode()
        for environment in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if mark in environment.read_bytes():
                    os.kill(int(environment.parent.name), signal.SIGKILL)


class ProcessBox:
    """A bot that runs as a process."""

    notice_s = 0.1

    def __init__(
        self, process: asyncio.subprocess.Process, started: float, home: Path, pipe: int, output_bytes: int
    ) -> None:
        self.started = started
        self._process = process
        self._home = home
        self._capture = Capture(output_bytes)
        self._drain = Drain(pipe, self._capture)
        self._closed = False

    async def wait(self) -> Exit:
        code = await self._process.wait()
        return Exit(_SIGNALLED - code if code < 0 else code)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def output(self) -> bytes:
        return self._capture.text()

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self.kill()
        try:
            await self._process.wait()
        finally:
            self._drain.close()
            shutil.rmtree(self._home, ignore_errors=True)


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
