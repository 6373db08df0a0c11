"""What a match of two bots says: Elo ±, nElo ±, LOS, counts and ratios, and what duplicate boards saved.

The formulas are those of fastchess (Disservin/fastchess, app/src/matchmaking/elo), with the board group where
it has the pair of games. Let s be the mean and v the variance of the scores of G groups of m games:

- Elo = 400 · log10(s / (1 − s)), ± half its distance between s − e and s + e, where e = 1.96 · √(v / G);
- nElo, normalised Elo, = 800 / ln 10 · (s − ½) / √(m · v): the same in units of the luck of one game;
- LOS, likelihood of superiority, = Φ((s − ½) / √(v / G)).

They are meant for a number of boards that was fixed before: a match that was stopped because of its score
shows a somewhat greater difference than there is.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import erf, log, sqrt
from typing import Final

from arena.ratings.live import difference
from arena.ratings.margins import FEW_GROUPS, NORMAL, Unsure
from arena.ratings.pair_results import EVEN, Duel, Sample, sample, score_counts
from arena.ratings.variance_saving import Saving, saving

NELO: Final = 800 / log(10)


@dataclass(frozen=True, slots=True)
class MatchEstimate:
    """A number and its ±."""

    value: float | None  # None where it is not finite
    margin: float | Unsure


@dataclass(frozen=True, slots=True)
class MatchStatistics:
    """The first bot against the second. At a table of more, who is placed before the other has won."""

    groups: int
    games: int
    wins: int
    draws: int
    losses: int
    score: float  # mean of the groups, 0 … 1
    counts: tuple[tuple[float, int], ...]  # group score and how many came to it: five with two games a group
    elo: MatchEstimate
    nelo: MatchEstimate
    los: float  # 0 … 1
    draw_ratio: float  # of the games, 0 … 1
    even_ratio: float  # groups at ½ of all, 0 … 1: what fastchess calls DrawRatio
    pairs_ratio: float | None  # groups above ½ by groups below; None if none was below
    saving: Saving | None


def match_statistics(duel: Duel) -> MatchStatistics:
    """All numbers of a match. Raises ValueError if there is no group."""
    found = sample(duel)
    if not found.groups:
        raise ValueError("no board was played by both bots")
    counts = tuple(score_counts(duel).items())
    results = [(score, count) for scores, count in duel.items() for score in scores]
    losses, draws, wins = around_half(results)
    lost, even, won = around_half(counts)
    games = losses + draws + wins
    return MatchStatistics(
        groups=found.groups,
        games=games,
        wins=wins,
        draws=draws,
        losses=losses,
        score=found.mean,
        counts=counts,
        elo=elo_estimate(found),
        nelo=_nelo(found, games / found.groups),
        los=_superiority(found),
        draw_ratio=draws / games,
        even_ratio=even / found.groups,
        pairs_ratio=won / lost if lost else None,
        saving=saving(duel),
    )


def around_half(counts: Iterable[tuple[float, int]]) -> tuple[int, int, int]:
    """How many were below, at and above ½."""
    found = [0, 0, 0]
    for score, count in counts:
        found[(score > EVEN) - (score < EVEN) + 1] += count
    return found[0], found[1], found[2]


def elo_estimate(found: Sample) -> MatchEstimate:
    """By how much the first is better, in Elo, with ±."""
    if not 0 < found.mean < 1:
        return MatchEstimate(None, Unsure.ONE_SIDED)
    error = NORMAL * _standard_error(found)
    low, high = found.mean - error, found.mean + error
    margin: float | Unsure
    if found.groups < FEW_GROUPS:
        margin = Unsure.FEW
    elif low <= 0 or high >= 1:
        margin = Unsure.NEARLY
    else:
        margin = (difference(high) - difference(low)) / 2
    return MatchEstimate(difference(found.mean), margin)


def _nelo(found: Sample, games: float) -> MatchEstimate:
    """Without any luck nothing can be measured in its units, but that equal bots are equal."""
    margin = NELO * NORMAL / sqrt(found.groups * games) if found.groups >= FEW_GROUPS else Unsure.FEW
    if found.variance:
        return MatchEstimate(NELO * (found.mean - EVEN) / sqrt(games * found.variance), margin)
    if found.mean == EVEN:
        return MatchEstimate(0.0, margin)
    return MatchEstimate(None, Unsure.ALIKE)


def _superiority(found: Sample) -> float:
    error = _standard_error(found)
    if not error:
        return ((found.mean > EVEN) - (found.mean < EVEN) + 1) / 2
    return (1 + erf((found.mean - EVEN) / error / sqrt(2))) / 2


def _standard_error(found: Sample) -> float:
    return sqrt(found.variance / found.groups)
