"""How often something may be done by the same one: a bucket for each, and only so many are remembered."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from math import ceil
from typing import Final

MAX_KEYS: Final = 10_000


class Rates:
    """`burst` at once, then one every `every` seconds, for each key; the keys that came last are known."""

    def __init__(
        self,
        burst: int,
        every: float,
        most_keys: int = MAX_KEYS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._burst = burst
        self._every = every
        self._most_keys = most_keys
        self._clock = clock
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()  # when the bucket is full again
        self._lock = threading.Lock()

    def take(self, key: Hashable) -> int:
        """0, and one is taken; or the seconds until one can be."""
        with self._lock:
            now = self._clock()
            full_at = max(self._full_at.get(key, now), now)
            wait = full_at - (self._burst - 1) * self._every - now
            if wait > 0:
                return ceil(wait)
            self._full_at[key] = full_at + self._every
            self._full_at.move_to_end(key)
            if len(self._full_at) > self._most_keys:
                self._full_at.popitem(last=False)
            return 0

    def __len__(self) -> int:
        return len(self._full_at)
