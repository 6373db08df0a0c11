"""Which round is played, for progress: a line when a round of a Swiss is paired."""

from arena.cli.output import counted
from arena.service.formats import SWISS
from arena.service.reports.pairings import RoundLine, pairings
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import Progress
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.viewer.printable import printable


class Rounds:
    """Follows a tournament by the matches that are committed. Only a Swiss ends a round before the next."""

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self._number = number
        self._look = True
        self._told = 0
        self.now = ""  # "round 2 of 3, ", as soon as it is known and there are several

    def follow(self, progress: Progress) -> str:
        """A line about the round that is played, if that is new and of a Swiss; else empty.

        While the database does not answer there is nothing new: the run waits for it.
        """
        try:
            return self._followed(progress)
        except StoreFailed:
            self._look = True
            return ""

    def _followed(self, progress: Progress) -> str:
        if progress.committed:
            self._look = True
            round = int(progress.committed.match.split(".")[1])
            self._reached(round)
            return self._begun(round)  # it may be over before anybody has looked
        if not self._look:
            return ""
        self._look = False  # nothing is paired before another match is over
        return self._begun()

    def _reached(self, round: int) -> None:
        last = _last_round(self._store, self._number)
        self.now = f"round {round} of {last}, " if last > 1 else ""

    def _begun(self, played: int | None = None) -> str:
        """Of the round that is known to be played, or of the last that is paired."""
        if played and played <= self._told:
            return ""
        tournament = find_tournament(self._store, self._number)
        round = played or max((one.number for one in tournament.rounds if one.paired), default=0)
        if tournament.format != SWISS or round <= self._told:
            self._told = max(round, self._told)
            return ""
        line = next(one for one in pairings(self._store, self._number) if one.number == round)
        self._told = round
        if line.complete and not played:
            return ""
        self._reached(round)
        return _heading(line, len(tournament.rounds))


def _last_round(store: Store, number: int) -> int:
    return max(one.number for one in find_tournament(store, number).rounds)


def _heading(round: RoundLine, last: int) -> str:
    byes = ", ".join(printable(bye.bot, 32) for bye in round.byes)
    tables = counted(len(round.tables), "table")
    without = f"; without one: {byes}" if byes else ""
    return f"Round {round.number} of {last}, {round.ruleset}: {tables}{without}"
