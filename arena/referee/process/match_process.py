"""The process of one match, or of one check, seen from outside: started, fed, read, and always ended."""

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Final, Self

_CHUNK: Final = 1 << 20
_LONGEST: Final = 1 << 28  # bytes of a line: a game with all that its bots noted is far shorter
_STDERR_BYTES: Final = 16_384
_LOOK_S: Final = 0.1  # how often it is looked whether the match is still wanted
_LEAVE_S: Final = 2.0  # for a child that is not wanted any more to clean up

# The library gets buffers of this size for all that it expects to read: hundreds of megabytes in a flood. As
# maps of their own (see mallopt(3)) they take next to nothing until something is in them, and go at once.
_BUFFER_BYTES: Final = 65_536

# As in a Python bot, and said here again: of the SDK the referee needs nothing but the protocol.
POLLING: Final = "-event_engine_client,-event_engine_listener"

_ENVIRONMENT: Final = {"GRPC_VERBOSITY": "NONE", "MALLOC_MMAP_THRESHOLD_": str(_BUFFER_BYTES)}


class MatchCancelled(Exception):
    """The match was not wanted any more; nothing of it is left."""


class ChildHangs(Exception):
    """The process took longer than anything in it may take, or said what it never says."""


def _nothing() -> None:
    """Nobody looks."""


class MatchProcess:
    """A context: whatever happens inside, the process is gone after it."""

    def __init__(self, run: Path, module: str = "arena.referee") -> None:
        self._process = subprocess.Popen(
            (sys.executable, "-P", "-m", module, str(run)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"GRPC_EXPERIMENTS": POLLING} | os.environ | _ENVIRONMENT,
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

    def ask(self) -> None:
        """Let it know that what it tells besides is wanted, for some seconds more."""
        with contextlib.suppress(BrokenPipeError, BlockingIOError):
            os.set_blocking(self._stdin.fileno(), False)
            os.write(self._stdin.fileno(), b"w")

    def lines(
        self,
        cancel: Event,
        look: Callable[[], None] = _nothing,
        most_s: float = inf,
        silent_s: float = inf,
    ) -> Iterator[bytes]:
        """The lines of its stdout until its end; meanwhile `look` is called now and then.

        Raises MatchCancelled; ChildHangs, if it is not at its end after `most_s` seconds, or says nothing for
        `silent_s`.
        """
        rest = bytearray()
        began = heard = time.monotonic()
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
                        heard = time.monotonic()
                        yield from _whole_lines(rest, data)
                    else:
                        self._last_words = (self._last_words + data)[-_STDERR_BYTES:]
                if cancel.is_set():
                    raise MatchCancelled
                look()
                now = time.monotonic()
                _check(now - began, most_s, now - heard, silent_s, len(rest))

    @property
    def code(self) -> int:
        """Its exit code, once it has ended: negative, the signal that ended it."""
        return self._process.wait()

    @property
    def last_words(self) -> str:
        """The last of its stderr."""
        return self._last_words.decode(errors="replace").strip()

    def death(self) -> str:
        """How it ended, and the last of its stderr."""
        return f"exit code {self.code}\n{self.last_words}"


def _whole_lines(rest: bytearray, data: bytes) -> Iterator[bytes]:
    """Take the lines that are complete out of `rest`, of which `data` came last."""
    if b"\n" in data:
        *lines, last = bytes(rest).split(b"\n")
        rest[:] = last
        yield from lines


def _check(took: float, most_s: float, silent: float, silent_s: float, unfinished: int) -> None:
    """Raises ChildHangs."""
    if took > most_s:
        raise ChildHangs(
            f"not at its end after {took:.0f} s, where all that it waits for takes {most_s:.0f} s"
        )
    if silent > silent_s:
        raise ChildHangs(f"not a word for {silent:.0f} s")
    if unfinished > _LONGEST:
        raise ChildHangs(f"a line of more than {_LONGEST} bytes")
