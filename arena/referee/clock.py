"""The clock measures how much time a bot uses in a game, in seconds.

A bot's time runs while it has an open request (sent and not answered), in any of its games. The time used for
a message is shared equally among the answers in this message.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arena.record.match import Clock

# The time starts when the oldest open request is sent or when the previous message with an answer arrived,
# whichever is later. It ends when the next message with an answer arrives. A message arrives when its last
# bytes reach the referee's socket, not when the referee reads them: a busy referee costs the bot nothing.

NO_CLOCK: Final = Clock(0, 0, 0)
_MS: Final = 1000
_DECIMALS: Final = 6  # of a second, as in the log, so that the used time is the sum of the logged times


@dataclass(frozen=True, slots=True)
class Budget:
    """A bot's time budget in one game, in seconds: `bank`, plus `increment` for each decision, at most `cap`.

    >>> Budget(10, 0.1, 60).of(3)
    10.3
    """

    bank: float  # at the start
    increment: float  # added for each decision
    cap: float  # the most that the bot can have

    def of(self, decisions: int) -> float:
        """Return the total time in seconds that a bot has for this many decisions.

        `decisions`: the number of finished decisions, plus one for the open decision.
        """
        whole = self.bank + self.increment * decisions
        return whole if whole < self.cap else self.cap


def budget(clock: Clock) -> Budget | None:
    """Return the time budget that a clock grants, in seconds; None if the match is played without a clock."""
    if clock == NO_CLOCK:
        return None
    return Budget(clock.bank_ms / _MS, clock.increment_ms / _MS, clock.cap_ms / _MS)


class StreamClock:
    """The clock of one bot instance (one run of a bot).

    It stores the bot's open requests (sent and not answered), and when the last answer arrived.
    """

    __slots__ = ("_last_answer", "open")

    def __init__(self) -> None:
        self.open: dict[int, float] = {}  # game number -> when its request was sent; oldest first
        self._last_answer = 0.0

    def open_requests(self, games: Iterable[int], now: float) -> None:
        """Record that the requests of these games were sent at the time `now`."""
        self.open.update(dict.fromkeys(games, now))

    def drop(self, game: int) -> None:
        """Remove this game's open request, if any, because it was answered or the game has ended."""
        self.open.pop(game, None)

    @property
    def oldest(self) -> int | None:
        """The number of the game whose open request was sent first; None if no request is open."""
        return next(iter(self.open), None)

    @property
    def running_since(self) -> float:
        """The time since which the bot's clock runs, in seconds of the event loop's clock.

        This is when the oldest open request was sent, or when the last answer arrived, whichever is later.
        Without an open request the clock does not run, and reading this raises StopIteration.
        """
        sent, last = next(iter(self.open.values())), self._last_answer
        return sent if sent > last else last

    def charge_per_answer(self, answers: int, now: float, lag_s: float) -> float:
        """Return the seconds to charge for each answer in a message.

        `answers`: the number of answers. `now`: when the message is read. `lag_s`: how many seconds the
        message may have waited to be read (not charged). Call this before `drop` removes the requests.
        """
        arrived = now - lag_s
        running = arrived - self.running_since if self.open else 0.0
        self._last_answer = arrived
        return round(running / answers, _DECIMALS) if running > 0 else 0.0
