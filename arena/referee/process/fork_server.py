"""The fork server: a process that forks the match processes of this program within milliseconds.

It ends with this program, after the match processes.
"""

import atexit
import errno
import gc
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from math import inf
from pathlib import Path
from threading import Lock
from typing import Final, NoReturn

# It has imported their modules. It has one thread and creates no gRPC object, so that it can fork.

_FORKED: Final = b"0"  # the first message about a process; instead of it, an error number
CLEANUP_TIMEOUT_S: Final = 2.0  # from when a process is no longer wanted until it is killed
_MAX_REQUEST: Final = 1 << 20  # bytes
_STANDARD_STREAMS: Final = 3

# Look for a process that has ended, without freeing its id.
_LOOK: Final = os.WEXITED | os.WNOHANG | os.WNOWAIT

# gRPC allocates buffers of this size for everything it expects to read: hundreds of megabytes in a flood. As
# maps of their own (see mallopt(3)) they take almost no memory until they are filled, and are freed at once.
_BUFFER_BYTES: Final = 65_536

# As in a Python bot. Repeated here, because the referee needs only the protocol of the SDK.
POLLING: Final = "-event_engine_client,-event_engine_listener"


def _environment() -> dict[str, str]:
    """Return the environment of the server and of each forked process."""
    fixed = {"GRPC_VERBOSITY": "NONE", "MALLOC_MMAP_THRESHOLD_": str(_BUFFER_BYTES)}
    return {"GRPC_EXPERIMENTS": POLLING} | os.environ | fixed


class ForkServer:
    """This program's connection to its fork server. The server starts when it is first needed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> socket.socket:
        """Start the server unless it runs, and return the socket for requests."""
        with self._lock:
            if self._control is None:
                self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                with theirs:
                    self._process = subprocess.Popen(
                        (sys.executable, "-P", "-m", "arena.referee", str(theirs.fileno())),
                        stdin=subprocess.DEVNULL,
                        stdout=subprocess.DEVNULL,
                        env=_environment(),
                        pass_fds=(theirs.fileno(),),
                        start_new_session=True,
                    )
                atexit.register(self.stop)
            return self._control

    def fork(self, module: str, argument: str, files: Sequence[int]) -> socket.socket:
        """Fork a process that calls `main` of `module`, and return a socket that represents the process.

        When the process has ended, its exit code can be read from the socket. To end the process, shut the
        socket down for writing.

        `argument`: the only command line argument. `files`: stdin, stdout and stderr. Raise OSError if no
        process can be forked.
        """
        control = self.start()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        request = json.dumps((module, argument, str(Path.cwd()), _environment())).encode()
        try:
            with theirs:
                socket.send_fds(control, (request,), (*files, theirs.fileno()))
            answer = ours.recv(_MAX_REQUEST)
        except OSError:
            answer = b""
        if answer != _FORKED:
            ours.close()
            if not answer and control is self._control:
                self.stop()  # it was killed; the next match starts another
            number = int(answer or errno.EAGAIN)
            raise OSError(number, os.strerror(number))
        return ours

    @property
    def pid(self) -> int | None:
        """The server's process id; None if it does not run."""
        return self._process.pid if self._process else None

    def stop(self) -> None:
        """End the server, if it runs."""
        with self._lock:
            if self._control and self._process:
                atexit.unregister(self.stop)
                self._control.close()
                self._process.terminate()
                self._process.wait()
                self._control = self._process = None


fork_server: Final = ForkServer()


@dataclass(slots=True)
class _Child:
    """A forked process, as the server sees it."""

    pid: int
    handle: socket.socket  # the server's end of the socket that stands for the process
    deadline: float = inf


class _Server:
    """The loop of the server's process, which forks on request and reports exit codes."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._ready = selectors.DefaultSelector()
        self._children: dict[int, _Child] = {}  # by process id
        self._is_wanted = True
        self._ended, wakeup = socket.socketpair()  # readable when a process has ended
        self._ended.setblocking(False)
        wakeup.setblocking(False)
        signal.set_wakeup_fd(wakeup.detach())
        signal.signal(signal.SIGCHLD, lambda number, frame: None)

    def run(self) -> None:
        """Serve until the program has closed its side and all processes have ended."""
        self._ready.register(self._control, selectors.EVENT_READ)
        self._ready.register(self._ended, selectors.EVENT_READ)
        while self._is_wanted or self._children:
            for key, _ in self._ready.select(self._timeout_s()):
                if key.fileobj is self._control:
                    self._fork()
                elif key.data:
                    self._set_deadline(key.data)
                else:
                    self._ended.recv(_MAX_REQUEST)
                    self._reap()
            self._kill_late()

    def _fork(self) -> None:
        request, files, _, _ = socket.recv_fds(self._control, _MAX_REQUEST, _STANDARD_STREAMS + 1)
        if not request:
            self._ready.unregister(self._control)
            self._is_wanted = False
            return
        handle = socket.socket(fileno=files.pop())
        try:
            pid = os.fork()
            if pid == 0:
                _run_child(request, files)
        except OSError as problem:
            with handle, suppress(OSError):
                handle.send(str(problem.errno).encode())
            return
        finally:
            for number in files:
                os.close(number)
        self._children[pid] = child = _Child(pid, handle)
        self._ready.register(handle, selectors.EVENT_READ, child)
        with suppress(OSError):
            handle.send(_FORKED)

    def _set_deadline(self, child: _Child) -> None:
        """Set the time by which a process must end: `CLEANUP_TIMEOUT_S` seconds from now."""
        if child.handle.fileno() >= 0:  # it may just have ended
            self._ready.unregister(child.handle)
            child.deadline = time.monotonic() + CLEANUP_TIMEOUT_S

    def _reap(self) -> None:
        """Report the exit code of each process that has ended, and kill the processes that it left
        running.
        """
        while self._children and (ended := os.waitid(os.P_ALL, 0, _LOOK)):
            child = self._children.pop(ended.si_pid)
            _kill(child)
            _, status = os.waitpid(child.pid, 0)
            if child.deadline == inf:
                self._ready.unregister(child.handle)
            with child.handle, suppress(OSError):
                child.handle.send(str(os.waitstatus_to_exitcode(status)).encode())

    def _timeout_s(self) -> float | None:
        first = min((child.deadline for child in self._children.values()), default=inf)
        return None if first == inf else max(0.0, first - time.monotonic())

    def _kill_late(self) -> None:
        for child in self._children.values():
            if child.deadline <= time.monotonic():
                _kill(child)


def _kill(child: _Child) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)


def _run_child(request: bytes, files: Sequence[int]) -> NoReturn:
    """Run as the forked process: call the requested module's `main` and exit with its result."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        for number, file in enumerate(files):
            os.dup2(file, number)
        os.closerange(_STANDARD_STREAMS, os.sysconf("SC_OPEN_MAX"))
        module, argument, folder, environment = json.loads(request)
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
        sys.argv = [module, argument]
        code = import_module(module).main()
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)  # everything is written; skip the interpreter's clean-up


def serve(control: int) -> None:
    """Run as the fork server. `control`: the file descriptor of its socket for requests."""
    gc.freeze()
    _Server(socket.socket(fileno=control)).run()
