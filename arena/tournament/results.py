"""What a match came to, as far as pairings, standings and crosstable need it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from arena.tournament.score import HALF, PAIR, point

NO_START: Final = "NO_START"  # the verdict on a bot that did not start


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One bot of a match, summed over the games that count."""

    bot: int
    games: int  # of boards that count; 0 when all were void
    score: Fraction  # sum of the game scores
    card_points: int  # sum of the games' totals
    verdicts: Mapping[str, int] = field(default_factory=dict)  # of all games, void ones as well

    @property
    def share(self) -> Fraction:
        """The match score. Every board group has the same number of games, so it is the mean of the games."""
        return self.score / self.games if self.games else HALF

    @property
    def never_started(self) -> bool:
        """Whether the bot began no game of the match: it has forfeited."""
        return 0 < self.games <= self.verdicts.get(NO_START, 0)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match with all its pieces.

    `at_tables`: its event is one at tables of more than two, whose smallest may have two seats.
    """

    round: int
    number: int
    seats: tuple[SeatResult, ...]
    at_tables: bool = False

    @property
    def played(self) -> bool:
        """Whether at least two of its bots met. What was not played is won or lost by forfeit."""
        return sum(not seat.never_started for seat in self.seats) >= PAIR

    @property
    def points(self) -> Mapping[int, Fraction]:
        """What it counts for each bot (`point`); two that both forfeit have lost both.

        At tables also two have their match scores: a whole point would be far more than others can win.
        """
        seats = len(self.seats)
        if seats == PAIR and all(seat.never_started for seat in self.seats):
            return {seat.bot: Fraction() for seat in self.seats}
        if self.at_tables:
            return {seat.bot: seat.share for seat in self.seats}
        return {seat.bot: point(seat.share, seats) for seat in self.seats}
