"""What is played now, as far as it is passed on: read again and again for those who watch.

One view serves all who look at a site: however many they are, the database is asked as often as `look` is
called, and not more often than is useful. What each look finds is a value that is not changed any more.
"""

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, Final

from sqlalchemy import Connection

from arena.service.live.relay import FRESH
from arena.service.reports.tournament_list import table_name
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.live.games import (
    LivePlace,
    LiveRun,
    LiveTable,
    drop_stale,
    first_document,
    grown_from,
    live_tables,
    runs,
    watch,
)
from arena.store.live.matches import MatchProgress, matches_under_way
from arena.store.live.places import Counted, counted
from arena.store.live.workers import WorkerProgress, workers_seen
from arena.viewer.replay.film_json import Document, Piece, append

TURN_S: Final = 0.5  # between two looks

_MAX_TABLES: Final = 48
_WANTED_S: Final = 6.0  # for so long it holds that somebody wanted to see something
_COUNT_S: Final = 1.0  # between two counts of games
_TELL_S: Final = 3.0  # how often that is written
_TOLD: Final = timedelta(seconds=12)  # how long what is written holds


@dataclass(frozen=True)
class ShownGame:
    """The game of a table that is shown, as far as it is told."""

    key: int
    place: LivePlace
    game: int
    head: str  # the document that its film began with
    pieces: tuple[Piece, ...]
    plies: int
    last: Mapping[str, Any]  # the columns of the last ply, and the words of the last that had some

    @property
    def match(self) -> str:
        """The match as "7.1.2"."""
        return table_name(*self.place[:3])

    @property
    def name(self) -> str:
        """The table as "7.1.2", or "7.1.2/3" for the third piece of its match."""
        return self.match if self.place.piece == 1 else f"{self.match}/{self.place.piece}"

    @cached_property
    def first(self) -> Document:
        """The document that its film began with; not to be changed."""
        made: Document = json.loads(self.head)
        return made

    def film(self) -> Document:
        """The film so far."""
        made: Document = json.loads(self.head)
        for piece in self.pieces:
            append(made, piece)
        return made


@dataclass(frozen=True, slots=True)
class CrewSeen:
    """Who plays a tournament at this moment, and what. `workers`: of a cluster."""

    matches: tuple[MatchProgress, ...] = ()
    workers: tuple[WorkerProgress, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look found."""

    tables: tuple[ShownGame, ...] = ()
    runs: tuple[LiveRun, ...] = ()
    counted: Mapping[int, Counted | None] = field(default_factory=dict)  # of tournaments that are wanted
    crews: Mapping[int, CrewSeen] = field(default_factory=dict)  # of these

    def at(self, match: str) -> ShownGame | None:
        """The table where a match is played: of several the one that was there first."""
        return next((table for table in self.tables if table.match == match), None)

    def run(self, tournament: int) -> LiveRun | None:
        """Who plays a tournament: of several who does so most lately."""
        return next((run for run in reversed(self.runs) if run.tournament == tournament), None)


class LiveView:
    """What is seen of a database."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._seen = Seen()
        self._looked = self._counted = float("-inf")
        self._wanted: dict[str, float] = {}  # until when
        self._told: dict[str, float] = {}  # when it was written

    def want(self, target: str) -> None:
        """Somebody wants to see the wall, a match as "7.1.2", or how far the tournament "7" is."""
        self._wanted[target] = self._clock() + _WANTED_S

    def look(self) -> Seen:
        """What there is now; while another looks, what was there before. Raises StoreFailed."""
        if self._lock.acquire(blocking=False):
            try:
                self._look(self._clock())
            finally:
                self._lock.release()
        return self._seen

    def _look(self, now: float) -> None:
        if now < self._looked + TURN_S / 2:
            return
        with suppress(StoreFailed):  # who may only read is shown what others watch
            self._tell(now)
        self._seen = self._read(now)
        self._looked = now

    def _tell(self, now: float) -> None:
        """Let those who play know what is wanted."""
        self._wanted = {target: until for target, until in dict(self._wanted).items() if until > now}
        self._told = {target: when for target, when in self._told.items() if when > now - _TELL_S}
        if self._wanted.keys() <= self._told.keys():
            return
        today = datetime.now(UTC)
        with self._store.writing() as tx:
            watch(tx, self._wanted, today + _TOLD, today)
            drop_stale(tx, today - 4 * FRESH)
        self._told = dict.fromkeys(self._wanted, now)

    def _read(self, now: float) -> Seen:
        since = datetime.now(UTC) - FRESH
        known = {(table.key, table.game): table for table in self._seen.tables}
        with self._store.reading() as tx:
            tables = live_tables(tx, since)[:_MAX_TABLES]
            shown = (_shown(tx, table, known.get((table.key, table.game))) for table in tables)
            seen = Seen(tuple(table for table in shown if table), runs(tx, since), self._seen.counted)
            ended = {run.run for run in self._seen.runs} - {run.run for run in seen.runs}
            if ended or now >= self._counted + _COUNT_S:
                self._counted = now
                seen = replace(seen, counted=self._count(tx))
            wanted = self._tournaments()
            return replace(seen, crews={one: _crew(tx, one, since) for one in wanted})

    def _count(self, tx: Connection) -> dict[int, Counted | None]:
        return {one: counted(tx, one) for one in self._tournaments()}

    def _tournaments(self) -> tuple[int, ...]:
        return tuple(int(target) for target in self._wanted.copy() if target.isdecimal())


def _crew(tx: Connection, tournament: int, since: datetime) -> CrewSeen:
    return CrewSeen(matches_under_way(tx, tournament, since), workers_seen(tx, tournament, since))


def _shown(tx: Connection, table: LiveTable, known: ShownGame | None) -> ShownGame | None:
    """The game of a table, with what is new of it; None if it is another one by now."""
    if known and known.plies == table.plies:
        return known
    if known is None:
        known = _begun(tx, table)
    if known is None:
        return None
    more = _pieces(grown_from(tx, table.key, table.game, known.plies))
    if not more:
        return known
    return ShownGame(
        known.key,
        known.place,
        known.game,
        known.head,
        known.pieces + more,
        known.plies + sum(piece["plies"] for piece in more),
        {**known.last, **_last(more)},
    )


def _begun(tx: Connection, table: LiveTable) -> ShownGame | None:
    head = first_document(tx, table.key, table.game)
    if not head:
        return None
    document: Document = json.loads(head)
    [side] = document["sides"]
    last = {name: column[-1] for name, column in (side["held"] | side["moments"]).items()}
    return ShownGame(table.key, table.place, table.game, head, (), document["plies"], last)


def _pieces(grown: Iterable[str]) -> tuple[Piece, ...]:
    return tuple(piece for pieces in grown for piece in json.loads(pieces))


def _last(pieces: Iterable[Piece]) -> dict[str, Any]:
    """The newest value of every column that has one."""
    return {
        name: column[-1] for piece in pieces for name, column in (piece["held"] | piece["moments"]).items()
    }
