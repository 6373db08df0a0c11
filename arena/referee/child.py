"""The process of one match, seen from outside: started, fed, read, and always ended."""

import contextlib
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Final, Self

_CHUNK: Final = 1 << 20
_STDERR_BYTES: Final = 16_384
_LOOK_S: Final = 0.1  # how often it is looked whether the match is still wanted
_LEAVE_S: Final = 2.0  # for a child that is not wanted any more to clean up


class MatchCancelled(Exception):
    """The match was not wanted any more; nothing of it is left."""


class Child:
    """A context: whatever happens inside, the process is gone after it."""

    def __init__(self, run: Path) -> None:
        self._process = subprocess.Popen(
            (sys.executable, "-P", "-m", "arena.referee", str(run)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"GRPC_VERBOSITY": "NONE"},
            start_new_session=True,
        )
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin and stdout and stderr
        self._stdin, self._stdout, self._stderr = stdin, stdout, stderr
        self._last_words = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        """The end of its stdin tells the child to clean up; one that does not leave is killed."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE_S)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._stdout.close()
        self._stderr.close()

    def send(self, line: str) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._stdin.write(line.encode() + b"\n")
            self._stdin.flush()

    def lines(self, cancel: Event) -> Iterator[bytes]:
        """The lines of its stdout until its end. Raises MatchCancelled."""
        rest = bytearray()
        with selectors.DefaultSelector() as ready:
            ready.register(self._stdout, selectors.EVENT_READ)
            ready.register(self._stderr, selectors.EVENT_READ)
            while ready.get_map():
                for key, _ in ready.select(_LOOK_S):
                    data = os.read(key.fd, _CHUNK)
                    if not data:
                        ready.unregister(key.fileobj)
                    elif key.fileobj is self._stdout:
                        rest += data
                        yield from _whole_lines(rest, data)
                    else:
                        self._last_words = (self._last_words + data)[-_STDERR_BYTES:]
                if cancel.is_set():
                    raise MatchCancelled

    def death(self) -> str:
        """How it ended, and the last of its stderr."""
        return f"exit code {self._process.wait()}\n{self._last_words.decode(errors='replace')}"


def _whole_lines(rest: bytearray, data: bytes) -> Iterator[bytes]:
    """Take the lines that are complete out of `rest`, of which `data` came last."""
    if b"\n" in data:
        *lines, last = bytes(rest).split(b"\n")
        rest[:] = last
        yield from lines
