"""Ranks: a range like "2–4" where bots are not separated, and how many boards would separate them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from arena.ratings.margins import groups_to_settle

if TYPE_CHECKING:
    from arena.ratings.result_matrix import Matrix

UNBOUNDED: Final = 1e9  # Elo
EQUAL: Final = 1e-6  # Elo, that rounding makes of nothing
PAIR: Final = 2


@dataclass(frozen=True, slots=True)
class Rank:
    """A bot's rank among those of its scale that have an interval or a bound: 1 is the highest rating."""

    best: int  # one more than the bots that are significantly above it
    worst: int  # all bots but those that are significantly below it
    more_groups: int | None  # of this bot's would settle it, about; None: hardly ever

    def __str__(self) -> str:
        return str(self.best) if self.best == self.worst else f"{self.best}–{self.worst}"


def ranks(
    elo: Sequence[float],
    below: Sequence[float],
    above: Sequence[float],
    groups: Sequence[int],
    correlation: "Matrix",
) -> list[Rank]:
    """Return each bot's rank; none if there is only one bot.

    Two bots are separated if the 95 % interval of their difference excludes 0: each pair for itself, not all
    pairs at once. `below` and `above` are how far each bot's interval reaches, UNBOUNDED where it has no end;
    `correlation` is that of their errors.
    """
    import numpy as np

    bots = len(elo)
    if bots < PAIR:
        return []
    apart = np.subtract.outer(elo, elo)
    reach = margins(below, above, correlation)
    over = apart > reach + EQUAL
    margin = np.where(apart >= 0, reach, reach.T)
    unsettled = ~(over | over.T | np.eye(bots, dtype=bool))
    found = []
    for one in range(bots):
        needed = [
            groups_to_settle(float(apart[one, other]), float(margin[one, other]), groups[one])
            for other in np.flatnonzero(unsettled[one])
        ]
        more = None if None in needed else max((number for number in needed if number), default=0)
        found.append(Rank(1 + int(over[:, one].sum()), bots - int(over[one].sum()), more))
    return found


def margins(below: Sequence[float], above: Sequence[float], correlation: "Matrix") -> "Matrix":
    """Return how far below its estimate the interval of each difference "row minus column" reaches.

    By the ends of the two intervals and the correlation of their errors: Zou and Donner, Construction of
    confidence limits about effect measures, 2008.
    """
    import numpy as np

    down, up = np.asarray(below)[:, None], np.asarray(above)[None, :]
    found: Matrix = np.sqrt((down**2 + up**2 - 2 * correlation * down * up).clip(min=0))
    return found
