"""Background workers of the site: processes for caches, analyses, people's games, data files and uploads.

They are forked from the fork server, so that they share its imports and start within milliseconds. A dead
worker is started again. A worker stops when its stdin is closed, so it never outlives the site.
"""

import os
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, repeat
from typing import IO, Final

from arena.sandbox.fork_server import MAX_NUMBER, Forked, fork_server
from arena.service.data.library import can_write
from arena.service.database import VARIABLE

CACHES: Final = "arena.service.ladder.worker"
ANALYSES: Final = "arena.service.analyses.worker"
DATA: Final = "arena.service.data.worker"
PEOPLE: Final = "arena.service.people.worker"
UPLOADS: Final = "arena.service.submission.__main__"

_RESTART_AFTER_S: Final = (1.0, 2.0, 5.0, 15.0, 60.0)  # a longer pause after each death
_STOP_TIMEOUT_S: Final = 10.0  # after this a worker is killed
_STDERR: Final = 2


@contextmanager
def start_workers(
    database: str,
    runner: str,
    builds: bool,
    takes_bots: bool = True,
    jobs: int = 1,
    rulesets: Sequence[str] = (),
) -> Iterator[None]:
    """Keep the site's workers (background processes) running during a `with` block.

    There is one worker for each task: refresh the caches, analyse games, play people's games, write files of
    games (if pyarrow is installed), test bots.

    `database`: a URL. `runner`: how bots are run, such as "docker".

    All other parameters are for submitted bots:

    - `builds`: True to allow building their Dockerfiles;
    - `takes_bots`: False to start no worker that tests bots;
    - `jobs`: how many bots are tested at once;
    - `rulesets`: the rulesets in which each bot is tested first; empty for the ladder's rulesets.
    """
    options = ["--runner", runner, "--jobs", str(jobs)]
    options += ["--allow-builds"] if builds else []
    options += [f"--ruleset={name}" for name in rulesets]
    uploads = ((UPLOADS, options),) if takes_bots else ()
    data = ((DATA, ()),) if can_write() else ()
    people = (PEOPLE, ["--runner", runner])
    workers = ((CACHES, ()), (ANALYSES, ()), people, *data, *uploads)
    with keep_running(*workers, variables={VARIABLE: database}):
        yield


class SupervisedProcess:
    """A forked process that calls `main` of a module, and is started again whenever it dies.

    `arguments`: its command line arguments. `variables`: additional environment variables for it.
    """

    def __init__(
        self, module: str, arguments: Sequence[str] = (), variables: Mapping[str, str] | None = None
    ) -> None:
        self._module = module
        self._arguments = arguments
        self._environment = {**os.environ, **(variables or {})}
        self._stopping = threading.Event()
        self._lock = threading.Lock()  # around changes of the process
        self._forked: Forked | None = None
        self._stdin: IO[bytes] | None = None
        self._supervisor = threading.Thread(target=self._supervise, daemon=True)
        self._supervisor.start()

    @property
    def pid(self) -> int | None:
        """Return the process id; None before the first start. It changes at each restart."""
        return self._forked and self._forked.pid

    def _supervise(self) -> None:
        for pause in chain((0.0,), _RESTART_AFTER_S, repeat(_RESTART_AFTER_S[-1])):
            self._stopping.wait(pause)
            with self._lock:
                if self._stopping.is_set():
                    return
                try:
                    forked, stdin = self._start()
                except OSError:
                    continue  # the machine has no free process
            with stdin, forked.handle, suppress(OSError):
                forked.handle.recv(MAX_NUMBER)  # its exit code, or nothing if the fork server has ended

    def _start(self) -> tuple[Forked, IO[bytes]]:
        if self._stdin:
            self._stdin.close()  # of a start that failed
        read, write = os.pipe()
        self._stdin = os.fdopen(write, "wb")
        with os.fdopen(read, "rb") as stdin, open(os.devnull, "wb") as nothing:
            files = (stdin.fileno(), nothing.fileno(), _STDERR)
            self._forked = fork_server.fork(
                self._module, self._arguments, files, environment=self._environment
            )
        return self._forked, self._stdin

    def ask_to_stop(self) -> None:
        """Ask the process to stop, without waiting: close its stdin."""
        with self._lock:
            self._stopping.set()
            if self._stdin:
                self._stdin.close()

    def stop(self) -> None:
        """Stop the process and wait for its end. Kill it if that takes too long."""
        self.ask_to_stop()
        self._supervisor.join(_STOP_TIMEOUT_S)
        if self._forked:
            with suppress(OSError):  # it has ended
                self._forked.handle.shutdown(socket.SHUT_WR)
        self._supervisor.join()


@contextmanager
def keep_running(
    *commands: tuple[str, Sequence[str]], variables: Mapping[str, str] | None = None
) -> Iterator[tuple[SupervisedProcess, ...]]:
    """Keep processes running during a block, and yield them.

    `commands`: for each process, a module and its arguments. `variables`: additional environment variables.
    """
    processes = tuple(SupervisedProcess(module, arguments, variables) for module, arguments in commands)
    try:
        yield processes
    finally:
        for process in processes:
            process.ask_to_stop()
        for process in processes:
            process.stop()
