"""How far the event loop is behind: so much of a bot's time may be the referee's own."""

import selectors
import time
from collections.abc import Callable
from typing import Final

Lag = Callable[[float], float]  # seconds that the loop is behind, at a time of its own clock

_WAITED_S: Final = 0.000_1  # a shorter wait found something that had come before


class LagSelector(selectors.DefaultSelector):
    """A selector that knows since when what it found may have been waiting: for `asyncio.SelectorEventLoop`.

    What it finds without waiting came while the loop was busy: at the earliest right after the select before.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._monotonic = monotonic
        self._back = self._since = monotonic()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        asked = self._monotonic()
        found = super().select(timeout)
        back = self._monotonic()
        self._since = self._back if back - asked < _WAITED_S else back
        self._back = back
        return found

    def lag(self, now: float) -> float:
        """The most that something found just now can have waited, in seconds."""
        return now - self._since
