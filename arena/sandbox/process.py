"""The process runner, which runs a bot as a plain process of this user. Only for trusted bots."""

import asyncio
import contextlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from arena.sandbox.fork_server import KILLED, MAX_NUMBER, Forked, fork_server
from arena.sandbox.output_capture import Capture
from arena.sandbox.priority import niceness, set_priority
from arena.sandbox.protocol import SOCKET, CannotStart, Exit, Launch, raise_if_disk_full, raise_if_no_process
from arena.sandbox.remove_tree import remove_folder
from arena.sandbox.usage import Usage, command_line, peak_memory, with_home

DESCRIPTION: Final = (
    "Bots run as plain processes of your user: nothing keeps them from your files, your network or each "
    "other, so run only bots that you trust."
)
_PYTHON_BOT: Final = "arena.sandbox.python_bot"
_SIGNALLED: Final = 128
_HOME: Final = "home-"
_MAX_SWEEPS: Final = 200  # how often to search for processes that a match left
_SWEEP_PAUSE_S: Final = 0.005
_LOOK_S: Final = 0.5  # how often to list the bot's processes, which takes some milliseconds
_CHUNK: Final = 65_536  # bytes; as much as a pipe holds
_READ_PAUSE_S: Final = 0.002  # after each read: at most 32 MB a second


class ProcessRunner:
    """A runner that starts each bot as a process in a session of its own.

    `run`: the run directory of the match.
    """

    def __init__(self, run: Path) -> None:
        self._run = run

    def describe(self) -> str:
        return DESCRIPTION

    def check(self) -> None:
        """Do nothing: a plain process can always be started."""

    async def start(self, launch: Launch) -> "ProcessBox":
        with raise_if_disk_full(self._run.parent):
            home = Path(tempfile.mkdtemp(prefix=_HOME, dir=self._run))
        with raise_if_no_process():
            read_end, write_end = os.pipe()
        started = time.monotonic()
        try:
            with raise_if_no_process():
                process = await _start(launch, _environment(launch, home), write_end)
        except BaseException as problem:
            os.close(read_end)
            remove_folder(home)
            if isinstance(problem, (OSError, ValueError)):
                raise CannotStart(f"{launch.command[0]}: {problem}") from problem
            raise
        finally:
            os.close(write_end)
        return ProcessBox(process, started, home, read_end, launch)

    def sweep(self) -> None:
        """Kill every process that this match started.

        Find the processes by their environment variable HOME, a folder in the match's run directory. On a
        system without /proc, none is found.
        """
        # Repeat: a process that is just starting does not show its environment yet.
        for _ in range(_MAX_SWEEPS):
            pids = with_home(f"{self._run}/{_HOME}")
            for pid in pids:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            if not pids:
                return
            time.sleep(_SWEEP_PAUSE_S)


class ForkedProcess:
    """A process of the fork server, with the methods of an asyncio process."""

    def __init__(self, forked: Forked) -> None:
        self.pid = forked.pid
        self.returncode: int | None = None
        self._handle = forked.handle
        self._handle.setblocking(False)
        self._end = asyncio.ensure_future(self._read_code())

    async def wait(self) -> int:
        """Wait for the end of the process, and return its exit code; negative for a signal."""
        return await asyncio.shield(self._end)

    async def _read_code(self) -> int:
        with self._handle:
            code = await asyncio.get_running_loop().sock_recv(self._handle, MAX_NUMBER)
        self.returncode = int(code or KILLED)
        return self.returncode


