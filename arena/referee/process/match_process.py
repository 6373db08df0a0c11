"""The main program's control of the process that plays one match or bot check: start it, send its input, read
its output, and always end it.
"""

import contextlib
import os
import selectors
import socket
import time
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Final, Self

from arena.record.match import MatchSpec
from arena.referee.clock import NO_CLOCK
from arena.sandbox.fork_server import KILLED, MAX_NUMBER, fork_server
from arena.sandbox.runners import BY_HAND

_CHUNK: Final = 1 << 20
_MAX_LINE: Final = 1 << 28  # bytes; a line with one game and all notes of its bots is far shorter
_STDERR_BYTES: Final = 16_384
_LOOK_S: Final = 0.1  # how often to check whether the match is still wanted
_MAX_LOOK_S: Final = 0.5  # while the process is silent

MATCH: Final = "arena.referee.process.match_main"
PERSON_MATCH: Final = "arena.referee.process.person_match_main"

UNWANTED: Final = 3  # UNWANTED and UNAVAILABLE: exit codes of the process
UNAVAILABLE: Final = 4

MAX_FRESH: Final = 2  # how often a lost bot is started again, for the games that have not started
SILENT_S: Final = (
    300.0  # a process that is silent for so long hangs; it sends a sign of life every few seconds
)

_MARGIN_S: Final = 600.0
_OWN_SHARE: Final = 2.0  # times what the clocks allow, because the referee works too
_MS: Final = 1000


def time_limit_s(spec: MatchSpec) -> float:
    """Return the longest time in seconds that a match may take.

    Return infinity if a bot has no clock, or is started by hand.
    """
    clocks = [bot.clock or spec.clock for bot in spec.bots]
    if NO_CLOCK in clocks or any((bot.runner or spec.runner) == BY_HAND for bot in spec.bots):
        return inf
    # As if bots never thought or started at the same time, with a margin for the referee.
    seats = len(spec.bots)
    thinking = len(spec.secrets) * max(clock.cap_ms for clock in clocks) / _MS
    starting = (1 + MAX_FRESH) * spec.limits.start_ms / _MS
    return _MARGIN_S + _OWN_SHARE * spec.rotations * seats * (thinking + starting)


class MatchCancelled(Exception):
    """The match was cancelled. Its process has ended and there is no result."""


class MatchProcessHangs(Exception):
    """The match process took too long, was silent for too long, or wrote a line without end."""


class MatchProcess:
    """The process of a match, as a context manager. After the block, the process has always ended."""

    def __init__(self, run: Path, module: str) -> None:
        """Fork the process, which calls `main` of `module`. Raise OSError if it cannot be forked.

        `run`: the run directory.
        """
        (stdin, send), (receive, stdout), (errors, stderr) = os.pipe(), os.pipe(), os.pipe()
        with contextlib.ExitStack() as pipes:
            self._stdin = pipes.enter_context(os.fdopen(send, "wb"))
            self._stdout = pipes.enter_context(os.fdopen(receive, "rb"))
            self._stderr = pipes.enter_context(os.fdopen(errors, "rb"))
            try:
                self._handle = fork_server.fork(module, [str(run)], (stdin, stdout, stderr)).handle
            finally:
                for file in (stdin, stdout, stderr):
                    os.close(file)
            self._pipes = pipes.pop_all()
        self._code: int | None = None
        self._last_words = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        """Close stdin, so that the process cleans up and ends. If it does not end, it is killed."""
        with self._pipes, self._handle, contextlib.suppress(OSError):
            with contextlib.suppress(BrokenPipeError):
                self._stdin.close()
            self._handle.shutdown(socket.SHUT_WR)
            while self._handle.recv(MAX_NUMBER):
                pass

    def send(self, line: str) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._stdin.write(line.encode() + b"\n")
            self._stdin.flush()

    def ask_for_news(self) -> None:
        """Ask the process to send plies of one game for spectators during the next few seconds."""
        with contextlib.suppress(BrokenPipeError, BlockingIOError):
            os.set_blocking(self._stdin.fileno(), False)
            os.write(self._stdin.fileno(), b"w")

    def lines(
        self,
        cancel: Event,
        look: Callable[[], None] = lambda: None,
        max_s: float = inf,
        silent_s: float = inf,
    ) -> Iterator[bytes]:
        """Yield the lines of the process's stdout until it ends.

        `cancel`: when set, raise MatchCancelled. `look`: called about every 100 ms, and less often while the
        process is silent. Raise MatchProcessHangs after `max_s` seconds, or after `silent_s` seconds without
        output.
        """
        rest = bytearray()
        started = last = time.monotonic()
        pause = _LOOK_S
        with selectors.DefaultSelector() as ready:
            ready.register(self._stdout, selectors.EVENT_READ)
            ready.register(self._stderr, selectors.EVENT_READ)
            while ready.get_map():
                found = ready.select(pause)
                pause = _LOOK_S if found else min(2 * pause, _MAX_LOOK_S)
                for key, _ in found:
                    data = os.read(key.fd, _CHUNK)
                    if not data:
                        ready.unregister(key.fileobj)
                    elif key.fileobj is self._stdout:
                        rest += data
                        last = time.monotonic()
                        yield from _whole_lines(rest, data)
                    else:
                        self._last_words = (self._last_words + data)[-_STDERR_BYTES:]
                if cancel.is_set():
                    raise MatchCancelled
                look()
                now = time.monotonic()
                _check(now - started, max_s, now - last, silent_s, len(rest))

    @property
    def code(self) -> int:
        """The exit code of the process; negative if a signal ended the process. Reading it waits for the end
        of the process.
        """
        if self._code is None:
            self._code = int(self._handle.recv(MAX_NUMBER) or KILLED)
        return self._code

    @property
    def last_words(self) -> str:
        """The end of the process's stderr."""
        return self._last_words.decode(errors="replace").strip()

    def death(self) -> str:
        """Return how the process ended: its exit code and the end of its stderr."""
        return f"exit code {self.code}\n{self.last_words}"


def _whole_lines(rest: bytearray, data: bytes) -> Iterator[bytes]:
    """Remove the complete lines from `rest` and yield them without line ends.

    `data`: the bytes that were just appended to `rest`.
    """
    if b"\n" in data:
        *lines, last = bytes(rest).split(b"\n")
        rest[:] = last
        yield from lines


def _check(took: float, max_s: float, silent: float, silent_s: float, unfinished: int) -> None:
    """Raise MatchProcessHangs if the process took too long, was silent for too long, or writes an endless
    line.

    `took`, `silent`: seconds so far. `unfinished`: the bytes of the current line.
    """
    if took > max_s:
        raise MatchProcessHangs(f"did not end within {took:.0f} s; the limit is {max_s:.0f} s")
    if silent > silent_s:
        raise MatchProcessHangs(f"silent for {silent:.0f} s")
    if unfinished > _MAX_LINE:
        raise MatchProcessHangs(f"a line of more than {_MAX_LINE} bytes")
