"""Progress of a run by rounds: a line whenever a round of a Swiss tournament is paired."""

from arena.cli.output import count_text
from arena.service.formats import SWISS
from arena.service.reports.pairings import RoundLine, pairings
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import RunProgress
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.viewer.printable import printable


class CurrentRound:
    """The current round of a Swiss tournament, found from its stored matches. Rounds of other formats overlap
    and are not announced.
    """

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self._number = number
        self._is_stale = True
        self._announced = 0  # the last round that a line was returned for
        self.now = ""  # "round 2 of 3, ", once it is known and there are several

    def follow(self, progress: RunProgress) -> str:
        """Return a line about a new round; "" if no round is new or the database does not answer.

        Call this with each progress report of the run.
        """
        try:
            if progress.committed:
                self._is_stale = True
                round = int(progress.committed.match.split(".")[1])
                self._set_now(round)
                return self._announce(round)  # a round may finish before its pairing was seen
            if not self._is_stale:
                return ""
            self._is_stale = False  # no round is paired before another match has finished
            return self._announce()
        except StoreFailed:
            self._is_stale = True
            return ""

    def _set_now(self, round: int) -> None:
        last = max(one.number for one in find_tournament(self._store, self._number).rounds)
        self.now = f"round {round} of {last}, " if last > 1 else ""

    def _announce(self, played: int | None = None) -> str:
        """Return the line that announces a round; "" if it was announced before or is not a Swiss round.

        `played`: announce this round, because a match of it has finished. None: announce the last paired
        round, unless all its matches have finished.
        """
        if played and played <= self._announced:
            return ""
        tournament = find_tournament(self._store, self._number)
        round = played or max((one.number for one in tournament.rounds if one.paired), default=0)
        if tournament.format != SWISS or round <= self._announced:
            self._announced = max(round, self._announced)
            return ""
        line = next(one for one in pairings(self._store, self._number) if one.number == round)
        self._announced = round
        if line.complete and not played:
            return ""
        self._set_now(round)
        return _heading(line, len(tournament.rounds))


def _heading(round: RoundLine, last: int) -> str:
    byes = ", ".join(printable(bye.bot, 32) for bye in round.byes)
    matches = count_text(len(round.tables), "match", "matches")
    bye_text = f"; bye: {byes}" if byes else ""
    return f"Round {round.number} of {last}, {round.ruleset}: {matches}{bye_text}"
