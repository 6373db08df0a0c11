"""Pass on what somebody watches of a run, from its matches to those who show it, and that it still runs.

Who shows it is another process, perhaps on another machine: what they share is the database. That is asked
once a second whether anybody watches. What is passed on is written from a thread of its own, at most twice a
second, so it is never in the way of committing matches; and where it cannot be written the run goes on.
"""

import json
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Final, Self

from sqlalchemy import Connection

from arena.service.live.game_feed import WatchedTable, begins
from arena.service.results import Progress
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.live.games import (
    WALL,
    Grown,
    LivePlace,
    LiveRun,
    add_table,
    begin_game,
    drop_run,
    drop_stale,
    drop_tables,
    grow,
    still_there,
    tell_run,
    watched,
)
from arena.store.live.matches import MatchProgress, tell_matches
from arena.store.results.records import Piece
from arena.store.tournaments.states import sign_of_life

FRESH: Final = timedelta(seconds=15)  # what was touched longer ago was left by a process that was killed
WALL_TABLES: Final = 8  # of one run at most, when somebody looks at all there is

_TURN_S: Final = 0.5
_LOOK_S: Final = 1.0
_TOUCH_S: Final = 1.0
_LIFE_S: Final = 15.0  # between two signs of life
_AFTER_FAILURE_S: Final = 5.0
_LEAVE_S: Final = 5.0
_GAMES: Final = 1 << 30


@dataclass(slots=True)
class _Shown:
    """A table in the database."""

    key: int
    game: int = field(default_factory=lambda: secrets.randbelow(_GAMES))  # unlike that of any other
    plies: int = 0


class LiveShow:
    """A run of a tournament for those who watch. A context: after it nothing of it is shown any more.

    Whether somebody watches or not, it writes signs of life, and in the end that the run has ended.
    """

    def __init__(
        self,
        store: Store,
        tournament: int,
        progress: Callable[[], Progress],
        matches: Callable[[], tuple[MatchProgress, ...]],
    ) -> None:
        self._store = store
        self._tournament = tournament
        self._progress = progress
        self._matches = matches
        self._run = secrets.token_hex(8)
        self._tables: dict[LivePlace, WatchedTable] = {}  # of the matches under way
        self._lock = threading.Lock()  # of these
        self._over = threading.Event()
        self._shown: dict[LivePlace, _Shown] = {}
        self._watched = False  # whether anything of this run is
        self._told = False  # whether anything of it is in the database
        self._looked = self._touched = 0.0
        self._lived = time.monotonic()
        self._thread = threading.Thread(target=self._pass_on, name="live", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._over.set()
        self._thread.join(_LEAVE_S)

    def table(self, piece: Piece) -> WatchedTable:
        """The audience of a match that begins."""
        place = self._place(piece)
        table = WatchedTable(place)
        with self._lock:
            self._tables[place] = table
        return table

    def over(self, piece: Piece) -> None:
        """A match is over, its record committed or not."""
        with self._lock:
            self._tables.pop(self._place(piece), None)

    def _place(self, piece: Piece) -> LivePlace:
        return LivePlace(self._tournament, piece.round, piece.pairing, piece.piece)

    # ---- in the thread ----

    def _pass_on(self) -> None:
        while not self._over.wait(_TURN_S):
            try:
                self._turn(time.monotonic())
            except StoreFailed:
                self._lost()
                self._over.wait(_AFTER_FAILURE_S)
        with suppress(StoreFailed):
            self._leave()
        with suppress(StoreFailed):
            self._live(None)

    def _turn(self, now: float) -> None:
        tables = self._under_way()
        if now >= self._lived + _LIFE_S:
            self._lived = now
            self._live(datetime.now(UTC))
        if now >= self._looked + _LOOK_S:
            self._looked = now
            self._look(tables)
        if not self._watched:
            self._leave()
            return
        wanted = {place: table for place, table in tables.items() if table.wanted}
        news = {place: taken for place, table in wanted.items() if (taken := table.take())}
        gone = [place for place in self._shown if place not in wanted]
        if news or gone or now >= self._touched + _TOUCH_S:
            self._touched = now
            self._write(news, gone)

    def _live(self, at: datetime | None) -> None:
        with self._store.writing() as tx:
            sign_of_life(tx, self._tournament, at)

    def _under_way(self) -> dict[LivePlace, WatchedTable]:
        with self._lock:
            return dict(self._tables)

    def _look(self, tables: dict[LivePlace, WatchedTable]) -> None:
        """Who watches what."""
        with self._store.reading() as tx:
            wanted = watched(tx, datetime.now(UTC))
        begun = [table for table in tables.values() if table.begun]
        wall = begun[:WALL_TABLES] if WALL in wanted else []
        for table in begun:
            table.want(table in wall or table.match in wanted)
        self._watched = bool(wanted & {WALL, str(self._tournament), *(table.match for table in begun)})

    def _write(self, news: dict[LivePlace, list[bytes]], gone: list[LivePlace]) -> None:
        """All that is new, in one small transaction."""
        now = datetime.now(UTC)
        with self._store.writing() as tx:
            if not self._told:
                drop_stale(tx, now - 4 * FRESH)
            drop_tables(tx, [self._shown.pop(place).key for place in gone])
            for place, taken in news.items():
                self._show(tx, place, taken, now)
            still_there(tx, self._run, now)
            tell_run(tx, self._state(), now)
            tell_matches(tx, self._run, self._tournament, self._matches())
        self._told = True

    def _show(self, tx: Connection, place: LivePlace, news: list[bytes], now: datetime) -> None:
        shown = self._shown.get(place)
        if shown is None:
            shown = self._shown[place] = _Shown(add_table(tx, self._run, place, now))
        if begins(news[0]):
            shown.game, shown.plies = shown.game + 1, 1
            begin_game(tx, shown.key, shown.game, news.pop(0).decode())
        if news:
            first = shown.plies
            shown.plies += sum(json.loads(piece)["plies"] for piece in news)
            grown = Grown(first, f"[{','.join(piece.decode() for piece in news)}]")
            grow(tx, shown.key, shown.game, grown, shown.plies)

    def _state(self) -> LiveRun:
        now = self._progress()
        return LiveRun(
            self._run,
            self._tournament,
            now.games_done,
            now.games_total,
            now.games_per_second,
            now.seconds_left,
        )

    def _lost(self) -> None:
        """What was to be written is gone, and what is written is left to its age."""
        self._told = False
        self._shown.clear()
        for table in self._under_way().values():
            table.lose()

    def _leave(self) -> None:
        """Nobody watches: take out what there is."""
        if not self._told:
            return
        with self._store.writing() as tx:
            drop_run(tx, self._run)
        self._lost()
