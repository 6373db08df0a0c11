"""The lines that the match process writes to its parent process: progress and plies for spectators."""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from arena.referee.process.codec import encode

PROGRESS: Final = b"progress "
GAME: Final = b"game "  # one game of the match record
RECORD: Final = b"record "  # the match record without its games
PART: Final = b"part "  # the start of a text for spectators; more follows
WATCHED: Final = b"watched "  # the last part of a text for spectators
OVER_BUDGET: Final = b"over "  # the number of a bot that used too much of the referee
ALIVE: Final = b"alive"  # the process does not hang

_INTERVAL_S: Final = 0.05


class MatchEventKind(StrEnum):
    """The kinds of reports on a running match."""

    STARTED = "STARTED"  # the match process runs
    PLAYED = "PLAYED"  # more games have ended
    RESTARTED = "RESTARTED"  # the match process died; everything is played again
    VOID = "VOID"  # the match process died too often
    PAUSED = "PAUSED"  # no bot can be started; the detail says why, and what to do
    WAITING = "WAITING"  # for a bot started by hand; the detail is the environment that it needs
    CONNECTED = "CONNECTED"  # the bot started by hand; the detail is its name


@dataclass(frozen=True, slots=True)
class MatchEvent:
    """A report on a running match."""

    match: str
    kind: MatchEventKind
    games: int  # finished
    total: int  # games of the match
    scores: tuple[float, ...]  # each bot's sum of game scores so far, in the order of the match spec
    detail: str = ""  # depends on the kind, see `MatchEventKind`


@dataclass(slots=True)
class ProgressPipe:
    """The pipe on which the match process reports to its parent process.

    Finished games are reported at most every 50 ms. If the pipe is full, a report is dropped, except that of
    `over_budget`.
    """

    match: str
    total: int
    descriptor: int
    scores: list[float]
    games: int = 0
    _next: float = field(default_factory=time.monotonic)

    def game_over(self, scores: Sequence[float]) -> None:
        """Count a finished game. `scores`: each bot's score in this game.

        Report the progress unless the last report was less than 50 ms ago. Always report the last game.
        """
        self.games += 1
        self.scores = [sum(pair) for pair in zip(self.scores, scores, strict=True)]
        now = time.monotonic()
        if now >= self._next or self.games == self.total:
            self._next = now + _INTERVAL_S
            self._send(MatchEventKind.PLAYED)

    def waiting(self, environment: str) -> None:
        """Report that a bot must be started by hand with these environment variables."""
        self._send(MatchEventKind.WAITING, environment)

    def connected(self, bot: str) -> None:
        """Report that the bot started by hand has connected."""
        self._send(MatchEventKind.CONNECTED, bot)

    def over_budget(self, bot: int) -> None:
        """Report that a bot used more of the referee's resources than allowed.

        Wait while the pipe is full: this report must not be lost.
        """
        os.write(self.descriptor, OVER_BUDGET + b"%d\n" % bot)

    def alive(self) -> None:
        """Report that this process still works, so that the parent does not end it as hung."""
        write_line(self.descriptor, ALIVE + b"\n")

    def _send(self, kind: MatchEventKind, detail: str = "") -> None:
        event = MatchEvent(self.match, kind, self.games, self.total, tuple(self.scores), detail)
        write_line(self.descriptor, PROGRESS + encode(event).encode() + b"\n")


def write_line(descriptor: int, line: bytes) -> bool:
    """Write a line to a pipe without waiting. Return True if the whole line was written, False if the pipe is
    full. `line`: less than PIPE_BUF bytes.
    """
    os.set_blocking(descriptor, False)
    try:
        os.write(descriptor, line)
    except BlockingIOError:
        return False
    finally:
        os.set_blocking(descriptor, True)
    return True
