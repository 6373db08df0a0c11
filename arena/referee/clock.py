"""The clock: whose time runs, and how much a game has left. In seconds.

Many games share one bot instance, so its time cannot be measured for one game alone. The instance's time runs
while a request is open: from the sending of the oldest open request or the arrival of the last message with
an answer, whichever is later, to the arrival of the next such message. That time is shared equally among the
answers in the message. A message arrives when its last bytes reach the referee's socket, not when the referee
reads them: a busy referee costs the bot nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arena.record.match import Clock

NO_CLOCK: Final = Clock(0, 0, 0)
_MS: Final = 1000
_DECIMALS: Final = 6  # of a second, as in the log, so that the used time is the sum of the logged times


@dataclass(frozen=True, slots=True)
class Budget:
    """The limit of a bot's time in one game: bank + increment for each decision, at most cap.

    >>> Budget(10, 0.1, 60).of(3)
    10.3
    """

    bank: float
    increment: float
    cap: float

    def of(self, decisions: int) -> float:
        """Return the time for this many decisions, including the open one."""
        whole = self.bank + self.increment * decisions
        return whole if whole < self.cap else self.cap


def budget(clock: Clock) -> Budget | None:
    """Return the budget of a clock; None without a clock."""
    if clock == NO_CLOCK:
        return None
    return Budget(clock.bank_ms / _MS, clock.increment_ms / _MS, clock.cap_ms / _MS)


class StreamClock:
    """The open requests of one bot instance, by game number, and the start of its running time."""

    __slots__ = ("_last_answer", "open")

    def __init__(self) -> None:
        self.open: dict[int, float] = {}  # by game: when its request was sent, oldest first
        self._last_answer = 0.0

    def open_requests(self, games: Iterable[int], now: float) -> None:
        """Note that the requests of these games are sent."""
        self.open.update(dict.fromkeys(games, now))

    def drop(self, game: int) -> None:
        """Remove the request of this game, answered or not."""
        self.open.pop(game, None)

    @property
    def oldest(self) -> int | None:
        """The game whose open request was sent first."""
        return next(iter(self.open), None)

    @property
    def since(self) -> float:
        """The start of the running time. Only valid while a request is open."""
        sent, last = next(iter(self.open.values())), self._last_answer
        return sent if sent > last else last

    def share(self, answers: int, now: float, lag: float) -> float:
        """Return the seconds to charge for each answer of a message. To be called before `drop`.

        `lag`: how long the message may have waited for the referee.
        """
        arrived = now - lag
        running = arrived - self.since if self.open else 0.0
        self._last_answer = arrived
        return round(running / answers, _DECIMALS) if running > 0 else 0.0
