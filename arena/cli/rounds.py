"""Which round is played, for progress: a line when one begins, as far as that can be said."""

from typing import TYPE_CHECKING, Final

from arena.cli.echo import counted
from arena.viewer.printable import printable

if TYPE_CHECKING:
    from arena.service.pairings import RoundLine
    from arena.store.store import Store

SWISS: Final = "swiss"


class Rounds:
    """Follows a tournament by the matches that are committed. Only a Swiss ends a round before the next."""

    def __init__(self, store: "Store", number: int) -> None:
        self._store = store
        self._number = number
        self._seen = 0
        self._last = 0
        self.now = ""  # "round 2 of 3", as soon as it is known and there are several

    def heading(self, match: str) -> str:
        """A line about the round of a match, "7.2.1", if that is new and of a Swiss; else empty."""
        round = int(match.split(".")[1])
        if round <= self._seen:
            return ""
        from arena.service.pairings import pairings
        from arena.service.tournaments import find_tournament

        self._seen = round
        tournament = find_tournament(self._store, self._number)
        last = max(one.number for one in tournament.rounds)
        self.now = f"round {round} of {last}, " if last > 1 else ""
        if tournament.format != SWISS:
            return ""
        line = next(one for one in pairings(self._store, self._number) if one.number == round)
        return _heading(line, last)


def _heading(round: "RoundLine", last: int) -> str:
    byes = ", ".join(printable(bye.bot, 32) for bye in round.byes)
    tables = counted(len(round.tables), "table")
    return (
        f"Round {round.number} of {last}, {round.ruleset}: {tables}{f'; without one: {byes}' if byes else ''}"
    )
