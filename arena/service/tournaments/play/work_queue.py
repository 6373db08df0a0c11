"""The queue of a tournament's unplayed pieces (batches of boards), which follows changes in the database."""

import time
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection

from arena.record.match import BotSpec, MatchRecord
from arena.service.reports.tournament_list import find_tournament
from arena.service.tournaments.play.progress import RunCounters
from arena.service.tournaments.play.runner import Match
from arena.service.tournaments.play.schedules import find_entrant_bot, match_spec
from arena.service.tournaments.play.swiss import pair_next
from arena.store.database.store import Store
from arena.store.results.commit import commit_record, is_record_stored
from arena.store.results.records import Piece, Tournament, TournamentState
from arena.store.tournaments.list import progress
from arena.store.tournaments.schedule import pieces
from arena.store.tournaments.states import Frozen, finish, lock_tournament, read_state_and_changes

POLL_INTERVAL_S: Final = 1.0  # between two checks for changes in the database

More = Callable[[Connection, int, datetime], bool]
"""Writes the next round of a tournament to the database; False if no round is left."""


@dataclass(slots=True)
class TournamentQueue:
    """The queue of unplayed pieces (batches of boards) of a tournament.

    When all pieces are played, the next round is paired. If no round is left, the tournament is finished.
    """

    store: Store
    number: int
    counters: RunCounters
    tournament: Tournament
    pair_next_round: More = pair_next
    clock: Callable[[], float] = time.monotonic
    waiting: deque[Piece] = field(default_factory=deque)
    bots: dict[int, BotSpec] = field(default_factory=dict)
    changes: int = -1
    looked: float = 0.0
    in_order: bool = False  # matches are committed as they finish

    def find_bots(self) -> None:
        """Find the files of all bots that have not withdrawn, and add the bots' specs to `self.bots`.

        Raise UserError if a bot is missing or has changed, RunError if Docker does not work.
        """
        for entrant in self.tournament.entrants:
            if entrant.withdrawn_after is None and entrant.number not in self.bots:
                self.bots[entrant.number] = find_entrant_bot(entrant, self.tournament.runner, self.store)

    def take(self, most: int, busy: Collection[int]) -> list[Match]:
        """Return at most `most` matches to play. If all matches are committed, first pair the next round.

        `busy`: the keys of the pieces (batches of boards) that are being played.

        Raise PairingImpossible if the next round cannot be paired. Raise UserError or RunError if a bot that
        was added later cannot be found.
        """
        if not self.waiting and not busy:
            self._pair_or_finish()
            self._read(busy)
        taken = [self.waiting.popleft() for _ in range(min(most, len(self.waiting)))]
        return [(piece, match_spec(self.number, self.tournament, piece, self.bots)) for piece in taken]

    def may_continue(self, busy: Collection[int]) -> bool:
        """Return False if the tournament has been paused or has ended. Otherwise, read new bots and rounds.

        `busy`: the keys of the pieces (batches of boards) that are being played.
        """
        if self.clock() - self.looked < POLL_INTERVAL_S:
            return True
        self.looked = self.clock()
        with self.store.reading() as tx:
            state, changes = read_state_and_changes(tx, self.number)
        if state is TournamentState.RUNNING and changes != self.changes:
            self._read(busy)
        return state is TournamentState.RUNNING

    def commit(self, piece: Piece, record: MatchRecord) -> bool:
        """Write a match's record to the database. Return False if the record is no longer needed.

        Return True if this call or an earlier call has stored the record.
        """
        with self.store.writing(tries=1) as tx:
            now = datetime.now(UTC)
            return commit_record(tx, piece.key, record, now) or is_record_stored(tx, piece.key, record)

    def _pair_or_finish(self) -> None:
        """If every match is committed, pair the next round. If no round is left, finish the tournament."""
        with suppress(Frozen), self.store.writing(tries=1) as tx:
            if lock_tournament(tx, self.number) is not TournamentState.RUNNING or pieces(
                tx, self.number, missing=True
            ):
                return
            now = datetime.now(UTC)
            if not self.pair_next_round(tx, self.number, now):
                finish(tx, self.number, now)

    def _read(self, busy: Collection[int]) -> None:
        with self.store.reading() as tx:
            state, changes = read_state_and_changes(tx, self.number)
            missing = pieces(tx, self.number, missing=True) if state is TournamentState.RUNNING else ()
            self.counters.total = progress(tx, self.number).games_total
        self.tournament = find_tournament(self.store, self.number)
        self.waiting = deque(piece for piece in missing if piece.key not in busy)
        self.find_bots()
        self.changes = changes  # set last: if anything above fails, it is repeated
