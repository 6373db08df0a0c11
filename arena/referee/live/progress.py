"""What is told of a match while it is played: public, bounded and lossy."""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from arena.referee.process.codec import encode

PROGRESS: Final = b"progress "
GAME: Final = b"game "  # one of the record's games
RECORD: Final = b"record "  # the rest of it
PART: Final = b"part "  # of what is watched; more of it follows
WATCHED: Final = b"watched "  # the last of it
OVER_BUDGET: Final = b"over "  # the number of a bot that used more of the referee than it may
ALIVE: Final = b"alive"  # the process does not hang

_EVERY_S: Final = 0.05


class MatchEventKind(StrEnum):
    """What happened to a match."""

    STARTED = "STARTED"  # its process runs
    PLAYED = "PLAYED"  # more games are over
    RESTARTED = "RESTARTED"  # its process died: everything is played again
    VOID = "VOID"  # its process died too often
    PAUSED = "PAUSED"  # no bot can be started for now; the detail is why, and what to do
    WAITING = "WAITING"  # for a bot that is started by hand; the detail is what it needs in its environment
    CONNECTED = "CONNECTED"  # a bot that was waited for; the detail is its name


@dataclass(frozen=True, slots=True)
class MatchEvent:
    """`games` of the match's `total` are over; `scores`: what each bot of the spec won in them, summed."""

    match: str
    kind: MatchEventKind
    games: int
    total: int
    scores: tuple[float, ...]
    detail: str = ""


@dataclass(slots=True)
class Progress:
    """Writes events to a pipe, not more often than is useful, and never waits for who reads them."""

    match: str
    total: int
    descriptor: int
    scores: list[float]
    games: int = 0
    _next: float = field(default_factory=time.monotonic)

    def game_over(self, scores: Sequence[float]) -> None:
        """A game is over; `scores` by bot."""
        self.games += 1
        self.scores = [sum(pair) for pair in zip(self.scores, scores, strict=True)]
        now = time.monotonic()
        if now >= self._next or self.games == self.total:
            self._next = now + _EVERY_S
            self._tell(MatchEventKind.PLAYED)

    def waiting(self, environment: str) -> None:
        """Somebody is to start a bot, with this in its environment."""
        self._tell(MatchEventKind.WAITING, environment)

    def connected(self, bot: str) -> None:
        """A bot that was waited for is there."""
        self._tell(MatchEventKind.CONNECTED, bot)

    def over_budget(self, bot: int) -> None:
        """A bot used more of the referee than it may. This is waited for: it has to be known."""
        os.write(self.descriptor, OVER_BUDGET + b"%d\n" % bot)

    def alive(self) -> None:
        """The process does not hang."""
        write_line(self.descriptor, ALIVE + b"\n")

    def _tell(self, kind: MatchEventKind, detail: str = "") -> None:
        event = MatchEvent(self.match, kind, self.games, self.total, tuple(self.scores), detail)
        write_line(self.descriptor, PROGRESS + encode(event).encode() + b"\n")


def write_line(descriptor: int, line: bytes) -> bool:
    """Whether a line of less than PIPE_BUF bytes went into a pipe, all of it; nobody is waited for."""
    os.set_blocking(descriptor, False)
    try:
        os.write(descriptor, line)
    except BlockingIOError:
        return False
    finally:
        os.set_blocking(descriptor, True)
    return True
