"""What a match came to, as far as standings and crosstable need it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from arena.tournament.score import HALF


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


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match with all its pieces."""

    round: int
    number: int
    seats: tuple[SeatResult, ...]
