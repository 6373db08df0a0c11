"""The totals of a bot over all its matches and byes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arena.tournament.history import Bye
from arena.tournament.results import MatchResult


@dataclass(frozen=True, slots=True)
class Total:
    """The sums of one bot."""

    bot: int
    points: Fraction  # including byes
    score: Fraction  # sum of the match scores
    matches: int
    games: int
    card_points: int
    verdicts: Counter[str]
    byes: int = 0  # rounds without a table but with points


def totals(
    bots: Iterable[int], matches: Sequence[MatchResult], byes: Sequence[Bye] = ()
) -> tuple[Total, ...]:
    """Return the totals of these bots, by number."""
    return tuple(_total(bot, matches, [bye for bye in byes if bye.bot == bot]) for bot in sorted(bots))


def _total(bot: int, matches: Sequence[MatchResult], byes: Sequence[Bye]) -> Total:
    own = [(seat, match) for match in matches for seat in match.seats if seat.bot == bot]
    verdicts: Counter[str] = Counter()
    for seat, _ in own:
        verdicts.update(seat.verdicts)
    points = [match.points[bot] for _, match in own] + [bye.points for bye in byes]
    return Total(
        bot=bot,
        points=sum(points, Fraction()),
        score=sum((seat.share for seat, _ in own), Fraction()),
        matches=len(own),
        games=sum(seat.games for seat, _ in own),
        card_points=sum(seat.card_points for seat, _ in own),
        verdicts=verdicts,
        byes=sum(bye.points > 0 for bye in byes),
    )
