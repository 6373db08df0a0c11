"""What runs beside the web process: each a process of its own, started anew if it dies.

A child ends when its stdin does, so none outlives the site, however that ends.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

_AGAIN_S: Final = (1.0, 2.0, 5.0, 15.0, 60.0)  # before it is started again, the more often it died
_PATIENCE_S: Final = 10.0  # for a child to end by itself


class SupervisedProcess:
    """A module that is kept running: `python -m MODULE ARGUMENTS`, with more variables than our own."""

    def __init__(
        self, module: str, arguments: Sequence[str] = (), variables: Mapping[str, str] | None = None
    ) -> None:
        self._environment = {**os.environ, **(variables or {})}
        self._command = [sys.executable, "-m", module, *arguments]
        self._unwanted = threading.Event()
        self._changing = threading.Lock()  # which process there is
        self._process = self._started()
        self._keeper = threading.Thread(target=self._keep, daemon=True)
        self._keeper.start()

    @property
    def pid(self) -> int:
        """Of the process of the moment."""
        return self._process.pid

    def _started(self) -> "subprocess.Popen[bytes]":
        # A group of its own: Ctrl-C in the terminal is for the site, which then ends its children.
        return subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            process_group=0,
            env=self._environment,
        )

    def _keep(self) -> None:
        deaths = 0
        while True:
            self._process.wait()
            _close(self._process)
            pause = _AGAIN_S[min(deaths, len(_AGAIN_S) - 1)]
            self._unwanted.wait(pause)
            deaths += 1
            with self._changing:
                if self._unwanted.is_set():
                    return
                self._process = self._started()

    def leave(self) -> None:
        """Tell it to end. The signal is for one that is still starting and does not look at its stdin."""
        with self._changing:
            if self._unwanted.is_set():
                return  # a second signal would be heard as impatience
            self._unwanted.set()
        _close(self._process)
        self._process.terminate()

    def end(self) -> None:
        """Let it end; killed if it does not."""
        self.leave()
        try:
            self._process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._keeper.join()


def _close(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin
    process.stdin.close()


@contextmanager
def keep_running(
    *commands: tuple[str, Sequence[str]], variables: Mapping[str, str] | None = None
) -> Iterator[tuple[SupervisedProcess, ...]]:
    """These modules with their arguments run while the block does."""
    children = tuple(SupervisedProcess(module, arguments, variables) for module, arguments in commands)
    try:
        yield children
    finally:
        for child in children:
            child.leave()
        for child in children:
            child.end()
