"""Simulated boards of bots of known strength."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from arena.ratings.live import BoardScores, PairScore, RatedBoard, RatedGame, pair_scores

PAIR = 2
SAME_LUCK = 0.5  # of the boards: the luck stays with the seat in all rotations


def simulate(
    bots: Sequence[int], skills: Sequence[float], boards: int, draw: random.Random
) -> Iterator[RatedBoard]:
    """Yield boards of one table in all seatings, by Plackett and Luce's model.

    Every next place is won in proportion to 10^(Elo / 400) by who is first to arrive, with a time for each
    chair: so each game by itself is exactly of the model, and the games of a board depend on each other.
    """
    speeds = [10 ** (skills[bot] / 400) for bot in bots]
    seats = range(len(bots))
    for _ in range(boards):
        same = draw.random() < SAME_LUCK
        luck = [draw.expovariate(1) for _ in seats]
        games = []
        for rotation in seats:
            if rotation and not same:
                luck = [draw.expovariate(1) for _ in seats]
            times = [luck[(seat + rotation) % len(bots)] / speeds[seat] for seat in seats]
            games.append(RatedGame(tuple(1 + sum(other < one for other in times) for one in times)))
        yield RatedBoard(tuple(bots), tuple(games))


def kinds(skills: Sequence[float], boards: int, seats: int, draw: random.Random) -> Counter[BoardScores]:
    """Return all tables of `seats` of these bots, each with `boards` boards."""
    return Counter(
        pair_scores(board)
        for bots in combinations(range(len(skills)), seats)
        for board in simulate(bots, skills, boards, draw)
    )


def tournament(
    skills: Sequence[float], boards: int, seats: int, draw: np.random.Generator
) -> Counter[BoardScores]:
    """Return a whole tournament, quickly: each pair of bots meets on about `boards` boards.

    At larger tables bots are drawn by lot, round after round.
    """
    bots = len(skills)
    if seats == PAIR:
        tables = np.repeat([*combinations(range(bots), 2)], boards, axis=0)
    else:
        rounds = round(boards * (bots - 1) / (seats - 1))
        tables = np.concatenate([draw.permutation(bots).reshape(-1, seats) for _ in range(rounds)])
    speeds = 10 ** (np.array(skills)[tables] / 400)
    same = draw.random((len(tables), 1)) < SAME_LUCK
    kept = draw.exponential(size=tables.shape)
    first, second = np.array([*combinations(range(seats), 2)]).T
    won = np.zeros((len(tables), len(first)), int)
    for rotation in range(seats):
        luck = kept if not rotation else np.where(same, kept, draw.exponential(size=tables.shape))
        times = luck[:, (np.arange(seats) + rotation) % seats] / speeds
        won += times[:, first] < times[:, second]
    rows, counts = np.unique(np.hstack((tables, won)), axis=0, return_counts=True)
    found: Counter[BoardScores] = Counter()
    for row, count in zip(rows.tolist(), counts.tolist(), strict=True):
        scores = zip(first.tolist(), second.tolist(), row[seats:], strict=True)
        kind = tuple(
            PairScore(row[one], row[other], score / seats, 1 / (seats - 1)) for one, other, score in scores
        )
        found[kind] += count
    return found