class ProcessBox:
    """A bot that runs as a process."""

    max_exit_delay_s = 0.1

    def __init__(
        self,
        process: asyncio.subprocess.Process | ForkedProcess,
        started: float,
        home: Path,
        pipe: int,
        launch: Launch,
    ) -> None:
        self.started = started
        self._process = process
        self._home = home
        self._flood = asyncio.Event()
        self._capture = Capture(launch.output_bytes, launch.max_printed, self._flood.set)
        self._reader = PipeReader(pipe, self._capture)
        self._closed = False
        self._pids: list[int] = []  # the bot's processes when they were last listed
        self._looked = 0.0  # when the processes were last listed

    async def wait(self) -> Exit:
        code = await self._process.wait()
        return Exit(_SIGNALLED - code if code < 0 else code)

    async def wait_for_flood(self) -> None:
        await self._flood.wait()

    async def check_own_exit(self) -> None:
        """Do nothing: only the bot itself can end its connection."""

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def output(self) -> bytes:
        return self._capture.text()

    async def usage(self) -> Usage:
        """Return how much memory and output the bot uses, and its running processes.

        The memory is summed over the processes, so shared memory counts several times.
        """
        now = time.monotonic()
        ended = self._process.returncode is not None
        if ended or now - self._looked > _LOOK_S:
            self._pids, self._looked = with_home(str(self._home)), now
        memory = sum(map(peak_memory, self._pids))
        running = tuple(filter(None, map(command_line, self._pids)))
        return Usage(memory, self._capture.fed, running)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self.kill()
        try:
            await self._process.wait()
        finally:
            self._reader.close()
            await asyncio.to_thread(remove_folder, self._home)  # other bots' clocks run


def _can_fork(command: Sequence[str], folder: str) -> bool:
    """True if the fork server can run a bot's command.

    The command must start a Python script with the Python that runs this program. No file next to the
    script may have the name of an imported module, because the script would import that module instead.
    """
    python, *arguments = command
    if python != sys.executable or not arguments:
        return False
    script = Path(folder, arguments[0])
    if script.suffix != ".py" or not script.is_file():
        return False
    own = {entry.name.partition(".")[0] for entry in script.resolve().parent.iterdir()}
    return own.isdisjoint(name.partition(".")[0] for name in sys.modules)


async def _start(
    launch: Launch, environment: Mapping[str, str], output: int
) -> asyncio.subprocess.Process | ForkedProcess:
    """Start a bot. `output`: the file descriptor of its stdout and stderr."""
    if not launch.is_measured and _can_fork(launch.command, launch.folder):
        with open(os.devnull, "rb") as nothing:
            files = (nothing.fileno(), output, output)
            command = json.dumps(launch.command)
            return ForkedProcess(
                fork_server.fork(_PYTHON_BOT, [command], files, launch.folder, environment, kill_group=False)
            )
    process = await asyncio.create_subprocess_exec(
        *launch.command,
        cwd=launch.folder,
        env=environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
    )
    set_priority(process.pid, niceness())
    _lift_memory_limit(process.pid)
    return process


def _lift_memory_limit(pid: int) -> None:
    """Remove the memory limit that a bot's process inherits from the referee."""
    if hasattr(resource, "prlimit"):
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        with contextlib.suppress(OSError):
            resource.prlimit(pid, resource.RLIMIT_DATA, (hard, hard))


def _environment(launch: Launch, home: Path) -> dict[str, str]:
    """Return a bot's environment variables.

    PATH starts with the folder of the referee's `python`, in which the SDK is installed.
    """
    return {
        "ARENA_TARGET": f"unix://{launch.seat / SOCKET}",
        "ARENA_TOKEN": launch.token,
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))),
        "TMPDIR": str(home),
        "TZ": "UTC",
    }


class PipeReader:
    """A reader of a bot's output from a pipe. It reads slowly, so a flood of output delays only the bot."""

    def __init__(self, descriptor: int, capture: Capture) -> None:
        self._descriptor = descriptor
        self._capture = capture
        self._loop = asyncio.get_running_loop()
        self._pause: asyncio.TimerHandle | None = None
        os.set_blocking(descriptor, False)
        self._resume()

    def _resume(self) -> None:
        self._loop.add_reader(self._descriptor, self._read)

    def _read(self) -> None:
        self._loop.remove_reader(self._descriptor)
        if self._read_once():
            self._pause = self._loop.call_later(_READ_PAUSE_S, self._resume)

    def _read_once(self) -> bool:
        """Read from the pipe once. Return False if there is nothing to read."""
        try:
            data = os.read(self._descriptor, _CHUNK)
        except OSError:
            return False
        self._capture.feed(data)
        return bool(data)

    def close(self) -> None:
        """Read the output that is left in the pipe of a dead bot, and close the pipe."""
        if self._pause:
            self._pause.cancel()
        self._loop.remove_reader(self._descriptor)
        self._read_once()
        os.close(self._descriptor)
