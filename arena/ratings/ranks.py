"""Ranks of bots: a range like "2–4" if ratings are too close, and how many more boards would narrow it."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from arena.ratings.margins import boards_to_settle
from arena.ratings.rating import Rank
from arena.ratings.result_matrix import Matrix

UNBOUNDED: Final = 1e9  # Elo
EQUAL: Final = 1e-6  # Elo; smaller differences are rounding errors
PAIR: Final = 2


def ranks(
    elo: Sequence[float],
    below: Sequence[float],
    above: Sequence[float],
    boards: Sequence[int],
    correlation: Matrix,
) -> list[Rank]:
    """Return each bot's range of ranks; an empty list for a single bot.

    Bots share ranks if their ratings do not differ significantly: the 95 % interval of the difference
    includes 0.

    `below`, `above`: how far each bot's interval reaches below and above its Elo; UNBOUNDED if it has no end.
    `boards`: each bot's number of boards. `correlation`: the correlations between the errors of the ratings.
    """
    bots = len(elo)
    if bots < PAIR:
        return []
    apart = np.subtract.outer(elo, elo)
    reach = margins(below, above, correlation)
    over = apart > reach + EQUAL
    margin = np.where(apart >= 0, reach, reach.T)
    unsettled = ~(over | over.T | np.eye(bots, dtype=bool))
    result = []
    for one in range(bots):
        needed = [
            boards_to_settle(float(apart[one, other]), float(margin[one, other]), boards[one])
            for other in np.flatnonzero(unsettled[one])
        ]
        more = None if None in needed else max((number for number in needed if number), default=0)
        result.append(Rank(1 + int(over[:, one].sum()), bots - int(over[one].sum()), more))
    return result


def margins(below: Sequence[float], above: Sequence[float], correlation: Matrix) -> Matrix:
    """Return a matrix with the margin of each rating difference (the row's bot minus the column's bot).

    The margin is the distance from the difference down to the lower end of its interval. `below`, `above`:
    how far each bot's own interval reaches below and above its rating. `correlation`: the correlations
    between the errors of the ratings.
    """
    # Zou and Donner, Construction of confidence limits about effect measures, 2008.
    down, up = np.asarray(below)[:, None], np.asarray(above)[None, :]
    found: Matrix = np.sqrt((down**2 + up**2 - 2 * correlation * down * up).clip(min=0))
    return found
