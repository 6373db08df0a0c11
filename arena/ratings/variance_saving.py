"""The variance saved by playing each board in all seatings instead of independent games."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from arena.ratings.live import RatedBoard
from arena.ratings.margins import FEW_BOARDS, quantile
from arena.ratings.pair_results import Duel, GameScores

# Let v be the variance of one game. The mean of m independent games has the variance v / m. The mean of m
# games with correlation ρ has (1 + (m − 1) · ρ) times this variance. Seatings cancel the luck of cards and
# seats, so ρ is below 0 and this ratio below 1. With a ratio of 0.6, 600 games are worth 1,000 independent
# ones.

MIN_VARIANCE: Final = 1e-9  # with less, all games count as equal


@dataclass(frozen=True, slots=True)
class Saving:
    """How much duplicate boards (played in every seating) reduce the variance of the mean score.

    `ratio`: this variance, divided by the variance with the same number of independent games.
    """

    ratio: float  # 0 … m; 1: nothing saved
    margin: float | None  # ± of the ratio; None: too few boards
    correlation: float  # between two games of a board, −1 / (m − 1) … 1


class _Spread(NamedTuple):
    """The squared distances of scores from the bots' mean scores, for boards with the same game scores."""

    boards: int  # in the group
    games: int  # of each board
    of_board: float  # (mean score on the board − mean score in the match)², summed over the bots
    of_game: float  # (score in a game − mean score in the match)², averaged over games, summed over the bots


def saving(duel: Duel) -> Saving | None:
    """Return how much variance a match of two bots saved, compared with independent games.

    Return None for fewer than two boards, for one game per board, or if all games have the same score.
    """
    return _saving([*_spreads(Counter({(scores,): count for scores, count in duel.items()}))], 1)


def field_saving(boards: Iterable[RatedBoard]) -> Saving | None:
    """Return how much variance all matches saved, compared with independent games.

    A match may have any number of bots. Games are scored by place. Boards on which a bot did not start are
    left out. Return None if the saving is undefined, for example because all games have the same score.
    """
    tables: defaultdict[tuple[int, ...], Counter[tuple[GameScores, ...]]] = defaultdict(Counter)
    for board in boards:
        if len(board.bots) > 1 and board.all_started:
            tables[board.bots][_scores(board)] += 1
    return _saving([one for table in tables.values() for one in _spreads(table)], len(tables))


def _scores(board: RatedBoard) -> tuple[GameScores, ...]:
    """Return each bot's sorted scores in the games of a board: 1 for the first place, 0 for the last."""
    most = len(board.bots) - 1
    games = [game.places for game in board.games]
    return tuple(
        tuple(sorted((most - _above(places, seat)) / most for places in games))
        for seat in range(len(board.bots))
    )


def _above(places: Sequence[int | None], seat: int) -> float:
    """Return the number of bots with a better place than the seat; bots with an equal place count half."""
    own = places[seat]
    assert own is not None
    others = [place for place in places if place is not None]
    return sum(place < own for place in others) + (others.count(own) - 1) / 2


def _spreads(table: Counter[tuple[GameScores, ...]]) -> Iterator[_Spread]:
    """Group a match's boards by their game scores. Yield each group's distances from the bots' mean scores.

    `table`: the number of boards with each result. A result contains the game scores of each bot.
    """
    boards = table.total()
    seats = range(len(next(iter(table), ())))
    means = [sum(count * _mean(kind[seat]) for kind, count in table.items()) / boards for seat in seats]
    for kind, count in table.items():
        between = sum((_mean(kind[seat]) - means[seat]) ** 2 for seat in seats)
        within = sum(_mean([(score - means[seat]) ** 2 for score in kind[seat]]) for seat in seats)
        if count:
            yield _Spread(count, len(kind[0]), between, within)


def _mean(scores: Sequence[float]) -> float:
    return sum(scores) / len(scores)


def _saving(spreads: Sequence[_Spread], matches: int) -> Saving | None:
    """Return how much variance the boards of several matches saved, compared with independent games.

    Return None if this is undefined, for example with one game per board.

    `spreads`: how far scores are from the bots' means, for groups of boards (see `_Spread`). `matches`: the
    number of matches.
    """
    boards = sum(one.boards for one in spreads)
    if boards <= matches:
        return None
    share = sum(one.boards / one.games for one in spreads) / boards  # 1 / m
    of_board = sum(one.boards * one.of_board for one in spreads) / (boards - matches)
    of_game = (sum(one.boards * one.of_game for one in spreads) + of_board * matches) / boards
    if share > 1 - MIN_VARIANCE or of_game < MIN_VARIANCE:
        return None
    ratio = of_board / (of_game * share)
    # Delta method: the influence of each board on the quotient of the two variances.
    loose = boards / (boards - matches)
    moves = sum(one.boards * (one.of_board * loose / share - ratio * one.of_game) ** 2 for one in spreads)
    error = sqrt(moves * loose) / of_game / boards
    margin = quantile(boards - matches) * error if boards >= FEW_BOARDS else None
    return Saving(ratio, margin, (ratio - 1) / (1 / share - 1))
