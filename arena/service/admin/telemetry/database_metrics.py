"""What metrics take from the database, by a thread of its own: who asks for them never waits for it.

Counters follow the ledger, which is in the order of commits: nothing is counted twice or passed over,
whoever committed it. They are shown when all there is has been counted, so that no rate jumps at the start.
"""

import logging
import threading
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import TracebackType
from typing import Final, Self

from arena.service.admin.telemetry.log_event import DATABASE, told
from arena.service.live.relay import FRESH
from arena.store.admin.monitoring import Committed, Waiting, committed_after, waiting
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store

BOUNDS_S: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

_EVERY_S: Final = 2.0
_ENTRIES: Final = 100  # of the ledger in one transaction
_LEAVE_S: Final = 10.0


@dataclass(slots=True)
class Tally:
    """What all entries of the ledger up to `entry` brought."""

    entry: int = 0
    pieces: int = 0
    games: Counter[str] = field(default_factory=Counter)  # by termination
    verdicts: Counter[str] = field(default_factory=Counter)  # seats of games
    decisions: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS_S) + 1))  # by bucket
    thinking_ms: float = 0.0

    def add(self, more: Committed) -> None:
        self.entry = more.last
        self.pieces += more.pieces
        self.games.update(more.games)
        for seats in more.seats:
            self.verdicts[seats.verdict] += seats.seats
            self.decisions[seats.bucket] += seats.decisions
            self.thinking_ms += seats.time_ms


class Reading:
    """A context: while it lasts the database is read every two seconds."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._tally = Tally()
        self.whole = False  # whether all there is has been counted
        self.waiting: Waiting | None = None
        self.answers = False
        self._thread = threading.Thread(target=self._read_on, name="metrics", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._over.set()
        self._thread.join(_LEAVE_S)

    def tally(self) -> Tally | None:
        """A copy of what has been counted; None while not all there is has been."""
        with self._lock:
            now = self._tally
            if not self.whole:
                return None
            return Tally(
                now.entry,
                now.pieces,
                now.games.copy(),
                now.verdicts.copy(),
                [*now.decisions],
                now.thinking_ms,
            )

    def _read_on(self) -> None:
        while not self._over.is_set():
            try:
                self.read()
            except StoreFailed as why:
                if self.answers:
                    told(DATABASE, "database does not answer", logging.ERROR, detail=str(why))
                self.answers = False
            self._over.wait(_EVERY_S)

    def read(self) -> None:
        """Read what is new, and how it is now. Raises StoreFailed."""
        bounds = [1_000 * bound for bound in BOUNDS_S]
        while not self._over.is_set():
            with self._store.reading() as tx:
                more = committed_after(tx, self._tally.entry, _ENTRIES, bounds)
                now = waiting(tx, datetime.now(UTC) - FRESH)
            with self._lock:
                self._tally.add(more)
                self.waiting, self.answers = now, True
                self.whole = self.whole or more.pieces < _ENTRIES
            if more.pieces < _ENTRIES:
                return
