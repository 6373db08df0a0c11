"""The results of matches, with scores as exact fractions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

HALF: Final = Fraction(1, 2)
PAIR: Final = 2


def game_scores(places: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the score of each seat in a game: (k - place) / (k - 1) for k seats.

    Seats that share a place get the mean score of the places that they occupy.

    >>> [str(score) for score in game_scores((1, 2, 2, 4))]
    ['1', '1/2', '1/2', '0']
    """
    seats = len(places)
    return tuple(
        Fraction(2 * sum(other > place for other in places) + places.count(place) - 1, 2 * (seats - 1))
        for place in places
    )


def mean(scores: Iterable[Fraction]) -> Fraction:
    """Return the mean of scores; ½ if there are none."""
    values = tuple(scores)
    return sum(values, Fraction()) / len(values) if values else HALF


def point(score: Fraction, seats: int) -> Fraction:
    """Return a bot's points for a match.

    With two bots, the points are 1 for a score above ½, ½ for a score of ½, and 0 for less. With more bots,
    they are the score itself.

    `score`: the bot's mean game score. `seats`: the number of bots in the match.
    """
    if seats > PAIR:
        return score
    return Fraction((score > HALF) - (score < HALF) + 1, 2)


NO_START: Final = "NO_START"  # verdict


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one bot in a match, summed over its games. Void games do not count."""

    bot: int
    games: int  # without void ones, in which the referee failed
    score: Fraction  # sum of the game scores
    card_points: int  # sum of the games' totals
    verdicts: Mapping[str, int] = field(default_factory=dict)  # of all games, including void ones

    @property
    def share(self) -> Fraction:
        """The bot's match score: its mean game score; ½ if no game counts."""
        return self.score / self.games if self.games else HALF

    @property
    def never_started(self) -> bool:
        """True if the bot did not start in any game and so forfeited the match."""
        return 0 < self.games <= self.verdicts.get(NO_START, 0)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a complete match."""

    round: int
    number: int
    seats: tuple[SeatResult, ...]
    # True if the tournament's matches have more than two seats; this one may have two
    at_tables: bool = False

    @property
    def played(self) -> bool:
        """True if at least two bots of the match started. Otherwise the match is decided by forfeit."""
        return sum(not seat.never_started for seat in self.seats) >= PAIR

    @property
    def points(self) -> Mapping[int, Fraction]:
        """Return each bot's points for the match, keyed by bot number (see `point`).

        If both bots of a two-bot match forfeit, both get 0. In tournaments with larger tables, the points of
        every match are the match scores, even for two bots.
        """
        seats = len(self.seats)
        if seats == PAIR and all(seat.never_started for seat in self.seats):
            return {seat.bot: Fraction() for seat in self.seats}
        if self.at_tables:
            return {seat.bot: seat.share for seat in self.seats}
        return {seat.bot: point(seat.share, seats) for seat in self.seats}
