"""Noticing that this process stood still for a while: the host slept, or somebody stopped it.

All that was measured meanwhile is wrong, and whoever seems late may have been in time.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

AWAY_S: Final = 3.0
_BEAT_S: Final = 0.5


class WasAway(Exception):
    """The referee stood still; the text says for how long."""


class Pulse:
    """Beats in the event loop from `start` to `stop`. After a time without a beat `away` is called, once.

    A process that was busy all that time was not away: that is too much work, and whose it was can be told.
    """

    def __init__(self, away: Callable[[], object], now: Callable[[], float] = time.monotonic) -> None:
        self._away = away
        self._now = now
        self._last, self._worked = now(), time.process_time()
        self._next: asyncio.TimerHandle | None = None
        self.missed_s = 0.0

    def start(self) -> None:
        self._last, self._worked = self._now(), time.process_time()
        self._next = asyncio.get_running_loop().call_later(_BEAT_S, self._beat)

    def stop(self) -> None:
        if self._next:
            self._next.cancel()

    def check(self) -> None:
        """Raises WasAway, also where the next beat would have told."""
        self._listen()
        if self.missed_s:
            raise WasAway(f"the referee stood still for {self.missed_s:.1f} s")

    def _beat(self) -> None:
        self._listen()
        if self.missed_s:
            self._away()
        else:
            self.start()

    def _listen(self) -> None:
        gap, worked = self._now() - self._last, time.process_time() - self._worked
        if gap > AWAY_S and worked < gap / 2:
            self.missed_s = self.missed_s or gap
