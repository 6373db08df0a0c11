"""The live view: the games and progress of running tournaments, read for the visitors of a site.

All visitors share one view, which reads the database only a few times a second.
"""

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, Final

from sqlalchemy import Connection

from arena.service.common.text import MatchId
from arena.service.live.relay import FRESH
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.live.status import (
    LiveGame,
    LivePlace,
    LiveRun,
    MatchProgress,
    RunStatus,
    WorkerProgress,
    read_film,
    read_statuses,
    watch,
)
from arena.store.tournaments.list import TournamentLine, tournament_line
from arena.viewer.replay.film_json import FilmDocument, FilmPiece, append

TURN_S: Final = 0.5  # between two looks

MAX_TABLES: Final = 48
WANTED_S: Final = 6.0  # how long one request of a visitor counts
COUNT_INTERVAL_S: Final = 1.0
WATCH_INTERVAL_S: Final = 3.0  # how often watched targets are written to the database
WATCH_LASTS: Final = timedelta(seconds=12)


@dataclass(frozen=True)
class ShownGame:
    """A running game, up to the last frame that was read from the database."""

    run: str
    place: LivePlace
    game: int
    head: str  # the first document of its film
    pieces: tuple[FilmPiece, ...]
    plies: int
    last: Mapping[str, Any]  # the newest value of each column of the film

    @property
    def match(self) -> str:
        """The id of the match, such as "7.1.2"."""
        return str(MatchId(*self.place[:3]))

    @property
    def name(self) -> str:
        """The id of the match, such as "7.1.2", or "7.1.2/3" for the third batch of its boards.

        The first batch has no number.
        """
        return self.match if self.place.piece == 1 else f"{self.match}/{self.place.piece}"

    @cached_property
    def start_document(self) -> FilmDocument:
        """Return the replay document of the game's start, without later frames.

        All callers share this document: do not change it.
        """
        made: FilmDocument = json.loads(self.head)
        return made

    def film(self) -> FilmDocument:
        """Return the film of the game so far, as a document that the caller may change."""
        made: FilmDocument = json.loads(self.head)
        for piece in self.pieces:
            append(made, piece)
        return made


@dataclass(frozen=True, slots=True)
class RunningMatches:
    """The running matches of a tournament, and the workers of its cluster."""

    matches: tuple[MatchProgress, ...] = ()
    workers: tuple[WorkerProgress, ...] = ()


@dataclass(frozen=True, slots=True)
class LiveSnapshot:
    """The running games and the progress of tournaments at one moment."""

    tables: tuple[ShownGame, ...] = ()
    runs: tuple[LiveRun, ...] = ()
    counted: Mapping[int, TournamentLine | None] = field(default_factory=dict)  # by watched tournament
    running_matches: Mapping[int, RunningMatches] = field(default_factory=dict)  # by watched tournament

    def game_of(self, match: str) -> ShownGame | None:
        """Return the running game of a match, or None.

        If several pieces (batches of boards) of the match run, return the first piece's game.
        """
        return next((table for table in self.tables if table.match == match), None)

    def run_of(self, tournament: int) -> LiveRun | None:
        """Return the run that plays a tournament, or None.

        Of several runs, return the run that reported last.
        """
        return next((run for run in reversed(self.runs) if run.tournament == tournament), None)


