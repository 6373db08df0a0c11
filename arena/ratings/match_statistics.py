"""Statistics of a match of two bots, with the formulas of fastchess (a test program for chess engines).

The formulas are valid if the number of boards was fixed in advance. A match that was stopped because of its
score exaggerates the difference.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import erf, log, sqrt
from typing import Final

from arena.ratings.live import difference
from arena.ratings.margins import FEW_BOARDS, NORMAL, NoIntervalReason
from arena.ratings.pair_results import EVEN, Duel, Sample, sample, score_counts
from arena.ratings.variance_saving import Saving, saving

# Disservin/fastchess, app/src/matchmaking/elo, with boards instead of pairs of games. Let s be the mean and v
# the variance of the scores of G boards of m games:
#
# - Elo = 400 · log10(s / (1 − s)). With e = 1.96 · √(v / G), its ± is (Elo of s + e − Elo of s − e) / 2.
# - nElo, normalised Elo, = 800 / ln 10 · (s − ½) / √(m · v): the lead in standard deviations of a game.
# - LOS, likelihood of superiority, = Φ((s − ½) / √(v / G)).

NELO: Final = 800 / log(10)


@dataclass(frozen=True, slots=True)
class MatchEstimate:
    """An estimated number with its margin (±, 95 %), or the reason why it has no margin."""

    value: float | None  # None if infinite
    margin: float | None
    no_margin: str | None = None


@dataclass(frozen=True, slots=True)
class MatchStatistics:
    """The results of a match of two bots, from the first bot's view.

    If other bots also play at the table, the better placed of the two bots counts as the winner.
    """

    groups: int  # number of boards
    games: int
    wins: int
    draws: int
    losses: int
    score: float  # mean score of the boards, 0 … 1
    group_scores: tuple[tuple[float, int], ...]  # boards by score; five scores with two games a board
    elo: MatchEstimate
    nelo: MatchEstimate
    los: float | None  # likelihood of superiority, 0 … 1; not valid after a test has decided
    draw_ratio: float  # share of boards at ½, 0 … 1
    drawn_games: float  # share of drawn games
    pairs_ratio: float | None  # boards above ½ per board below; None without any below
    saving: MatchEstimate | None  # variance divided by the variance of as many independent games
    correlation: float | None  # between two games of a board

    @property
    def has_spread(self) -> bool:
        """True if the boards' scores differ, so that the error of their mean can be measured."""
        return sum(count > 0 for _, count in self.group_scores) > 1

    @property
    def all_tied(self) -> bool:
        return self.groups > 1 and not self.has_spread and self.score == EVEN


def match_statistics(duel: Duel) -> MatchStatistics:
    """Return the statistics of a match of two bots. Raise ValueError if they played no board together.

    `duel`: how many boards had each list of game scores.
    """
    stats = sample(duel)
    if not stats.boards:
        raise ValueError("the bots have played no board together")
    counts = tuple(score_counts(duel).items())
    results = [(score, count) for scores, count in duel.items() for score in scores]
    losses, draws, wins = around_half(results)
    lost, even, won = around_half(counts)
    games = losses + draws + wins
    saved = saving(duel)
    return MatchStatistics(
        groups=stats.boards,
        games=games,
        wins=wins,
        draws=draws,
        losses=losses,
        score=stats.mean,
        group_scores=counts,
        elo=elo_estimate(stats),
        nelo=_nelo(stats, games / stats.boards),
        los=_superiority(stats),
        draw_ratio=even / stats.boards,
        drawn_games=draws / games,
        pairs_ratio=won / lost if lost else None,
        saving=_saving_estimate(saved) if saved else None,
        correlation=saved.correlation if saved else None,
    )


def _saving_estimate(saved: Saving) -> MatchEstimate:
    reason = NoIntervalReason.FEW if saved.margin is None else None
    return MatchEstimate(saved.ratio, saved.margin, reason)


def around_half(counts: Iterable[tuple[float, int]]) -> tuple[int, int, int]:
    """Return how many scores are below, at and above ½. `counts`: pairs of a score and its frequency."""
    totals = [0, 0, 0]
    for score, count in counts:
        totals[(score > EVEN) - (score < EVEN) + 1] += count
    return totals[0], totals[1], totals[2]


def elo_estimate(stats: Sample) -> MatchEstimate:
    """Return the Elo difference that corresponds to the mean score, with its margin."""
    if not 0 < stats.mean < 1:
        return MatchEstimate(None, None, NoIntervalReason.ONE_SIDED)
    error = NORMAL * _standard_error(stats)
    low, high = stats.mean - error, stats.mean + error
    elo = difference(stats.mean)
    if stats.boards < FEW_BOARDS:
        return MatchEstimate(elo, None, NoIntervalReason.FEW)
    if low <= 0 or high >= 1:
        return MatchEstimate(elo, None, NoIntervalReason.NEARLY)
    return MatchEstimate(elo, (difference(high) - difference(low)) / 2)


def _nelo(stats: Sample, games: float) -> MatchEstimate:
    """Return normalised Elo with its margin. `games`: the number of games on a board.

    If all boards have the same score, the value is 0 if this score is ½, and None if it is not.
    """
    few = stats.boards < FEW_BOARDS
    margin = None if few else NELO * NORMAL / sqrt(stats.boards * games)
    if stats.variance or stats.mean == EVEN:
        value = NELO * (stats.mean - EVEN) / sqrt(games * stats.variance) if stats.variance else 0.0
        return MatchEstimate(value, margin, NoIntervalReason.FEW if few else None)
    return MatchEstimate(None, None, NoIntervalReason.ALIKE)


def _superiority(stats: Sample) -> float:
    error = _standard_error(stats)
    if not error:
        return ((stats.mean > EVEN) - (stats.mean < EVEN) + 1) / 2
    return (1 + erf((stats.mean - EVEN) / error / sqrt(2))) / 2


def _standard_error(stats: Sample) -> float:
    return sqrt(stats.variance / stats.boards)
