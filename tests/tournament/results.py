"""Short constructors of match results."""

from collections.abc import Sequence
from fractions import Fraction

from arena.tournament.pairing.pairing import Pairing
from arena.tournament.results import NO_START, MatchResult, SeatResult

Score = float | str | Fraction


def match(pairing: Pairing, scores: Sequence[Score], cards: Sequence[int] = ()) -> MatchResult:
    """Return a match of one game with these scores in pairing order; "-" is a bot that never started."""
    points = cards or [0] * len(scores)
    seats = (_seat(bot, score, own) for bot, score, own in zip(pairing.bots, scores, points, strict=True))
    return MatchResult(pairing.round, pairing.number, tuple(seats))


def _seat(bot: int, score: Score, cards: int) -> SeatResult:
    if score == "-":
        return SeatResult(bot, 1, Fraction(), cards, {NO_START: 1})
    return SeatResult(bot, 1, Fraction(score), cards, {"OK": 1})
