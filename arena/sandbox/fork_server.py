"""The fork server: a process that forks the match processes, Python bots and workers of this program within
milliseconds.

It ends with this program, after the processes that it has forked.
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
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import inf
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple, NoReturn

from arena.sandbox.priority import niceness, set_priority
from arena.sandbox.process_title import show_command

# It has imported their modules. It has one thread and creates no gRPC object, so that it can fork.

_CONTROL: Final = 3  # the descriptor in a forked process by which it, too, can have processes forked
CLEANUP_TIMEOUT_S: Final = 2.0  # from when a process is no longer wanted until it is killed
_MAX_REQUEST: Final = 1 << 20  # bytes
_STANDARD_STREAMS: Final = 3
MAX_NUMBER: Final = 16  # bytes of a number as text, such as an exit code
KILLED: Final = -9  # the exit code of a process whose own is unknown

# Look for a process that has ended, without freeing its id.
_LOOK: Final = os.WEXITED | os.WNOHANG | os.WNOWAIT

# As in a Python bot. Repeated here, because the referee needs only the protocol of the SDK.
POLLING: Final = "-event_engine_client,-event_engine_listener"


def _environment() -> dict[str, str]:
    """Return the environment of the server and of each match process."""
    return {"GRPC_EXPERIMENTS": POLLING} | os.environ | {"GRPC_VERBOSITY": "NONE"}


class Forked(NamedTuple):
    """A process that the fork server has forked.

    `handle`: the socket that represents it. When the process has ended, its exit code can be read from the
    socket. To end the process, shut the socket down for writing.
    """

    pid: int
    handle: socket.socket


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
                atexit.register(self.end)
            return self._control

    def fork(
        self,
        module: str,
        arguments: Sequence[str],
        files: Sequence[int],
        folder: str = "",
        environment: Mapping[str, str] | None = None,
        *,
        kill_group: bool = True,
    ) -> Forked:
        """Fork a process that calls `main` of `module`.

        `arguments`: the command line arguments. `files`: stdin, stdout and stderr. `folder`: the working
        directory; empty for the caller's. `environment`: the variables; None for the caller's. `kill_group`:
        when the process ends, kill its remaining child processes.

        The process gets the caller's priority. Raise OSError if no process can be forked.
        """
        variables = _environment() if environment is None else dict(environment)
        values = (module, arguments, folder or str(Path.cwd()), variables, kill_group, niceness())
        request = json.dumps(values).encode()
        control = self.start()
        forked = _request_fork(control, request, files)
        if forked.pid == 0 and self._process:
            self._end(control)  # it was killed; another one can fork
            forked = _request_fork(self.start(), request, files)
        if forked.pid > 0:
            return forked
        number = -forked.pid or errno.EAGAIN
        raise OSError(number, os.strerror(number))

    def inherit(self) -> None:
        """From now on, use the server that forked this process."""
        self._control = socket.socket(fileno=_CONTROL)

    def close(self) -> None:
        """Close this process's connection to an inherited server."""
        if self._control:
            self._control.close()

    @property
    def pid(self) -> int | None:
        """Return the server's process id; None if the server does not run."""
        return self._process.pid if self._process else None

    def end(self) -> None:
        """End the server, if it runs."""
        self._end(self._control)

    def _end(self, control: socket.socket | None) -> None:
        """End the server that is connected to `control`, unless a new server has already replaced it."""
        with self._lock:
            if self._control and self._process and control is self._control:
                atexit.unregister(self.end)
                self._control.close()
                self._process.kill()
                self._process.wait()
                self._control = self._process = None


def _request_fork(control: socket.socket, request: bytes, files: Sequence[int]) -> Forked:
    """Let the server fork a process, and return that process.

    If this fails, the result's `pid` is a negative error number, or 0 if the server has ended.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    answer = 0
    with suppress(OSError):
        with theirs:
            socket.send_fds(control, (request,), (*files, theirs.fileno()))
        answer = int(ours.recv(MAX_NUMBER) or 0)
    if answer <= 0:
        ours.close()
    return Forked(answer, ours)


fork_server: Final = ForkServer()


class _Request(NamedTuple):
    """A request to fork a process: the arguments of `ForkServer.fork`, and the priority."""

    module: str
    arguments: Sequence[str]
    folder: str
    environment: dict[str, str]
    kill_group: bool
    niceness: int  # of the process that sends the request


@dataclass(slots=True)
class _Child:
    """The server's record of a forked process."""

    pid: int
    handle: socket.socket  # the server's end of the socket that stands for the process
    kill_group: bool
    deadline: float = inf


