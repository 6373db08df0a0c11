"""Detects that this process stood still for a while, because the computer slept or somebody stopped the
process.

Times that were measured meanwhile are wrong: a bot that seems late may have been in time.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

AWAY_S: Final = 3.0
_BEAT_S: Final = 0.5


class WasAway(Exception):
    """The referee stood still; the message says for how long."""


class Pulse:
    """A regular timer in the event loop.

    If it fires late, this process stood still, and `away` is called once. A process that was busy all that
    time did not stand still: it had too much work.
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
        """Raise WasAway if this process has stood still since `start`, even if the timer has
        not fired yet.
        """
        self._measure()
        if self.missed_s:
            raise WasAway(f"the referee stood still for {self.missed_s:.1f} s")

    def _beat(self) -> None:
        self._measure()
        if self.missed_s:
            self._away()
        else:
            self.start()

    def _measure(self) -> None:
        gap, worked = self._now() - self._last, time.process_time() - self._worked
        if gap > AWAY_S and worked < gap / 2:
            self.missed_s = self.missed_s or gap
