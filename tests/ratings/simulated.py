"""Bots of known strength at boards with luck: what the statistics are to find out again."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from arena.ratings.field import Kind
from arena.ratings.live import Group, RatedGame, comparisons

SAME_LUCK = 0.5  # of the boards: the luck stays with the chair when the seats rotate


def groups(bots: Sequence[int], skills: Sequence[float], boards: int, draw: random.Random) -> Iterator[Group]:
    """Boards of one table in all seatings, by Plackett and Luce's model.

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
        yield Group(tuple(bots), tuple(games))


def kinds(skills: Sequence[float], boards: int, seats: int, draw: random.Random) -> Counter[Kind]:
    """Every table of so many of these bots, each with so many boards."""
    return Counter(
        comparisons(group)
        for bots in combinations(range(len(skills)), seats)
        for group in groups(bots, skills, boards, draw)
    )