class _Server:
    """The loop of the server's process, which forks on request and reports exit codes."""

    def __init__(self, control: socket.socket) -> None:
        from_children, self._for_children = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._children: dict[int, _Child] = {}  # by process id
        self._is_wanted = True
        self._ended, self._wakeup = socket.socketpair()  # readable when a process has ended
        self._sockets = (control, from_children, self._for_children, self._ended, self._wakeup)
        self._ended.setblocking(False)
        self._wakeup.setblocking(False)
        self._ready = selectors.DefaultSelector()  # the data of a socket: what to call when it is readable
        for one in (control, from_children):
            self._ready.register(one, selectors.EVENT_READ, partial(self._read_request, one))
        self._ready.register(self._ended, selectors.EVENT_READ, self._reap)

    def run(self) -> None:
        """Serve until the program has closed its socket and all forked processes have ended.

        Raise SystemExit only in a forked process whose `main` raises it.
        """
        signal.set_wakeup_fd(self._wakeup.fileno())
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        while self._is_wanted or self._children:
            for key, _ in self._ready.select(self._timeout_s()):
                key.data()
            self._kill_late()

    def _read_request(self, control: socket.socket) -> None:
        """Read a request and fork its process. Read no more requests if the program has closed the socket."""
        data, files, _, _ = socket.recv_fds(control, _MAX_REQUEST, _STANDARD_STREAMS + 1)
        if not data:
            self._ready.unregister(control)
            self._is_wanted = False
            return
        handle = socket.socket(fileno=files.pop())
        self._fork(_Request(*json.loads(data)), files, handle)
        for number in files:
            os.close(number)

    def _fork(self, request: _Request, files: Sequence[int], handle: socket.socket) -> None:
        import_module(request.module)  # the next process with this module finds it imported
        try:
            pid = os.fork()
        except OSError as problem:
            with handle, suppress(OSError):
                handle.send(str(-(problem.errno or errno.EAGAIN)).encode())
            return
        if pid == 0:
            _run_child(request, files, handle, self._leave())
        self._children[pid] = child = _Child(pid, handle, request.kill_group)
        self._ready.register(handle, selectors.EVENT_READ, partial(self._set_deadline, child))

    def _leave(self) -> int:
        """Close the server's files in a forked process. Return a descriptor for requests to the server."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        descriptor = os.dup(self._for_children.fileno())
        self._ready.close()
        handles = [child.handle for child in self._children.values()]
        for one in (*self._sockets, *handles):
            one.close()
        return descriptor

    def _set_deadline(self, child: _Child) -> None:
        """Give a process `CLEANUP_TIMEOUT_S` seconds to end; after this time the server kills it."""
        if child.handle.fileno() >= 0:  # it may just have ended
            self._ready.unregister(child.handle)
            child.deadline = time.monotonic() + CLEANUP_TIMEOUT_S

    def _reap(self) -> None:
        """Report the exit code of each process that has ended."""
        self._ended.recv(_MAX_REQUEST)
        while self._children and (ended := os.waitid(os.P_ALL, 0, _LOOK)):
            child = self._children.pop(ended.si_pid)
            if child.kill_group:
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


def _run_child(request: _Request, files: Sequence[int], handle: socket.socket, control: int) -> NoReturn:
    """Run as the forked process: call `main` of the requested module and exit with the code that it returns.

    `files`: stdin, stdout and stderr. `handle`: the socket to which the process id is sent. `control`: the
    descriptor for sending requests to the server.
    """
    code = 1
    try:
        os.setsid()
        set_priority(os.getpid(), request.niceness)
        with handle, suppress(OSError):
            handle.send(str(os.getpid()).encode())
        for number, file in enumerate((*files, control)):
            os.dup2(file, number, inheritable=number != _CONTROL)
        os.closerange(_CONTROL + 1, os.sysconf("SC_OPEN_MAX"))
        fork_server.inherit()
        os.environ.clear()
        os.environ.update(request.environment)
        os.chdir(request.folder)
        sys.argv = [request.module, *request.arguments]
        show_command(sys.argv)
        gc.freeze()
        gc.enable()
        code = import_module(request.module).main()
    except SystemExit:
        raise
    except BaseException:
        traceback.print_exc()
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)  # everything is written; skip the interpreter's clean-up


def serve(control: int) -> None:
    """Run as the fork server. `control`: the file descriptor of its socket for requests."""
    _Server(socket.socket(fileno=control)).run()
