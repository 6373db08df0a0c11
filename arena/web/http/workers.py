"""Background workers of the site: processes that compute ladders, standings and analyses, play people's
games, write files of games, and test submitted bots.

A dead worker is started again. A worker stops when its stdin is closed, so it never outlives the site.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from arena.service.data.library import can_write
from arena.service.database import VARIABLE

CACHES: Final = "arena.service.ladder.worker"
ANALYSES: Final = "arena.service.analyses.worker"
DATA: Final = "arena.service.data.worker"
PEOPLE: Final = "arena.service.people.worker"
UPLOADS: Final = "arena.service.submission"

_RESTART_AFTER_S: Final = (1.0, 2.0, 5.0, 15.0, 60.0)  # a longer pause after each death
_STOP_TIMEOUT_S: Final = 10.0  # after this a worker is killed


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

    `database`: a URL. `runner`: how bots are run. The other parameters concern submitted bots:

    - `builds`: True to allow building their Dockerfiles;
    - `takes_bots`: False to start no worker that tests bots;
    - `jobs`: how many bots are tested at once;
    - `rulesets`: the rulesets in which each bot is tested first.
    """
    options = ["--runner", runner, "--jobs", str(jobs)]
    options += ["--allow-builds"] if builds else []
    options += [f"--ruleset={name}" for name in rulesets]
    uploads = ((UPLOADS, options),) if takes_bots else ()
    data = ((DATA, ()),) if can_write() else ()
    people = (PEOPLE, ["--runner", runner])
    workers = ((CACHES, ()), (ANALYSES, ()), people, *data, *uploads)
    # without the second variable gRPC prints that the referee hung up on a person
    with keep_running(*workers, variables={VARIABLE: database, "GRPC_VERBOSITY": "NONE"}):
        yield


class SupervisedProcess:
    """A process `python -m MODULE ARGUMENTS` that is started again whenever it dies.

    `variables`: additional environment variables for it.
    """

    def __init__(
        self, module: str, arguments: Sequence[str] = (), variables: Mapping[str, str] | None = None
    ) -> None:
        self._environment = {**os.environ, **(variables or {})}
        self._command = [sys.executable, "-m", module, *arguments]
        self._stopping = threading.Event()
        self._lock = threading.Lock()  # around changes of the process
        self._process = self._start()
        self._supervisor = threading.Thread(target=self._supervise, daemon=True)
        self._supervisor.start()

    @property
    def pid(self) -> int:
        """Return the process id. It changes when the process is started again."""
        return self._process.pid

    def _start(self) -> "subprocess.Popen[bytes]":
        # In its own process group: Ctrl-C in the terminal is for the site, which then stops its workers.
        return subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            process_group=0,
            env=self._environment,
        )

    def _supervise(self) -> None:
        deaths = 0
        while True:
            self._process.wait()
            _close_stdin(self._process)
            self._stopping.wait(_RESTART_AFTER_S[min(deaths, len(_RESTART_AFTER_S) - 1)])
            deaths += 1
            with self._lock:
                if self._stopping.is_set():
                    return
                self._process = self._start()

    def ask_to_stop(self) -> None:
        """Ask the process to stop, without waiting: close its stdin and send SIGTERM."""
        with self._lock:
            if self._stopping.is_set():
                return  # the process would stop without finishing its work at a second signal
            self._stopping.set()
        _close_stdin(self._process)
        self._process.terminate()

    def stop(self) -> None:
        """Stop the process and wait for its end. Kill it if that takes too long."""
        self.ask_to_stop()
        try:
            self._process.wait(_STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._supervisor.join()


def _close_stdin(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin
    process.stdin.close()


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
