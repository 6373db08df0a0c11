"""What is still to be played of a tournament, kept up with what others change in it meanwhile."""

import time
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection

from arena.record.match import BotSpec
from arena.service.reports.tournament_list import find_tournament
from arena.service.tournaments.play.match_specs import find_entrant_bot, match_spec
from arena.service.tournaments.play.progress import Meter
from arena.service.tournaments.play.runner import Match
from arena.service.tournaments.play.swiss import pair_next
from arena.store.database.store import Store
from arena.store.results.records import Piece, State, Tournament
from arena.store.tournaments.schedule import pieces, progress
from arena.store.tournaments.states import Frozen, finish, hold, pulse

LOOK_S: Final = 1.0  # how often the store is asked whether somebody changed something

More = Callable[[Connection, int, datetime], bool]
"""Write what comes next when all that was written is committed; False if there is nothing more."""


@dataclass(slots=True)
class Agenda:
    """The pieces that wait. When none is left the next round is paired, or the tournament finished."""

    store: Store
    number: int
    meter: Meter
    tournament: Tournament
    more: More = pair_next
    clock: Callable[[], float] = time.monotonic
    waiting: deque[Piece] = field(default_factory=deque)
    bots: dict[int, BotSpec] = field(default_factory=dict)
    changes: int = -1
    looked: float = 0.0

    def find_bots(self) -> None:
        """Look for all that are still in, before the first match. Raises UserError, RunError."""
        for entrant in self.tournament.entrants:
            if entrant.withdrawn_after is None and entrant.number not in self.bots:
                self.bots[entrant.number] = find_entrant_bot(entrant, self.tournament.runner, self.store)

    def take(self, most: int, busy: Collection[int]) -> list[Match]:
        """The next matches. When all is committed, what comes next is paired first.

        Raises PairingImpossible; and UserError, RunError of a latecomer that cannot be found.
        """
        if not self.waiting and not busy:
            self._go_on()
            self._read(busy)
        taken = [self.waiting.popleft() for _ in range(min(most, len(self.waiting)))]
        return [(piece, match_spec(self.number, self.tournament, piece, self.bots)) for piece in taken]

    def goes_on(self, busy: Collection[int]) -> bool:
        """Whether it is neither paused nor cancelled. What was added or taken out is read again."""
        if self.clock() - self.looked < LOOK_S:
            return True
        self.looked = self.clock()
        with self.store.reading() as tx:
            state, changes = pulse(tx, self.number)
        if state is State.RUNNING and changes != self.changes:
            self._read(busy)
        return state is State.RUNNING

    def _go_on(self) -> None:
        """In one transaction see that nothing is missing, and pair the next round or finish."""
        with suppress(Frozen), self.store.writing(tries=1) as tx:
            if hold(tx, self.number) is not State.RUNNING or pieces(tx, self.number, missing=True):
                return
            now = datetime.now(UTC)
            if not self.more(tx, self.number, now):
                finish(tx, self.number, now)

    def _read(self, busy: Collection[int]) -> None:
        with self.store.reading() as tx:
            state, changes = pulse(tx, self.number)
            missing = pieces(tx, self.number, missing=True) if state is State.RUNNING else ()
            self.meter.total = progress(tx, self.number).games_total
        self.tournament = find_tournament(self.store, self.number)
        self.waiting = deque(piece for piece in missing if piece.key not in busy)
        self.find_bots()
        self.changes = changes  # now they are seen: whatever failed before is done again
