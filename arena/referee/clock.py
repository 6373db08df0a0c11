"""The clock: whose time it is that runs, and how much of it a game has left. Seconds; now is passed in.

Many games share one bot instance, so its thinking cannot be read off one game. The instance's time runs
while a request is open: from the sending of the oldest open request or the arrival of the last message with
an answer, whichever is later, to the arrival of the next such message. That time is shared equally among the
answers in it. A message arrives when its last bytes reach the referee's socket, not when the referee reads
them: whatever keeps the referee busy costs the bot nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arena.record.match import Clock

NO_CLOCK: Final = Clock(0, 0, 0)
_MS: Final = 1000
_DECIMALS: Final = 6  # of a second: as the log has them, so that what was used is the sum of what it says


@dataclass(frozen=True, slots=True)
class Budget:
    """The bound on a bot's time in one game: bank + increment for each decision, at most cap.

    >>> Budget(10, 0.1, 60).of(3)
    10.3
    """

    bank: float
    increment: float
    cap: float

    def of(self, decisions: int) -> float:
        """The whole time up to this many decisions, the open one counted."""
        whole = self.bank + self.increment * decisions
        return whole if whole < self.cap else self.cap


def budget(clock: Clock) -> Budget | None:
    """The budget of a clock, None where there is no clock."""
    if clock == NO_CLOCK:
        return None
    return Budget(clock.bank_ms / _MS, clock.increment_ms / _MS, clock.cap_ms / _MS)


class StreamClock:
    """Which requests one bot instance has open, by the games' numbers, and since when its time runs."""

    __slots__ = ("_last_answer", "open")

    def __init__(self) -> None:
        self.open: dict[int, float] = {}  # game -> when its request was sent, the oldest first
        self._last_answer = 0.0

    def sent(self, games: Iterable[int], now: float) -> None:
        """The requests of these games go out."""
        self.open.update(dict.fromkeys(games, now))

    def drop(self, game: int) -> None:
        """The request of this game is void, answered or not."""
        self.open.pop(game, None)

    @property
    def oldest(self) -> int | None:
        """The game whose open request was sent first."""
        return next(iter(self.open), None)

    @property
    def since(self) -> float:
        """When the time that runs began. Only while a request is open."""
        sent, last = next(iter(self.open.values())), self._last_answer
        return sent if sent > last else last

    def share(self, answers: int, now: float, lag: float) -> float:
        """Return what each answer of a message is charged. To be called before they are dropped.

        `lag`: how long the message may have waited for the referee.
        """
        arrived = now - lag
        running = arrived - self.since if self.open else 0.0
        self._last_answer = arrived
        return round(running / answers, _DECIMALS) if running > 0 else 0.0