class LiveView:
    """The live view of all running tournaments of a database."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._seen = LiveSnapshot()
        self._looked = self._counted = float("-inf")
        self._wanted: dict[str, float] = {}  # target -> until when somebody wants to see it
        self._written: dict[str, float] = {}  # when

    def want(self, target: str) -> None:
        """Record that a visitor watches a target. The record expires after WANTED_S seconds.

        Repeat the call while the visitor watches. `target`: a match such as "7.1.2", a tournament such as
        "7", or "wall" for all running games.
        """
        self._wanted[target] = self._clock() + WANTED_S

    def look(self) -> LiveSnapshot:
        """Return an immutable snapshot of the current games and progress.

        If another thread reads the database at this moment, return the previous snapshot at once. Raise
        StoreFailed if the database cannot be read.
        """
        if self._lock.acquire(blocking=False):
            try:
                self._look(self._clock())
            finally:
                self._lock.release()
        return self._seen

    def _look(self, now: float) -> None:
        if now < self._looked + TURN_S / 2:
            return
        with suppress(StoreFailed):  # with read-only access one sees what others watch
            self._write_wishes(now)
        self._seen = self._read(now)
        self._looked = now

    def _write_wishes(self, now: float) -> None:
        """Store the targets (see `want`) that visitors watch, so that relays write these games."""
        self._wanted = {target: until for target, until in dict(self._wanted).items() if until > now}
        self._written = {
            target: when for target, when in self._written.items() if when > now - WATCH_INTERVAL_S
        }
        if self._wanted.keys() <= self._written.keys():
            return
        today = datetime.now(UTC)
        with self._store.writing() as tx:
            watch(tx, self._wanted, today + WATCH_LASTS, today)
        self._written = dict.fromkeys(self._wanted, now)

    def _read(self, now: float) -> LiveSnapshot:
        with self._store.reading() as tx:
            statuses = read_statuses(tx, datetime.now(UTC) - FRESH)
            runs = tuple(status.progress for status in statuses if status.progress)
            count = self._seen.counted
            ended = {run.run for run in self._seen.runs} - {run.run for run in runs}
            if ended or now >= self._counted + COUNT_INTERVAL_S:
                self._counted = now
                count = {number: tournament_line(tx, number) for number in self._tournaments()}
            return LiveSnapshot(
                self._games(tx, statuses),
                runs,
                count,
                {number: _running_matches(statuses, number) for number in self._tournaments()},
            )

    def _games(self, tx: Connection, statuses: Iterable[RunStatus]) -> tuple[ShownGame, ...]:
        """Return the running games of all runs, at most MAX_TABLES, always in the same order."""
        known = {(table.run, table.game): table for table in self._seen.tables}
        ordered = sorted(statuses, key=lambda status: status.run)
        games = [(status.run, game) for status in ordered for game in status.games][:MAX_TABLES]
        shown = (_continue_game(tx, run, game, known.get((run, game.game))) for run, game in games)
        return tuple(one for one in shown if one)

    def _tournaments(self) -> tuple[int, ...]:
        return tuple(int(target) for target in self._wanted.copy() if target.isdecimal())


def _running_matches(statuses: Iterable[RunStatus], tournament: int) -> RunningMatches:
    """Return a tournament's running matches, the oldest first, and its cluster workers, sorted by name."""
    its = [status for status in statuses if status.tournament == tournament]
    matches = sorted(
        (match for status in its for match in status.matches), key=lambda one: (-one.seconds, one.match)
    )
    workers = sorted((worker for status in its for worker in status.workers), key=lambda one: one.name)
    return RunningMatches(tuple(matches), tuple(workers))


def _continue_game(tx: Connection, run: str, game: LiveGame, known: ShownGame | None) -> ShownGame | None:
    """Return a running game with its new frames from the database; None if no frame is stored yet.

    `known`: the game as it was last read; None for a new game.
    """
    if known and known.plies == game.plies:
        return known
    parts = read_film(tx, run, game.game, known.plies if known else 0)
    if known is None:
        if not parts:
            return None
        known, parts = _first_ply(run, game, parts[0]), parts[1:]
    more: tuple[FilmPiece, ...] = tuple(piece for pieces in parts for piece in json.loads(pieces))
    if not more:
        return known
    return ShownGame(
        run,
        known.place,
        known.game,
        known.head,
        known.pieces + more,
        known.plies + sum(piece["plies"] for piece in more),
        {**known.last, **_newest_values(more)},
    )


def _first_ply(run: str, game: LiveGame, head: str) -> ShownGame:
    document: FilmDocument = json.loads(head)
    [side] = document["sides"]
    last = {name: column[-1] for name, column in (side["held"] | side["moments"]).items()}
    return ShownGame(run, game.place, game.game, head, (), document["plies"], last)


def _newest_values(pieces: Iterable[FilmPiece]) -> dict[str, Any]:
    """Return the newest value of each column of replay frames, keyed by column name.

    `pieces`: consecutive parts of a film, the oldest first.
    """
    return {
        name: column[-1] for piece in pieces for name, column in (piece["held"] | piece["moments"]).items()
    }
