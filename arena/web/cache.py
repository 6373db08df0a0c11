"""Figures that take long, kept in memory: made by one request at a time, and not more often than is good."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from arena.store.database.store import Store

MOST: Final = 400_000  # cells of tables, and what else weighs about as much
REST: Final = 10  # times as long as the making took: so long what is not up to date any more will do

Made = TypeVar("Made")


class Figures(NamedTuple, Generic[Made]):
    """What is shown, and whether something has been committed since."""

    value: Made
    behind: bool


class _Value(NamedTuple, Generic[Made]):
    """A value that was made."""

    value: Made
    state: Hashable  # that it was made of
    until: float  # the clock's time up to which it is not made anew
    weight: int


@dataclass(slots=True)
class _Entry(Generic[Made]):
    lock: threading.Lock = field(default_factory=threading.Lock)
    made: _Value[Made] | None = None


class Kept(Generic[Made]):
    """Values by key, each made of a state: it is made anew when that is another one.

    While one request makes a value, others get the one before; only who comes before there is any waits. The
    least recently used go when all together weigh more than `most`.
    """

    def __init__(
        self,
        weigh: Callable[[Made], int] = lambda _: 1,
        most: int = MOST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._weigh = weigh
        self._most = most
        self._clock = clock
        self._lock = threading.Lock()
        self._entries: OrderedDict[Hashable, _Entry[Made]] = OrderedDict()

    def figures(self, key: Hashable, state: Hashable, make: Callable[[], Made]) -> Figures[Made]:
        """The value of this state, or the last one before that was made."""
        entry = self._entry(key)
        old = entry.made
        if old and (old.state == state or self._clock() < old.until):
            return Figures(old.value, old.state != state)
        if not entry.lock.acquire(blocking=old is None):
            assert old
            return Figures(old.value, behind=True)
        try:
            if entry.made is None or entry.made.state != state:  # else another request has just made it
                entry.made = self._new(state, make)
                self._forget(key)
            return Figures(entry.made.value, behind=False)
        finally:
            entry.lock.release()

    def _entry(self, key: Hashable) -> _Entry[Made]:
        with self._lock:
            entry = self._entries.setdefault(key, _Entry())
            self._entries.move_to_end(key)
            return entry

    def _new(self, state: Hashable, make: Callable[[], Made]) -> _Value[Made]:
        begun = self._clock()
        value = make()
        now = self._clock()
        return _Value(value, state, now + REST * (now - begun), self._weigh(value))

    def _forget(self, newest: Hashable) -> None:
        """That one stays, whatever it weighs."""
        with self._lock:
            weights = {key: entry.made.weight for key, entry in self._entries.items() if entry.made}
            left = sum(weights.values())
            for key, weight in weights.items():
                if left <= self._most:
                    return
                if key != newest:
                    del self._entries[key]
                    left -= weight


class KeptByStore(Generic[Made]):
    """What is kept of each database that is open."""

    def __init__(self, weigh: Callable[[Made], int]) -> None:
        self._weigh = weigh
        self._lock = threading.Lock()
        self._stores: WeakKeyDictionary[Store, Kept[Made]] = WeakKeyDictionary()

    def of(self, store: Store) -> Kept[Made]:
        with self._lock:
            return self._stores.setdefault(store, Kept(self._weigh))
