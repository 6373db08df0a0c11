"""The relay: it writes a run's watched games to the database for spectators, and reports that the run is
alive.

Another process with the same database serves spectators. The relay writes in its own thread, so it does not
delay commits. If it cannot write, the run continues.
"""

import json
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Final, Self

from sqlalchemy import Connection

from arena.service.live.game_feed import FilmQueue, is_document
from arena.service.results import RunProgress
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.live.status import (
    WALL,
    LiveGame,
    LivePlace,
    LiveRun,
    MatchProgress,
    RunStatus,
    append_film,
    drop_films,
    drop_run,
    drop_stale,
    list_watched,
    write_status,
)
from arena.store.results.records import Piece
from arena.store.tournaments.states import sign_of_life

FRESH: Final = timedelta(seconds=15)  # older reports are from processes that were killed
MAX_WALL_MATCHES: Final = 8  # matches shown of one run if somebody watches all running games

TURN_INTERVAL_S: Final = 0.5
LOOK_INTERVAL_S: Final = 1.0
TOUCH_INTERVAL_S: Final = 1.0
LIFE_INTERVAL_S: Final = 15.0
RETRY_S: Final = 5.0
LEAVE_TIMEOUT_S: Final = 5.0
MAX_FIRST_GAME: Final = 1 << 30


@dataclass(slots=True)
class _StoredFilm:
    """The stored film (replay frames) of a game.

    `game`: the game's number. `plies`: the number of stored plies.
    """

    game: int
    plies: int = 1


class LiveRelay:
    """A relay that copies replay frames of a run's watched games to the database. A context manager.

    Spectators read the frames there. During the block, the relay also records regularly that the run is
    alive. At the end of the block, it deletes the frames.
    """

    def __init__(
        self,
        store: Store,
        tournament: int,
        progress: Callable[[], RunProgress],
        matches: Callable[[], tuple[MatchProgress, ...]],
    ) -> None:
        self._store = store
        self._tournament = tournament
        self._progress = progress
        self._matches = matches
        self._run = secrets.token_hex(8)
        self._last_game = secrets.randbelow(MAX_FIRST_GAME)  # numbers unlike those of other runs
        self._queues: dict[LivePlace, FilmQueue] = {}  # the queues of running matches
        self._lock = threading.Lock()  # for `_queues`
        self._over = threading.Event()
        self._films: dict[LivePlace, _StoredFilm] = {}
        self._watched = False  # True if somebody watches this run
        self._written = False  # True if the database has something for spectators of this run
        self._looked = self._touched = 0.0
        self._lived = time.monotonic()
        self._thread = threading.Thread(target=self._relay, name="live", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._over.set()
        self._thread.join(LEAVE_TIMEOUT_S)

    def open_queue(self, piece: Piece) -> FilmQueue:
        """Return a new queue for the replay frames of a piece (a batch of boards) that is about to start."""
        place = self._place(piece)
        queue = FilmQueue(place)
        with self._lock:
            self._queues[place] = queue
        return queue

    def close_queue(self, piece: Piece) -> None:
        """Remove the queue of a piece (batch of a match's boards) that has finished."""
        with self._lock:
            self._queues.pop(self._place(piece), None)

    def _place(self, piece: Piece) -> LivePlace:
        return LivePlace(self._tournament, piece.round, piece.pairing, piece.piece)

    # ---- in the thread ----

    def _relay(self) -> None:
        while not self._over.wait(TURN_INTERVAL_S):
            try:
                self._turn(time.monotonic())
            except StoreFailed:
                self._forget_films()
                self._over.wait(RETRY_S)
        with suppress(StoreFailed):
            self._delete_written()
        with suppress(StoreFailed):
            self._sign_of_life(None)

    def _turn(self, now: float) -> None:
        queues = self._running_queues()
        if now >= self._lived + LIFE_INTERVAL_S:
            self._lived = now
            self._sign_of_life(datetime.now(UTC))
        if now >= self._looked + LOOK_INTERVAL_S:
            self._looked = now
            self._look(queues)
        if not self._watched:
            self._delete_written()
            return
        wanted = {place: queue for place, queue in queues.items() if queue.wanted}
        film_texts = {place: taken for place, queue in wanted.items() if (taken := queue.take())}
        gone = [place for place in self._films if place not in wanted]
        if film_texts or gone or now >= self._touched + TOUCH_INTERVAL_S:
            self._touched = now
            self._write_changes(film_texts, gone)

    def _sign_of_life(self, at: datetime | None) -> None:
        with self._store.writing() as tx:
            sign_of_life(tx, self._tournament, at)
            drop_stale(tx, datetime.now(UTC) - 4 * FRESH)

    def _running_queues(self) -> dict[LivePlace, FilmQueue]:
        with self._lock:
            return dict(self._queues)

    def _look(self, queues: dict[LivePlace, FilmQueue]) -> None:
        """Read which running matches are watched. Turn the queues of these matches on, and all others off."""
        with self._store.reading() as tx:
            targets = list_watched(tx, datetime.now(UTC))
        started = [queue for queue in queues.values() if queue.started]
        wall = started[:MAX_WALL_MATCHES] if WALL in targets else []
        for queue in started:
            queue.set_watched(queue in wall or queue.match in targets)
        self._watched = bool(targets & {WALL, str(self._tournament), *(queue.match for queue in started)})

    def _write_changes(self, film_texts: dict[LivePlace, list[bytes]], gone: list[LivePlace]) -> None:
        """Write the new frames of all watched games and the status of this run to the database.

        `film_texts`: for each watched piece (batch of a match's boards), its new film texts, the oldest
        first. `gone`: the pieces whose films must be deleted.
        """
        now = datetime.now(UTC)
        with self._store.writing() as tx:
            drop_films(tx, self._run, [self._films.pop(place).game for place in gone])
            for place, pieces in film_texts.items():
                self._append(tx, place, pieces)
            write_status(tx, self._status(), now)
        self._written = True

    def _append(self, tx: Connection, place: LivePlace, film_texts: list[bytes]) -> None:
        if is_document(film_texts[0]):
            if last := self._films.get(place):
                drop_films(tx, self._run, [last.game])
            self._last_game += 1
            self._films[place] = _StoredFilm(self._last_game)
            append_film(tx, self._run, self._last_game, 0, film_texts.pop(0).decode())
        if film_texts:
            film = self._films[place]
            append_film(
                tx, self._run, film.game, film.plies, f"[{','.join(piece.decode() for piece in film_texts)}]"
            )
            film.plies += sum(json.loads(piece)["plies"] for piece in film_texts)

    def _status(self) -> RunStatus:
        now = self._progress()
        return RunStatus(
            self._run,
            self._tournament,
            LiveRun(
                self._run,
                self._tournament,
                now.games_done,
                now.games_total,
                now.games_per_second,
                now.seconds_left,
            ),
            tuple(LiveGame(place, film.game, film.plies) for place, film in self._films.items()),
            self._matches(),
        )

    def _forget_films(self) -> None:
        """Start all films (replay frames) again with the next game of each match.

        Call this after a failed write, or when the stored films have been deleted. Frames of the current
        games that are not stored yet are dropped.
        """
        self._written = False
        self._films.clear()
        for queue in self._running_queues().values():
            queue.drop_game()

    def _delete_written(self) -> None:
        """Delete everything that this relay has written for spectators."""
        if not self._written:
            return
        with self._store.writing() as tx:
            drop_run(tx, self._run)
        self._forget_films()
