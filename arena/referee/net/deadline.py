"""A timer for a deadline that often moves. Only a move to an earlier time sets the timer again; a move to a
later time costs nothing.
"""

import asyncio
from collections.abc import Callable
from typing import Final

# Time to read an answer that has already arrived, before the bot is judged.
_GRACE_S: Final = 0.002


class Deadline:
    """A timer that calls `expired` once a deadline has passed."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        due: Callable[[], float | None],
        expired: Callable[[], None],
        may_be_in_time: Callable[[float], bool] = lambda due: False,
    ) -> None:
        self._loop = loop
        self._due = due  # returns the deadline (loop time); None for never
        self._expired = expired
        # True while something that came in time may still wait to be handled
        self._may_be_in_time = may_be_in_time
        self._timer: asyncio.TimerHandle | None = None

    def moved(self) -> None:
        """Adapt the timer to the new deadline. Call this when the deadline has changed."""
        due = self._due()
        if due is None or (self._timer and self._timer.when() <= due + _GRACE_S):
            return
        self.cancel()
        self._timer = self._loop.call_at(due + _GRACE_S, self._fire)

    def cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _fire(self) -> None:
        self._timer = None
        due = self._due()
        if due is None or self._loop.time() <= due:
            self.moved()
        elif self._may_be_in_time(due):
            self._timer = self._loop.call_later(_GRACE_S, self._fire)
        else:
            self._expired()
