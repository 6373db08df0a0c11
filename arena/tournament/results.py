"""Match results, as pairings, standings and the crosstable use them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from arena.tournament.score import HALF, PAIR, point

NO_START: Final = "NO_START"  # verdict


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one bot in a match, summed over the games that count."""

    bot: int
    games: int  # 0 if all boards were void
    score: Fraction  # sum of the game scores
    card_points: int  # sum of the games' totals
    verdicts: Mapping[str, int] = field(default_factory=dict)  # of all games, including void ones

    @property
    def share(self) -> Fraction:
        """The match score: the mean of the games, as all board groups have equally many."""
        return self.score / self.games if self.games else HALF

    @property
    def never_started(self) -> bool:
        """True if the bot started in no game, so it forfeited the match."""
        return 0 < self.games <= self.verdicts.get(NO_START, 0)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A complete match.

    `at_tables`: its tournament has tables of more than two; the smallest tables may still have two seats.
    """

    round: int
    number: int
    seats: tuple[SeatResult, ...]
    at_tables: bool = False

    @property
    def played(self) -> bool:
        """True if at least two of its bots met; otherwise it is decided by forfeit."""
        return sum(not seat.never_started for seat in self.seats) >= PAIR

    @property
    def points(self) -> Mapping[int, Fraction]:
        """Each bot's points (`point`). If both of two bots forfeit, both get none.

        In a tournament at tables two bots get their match scores too; a whole point would exceed what larger
        tables can give.
        """
        seats = len(self.seats)
        if seats == PAIR and all(seat.never_started for seat in self.seats):
            return {seat.bot: Fraction() for seat in self.seats}
        if self.at_tables:
            return {seat.bot: seat.share for seat in self.seats}
        return {seat.bot: point(seat.share, seats) for seat in self.seats}
