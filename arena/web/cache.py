"""Cache slow results in memory. While one thread computes a result, others get the previous result."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from arena.record.reader import read_log
from arena.record.replay import game_of
from arena.record.storage import PackedLog
from arena.rules.cards import Pack
from arena.store.database.store import Store
from arena.viewer.replay.film import Side, film
from arena.viewer.replay.film_json import as_json, document
from arena.viewer.terminal import script

MAX_WEIGHT: Final = 400_000  # of a cache: table cells, or values of about that size
STALE_FACTOR: Final = 10  # a stale value is served this many times as long as computing it took
MAX_FILMS: Final = 48  # a long one takes about 500 kB

T = TypeVar("T")


class CachedValue(NamedTuple, Generic[T]):
    """A cached value. `is_stale`: True if the underlying data has changed."""

    value: T
    is_stale: bool


class _Stored(NamedTuple, Generic[T]):
    value: T
    state: Hashable
    fresh_until: float  # on the cache's clock; the value is not computed again before
    weight: int


@dataclass(slots=True)
class _Slot(Generic[T]):
    lock: threading.Lock = field(default_factory=threading.Lock)
    stored: _Stored[T] | None = None


class Cache(Generic[T]):
    """A cache of values by key, each stored with the state of the data from which it was computed.

    Only one thread computes a value. Other threads get the previous value, or wait for the first value.

    `weigh`: returns the weight of a value, a number for its size. If the total weight exceeds `max_weight`,
    the least recently used values are dropped.
    """

    def __init__(
        self,
        weigh: Callable[[T], int] = lambda _: 1,
        max_weight: int = MAX_WEIGHT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._weigh = weigh
        self._max_weight = max_weight
        self._clock = clock
        self._lock = threading.Lock()
        self._entries: OrderedDict[Hashable, _Slot[T]] = OrderedDict()

    def get(self, key: Hashable, state: Hashable, compute: Callable[[], T]) -> CachedValue[T]:
        """Return the value for a key. Call `compute` if no value is cached, or if the data has changed.

        An outdated value is still returned while another thread computes a new value. It is also returned for
        a time after its own computation: ten times as long as the computation took.

        `state`: the current state of the data, compared with the state at the last computation.
        """
        entry = self._entry(key)
        old = entry.stored
        if old and (old.state == state or self._clock() < old.fresh_until):
            return CachedValue(old.value, old.state != state)
        if not entry.lock.acquire(blocking=old is None):
            assert old
            return CachedValue(old.value, is_stale=True)
        try:
            if entry.stored is None or entry.stored.state != state:  # another thread may have been faster
                entry.stored = self._compute(state, compute)
                self._drop_old(key)
            return CachedValue(entry.stored.value, is_stale=False)
        finally:
            entry.lock.release()

    def _entry(self, key: Hashable) -> _Slot[T]:
        with self._lock:
            entry = self._entries.setdefault(key, _Slot())
            self._entries.move_to_end(key)
            return entry

    def _compute(self, state: Hashable, compute: Callable[[], T]) -> _Stored[T]:
        start = self._clock()
        value = compute()
        now = self._clock()
        return _Stored(value, state, now + STALE_FACTOR * (now - start), self._weigh(value))

    def _drop_old(self, newest: Hashable) -> None:
        """Drop the least recently used values, except the key `newest`, until the total weight fits."""
        with self._lock:
            weights = {key: entry.stored.weight for key, entry in self._entries.items() if entry.stored}
            total = sum(weights.values())
            for key, weight in weights.items():
                if total <= self._max_weight:
                    return
                if key != newest:
                    del self._entries[key]
                    total -= weight


class CachePerStore(Generic[T]):
    """A set of caches, one for each open database."""

    def __init__(self, weigh: Callable[[T], int]) -> None:
        self._weigh = weigh
        self._lock = threading.Lock()
        self._caches: WeakKeyDictionary[Store, Cache[T]] = WeakKeyDictionary()

    def of(self, store: Store) -> Cache[T]:
        with self._lock:
            return self._caches.setdefault(store, Cache(self._weigh))


@dataclass(frozen=True, slots=True)
class CachedFilm:
    """A game as one viewer sees it, as JSON and as text."""

    document: bytes
    text: str
    title: str
    names: tuple[str, ...]
    pack: Pack


@lru_cache(MAX_FILMS)
def make_film(packed: PackedLog, side: Side = None) -> CachedFilm:
    """Return a recorded game as one viewer sees it, as JSON and as text.

    `side`: the viewer's seat (from 0), PUBLIC for no hands, None for all hands. Raise NoSuchSeat if the game
    does not have this seat, BadLog for an invalid log.
    """
    log = read_log(packed.data())
    made = film(log, side)
    return CachedFilm(
        document=as_json(document([made], [side])),
        text="\n".join(line.plain.rstrip() for line in script(made)) + "\n",
        title=made.title,
        names=tuple(seat.name for seat in made.frames[0].seats),
        pack=game_of(log.header).pack,
    )
