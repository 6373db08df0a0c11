"""Standings: points, then the sum of the match scores, then the points of matches among those still equal."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from arena.tournament.results import MatchResult, SeatResult
from arena.tournament.score import point


@dataclass(frozen=True, slots=True)
class Total:
    """What one bot has, all its matches together."""

    bot: int
    points: Fraction
    score: Fraction  # sum of the match scores
    matches: int
    games: int
    game_score: Fraction  # sum of the game scores
    card_points: int
    verdicts: Counter[str]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table. Those equal in all that counts share a `rank` and are listed by number."""

    rank: int
    total: Total


def standings(bots: Iterable[int], matches: Sequence[MatchResult]) -> tuple[Standing, ...]:
    """The table of these bots, the best first."""
    totals = [_total(bot, matches) for bot in sorted(bots)]
    ranked: list[Standing] = []
    for group in _groups(totals, lambda total: (total.points, total.score)):
        direct = _direct({total.bot for total in group}, matches)
        for equal in _groups(group, _by_direct(direct)):
            rank = len(ranked) + 1
            ranked += [Standing(rank, total) for total in equal]
    return tuple(ranked)


def _total(bot: int, matches: Sequence[MatchResult]) -> Total:
    own = [(seat, len(match.seats)) for match in matches for seat in match.seats if seat.bot == bot]
    verdicts: Counter[str] = Counter()
    for seat, _ in own:
        verdicts.update(seat.verdicts)
    return Total(
        bot=bot,
        points=sum((point(seat.share, seats) for seat, seats in own), Fraction()),
        score=sum((seat.share for seat, _ in own), Fraction()),
        matches=len(own),
        games=sum(seat.games for seat, _ in own),
        game_score=sum((seat.score for seat, _ in own), Fraction()),
        card_points=sum(seat.card_points for seat, _ in own),
        verdicts=verdicts,
    )


def _direct(bots: set[int], matches: Sequence[MatchResult]) -> dict[int, Fraction]:
    """Points from the matches among these bots; all 0 unless each has met each."""
    points = dict.fromkeys(bots, Fraction())
    met: set[frozenset[int]] = set()
    for match in matches:
        if all(seat.bot in bots for seat in match.seats):
            met |= {frozenset((a.bot, b.bot)) for a in match.seats for b in match.seats if a.bot != b.bot}
            for seat in match.seats:
                points[seat.bot] += _point(seat, match)
    complete = len(met) == len(bots) * (len(bots) - 1) // 2
    return points if complete else dict.fromkeys(bots, Fraction())


def _point(seat: SeatResult, match: MatchResult) -> Fraction:
    return point(seat.share, len(match.seats))


Key = Callable[[Total], tuple[Fraction, ...]]


def _by_direct(direct: Mapping[int, Fraction]) -> Key:
    return lambda total: (direct[total.bot],)


def _groups(totals: Sequence[Total], key: Key) -> list[list[Total]]:
    """Those equal under the key together, the best group first."""
    return [list(group) for _, group in groupby(sorted(totals, key=key, reverse=True), key=key)]
