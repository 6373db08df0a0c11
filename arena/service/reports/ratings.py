"""Fit ratings of bots, and order bots by strength."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from arena.ratings.live import BoardScores, RatedBoard, pair_scores
from arena.ratings.rating import Fitted, Rank, Rating
from arena.store.results.records import Entrant

ANCHOR: Final = "random"


def kinds_of(boards: Counter[RatedBoard]) -> Counter[BoardScores]:
    """Count how often each kind of board result occurred.

    Two results are of one kind if each pair of bots has the same scores in both. Ratings can be fitted from
    these counts. `boards`: how often each result of a board (all of its games) occurred.
    """
    kinds: Counter[BoardScores] = Counter()
    for board, count in boards.items():
        kinds[pair_scores(board)] += count
    return kinds


def fitted(kinds: Mapping[BoardScores, int], entrants: Iterable[Entrant]) -> Fitted:
    """Fit ratings of bot versions and return them.

    Each scale (a set of bots connected by results) has its own zero: the Elo of the bot `random`. Without
    `random` on the scale, the mean Elo is 0. Of several versions of `random` on a scale, the last one in
    `entrants` has Elo 0.

    `kinds`: how often each kind of board result occurred, from `kinds_of`.
    """
    from arena.ratings.fitted import fit  # it imports numpy

    bots = {entrant.bot_version: entrant for entrant in entrants}
    return fit(kinds, [*bots], [key for key, entrant in reversed(bots.items()) if entrant.bot == ANCHOR])


def anchor_names(found: Fitted, entrants: Iterable[Entrant]) -> tuple[str | None, ...]:
    """Return, for each scale (a set of bots connected by results), the name of the bot whose Elo is 0.

    For a scale whose mean Elo is 0, return None instead of a name. `found`: the fitted ratings. `entrants`:
    all bots that were rated.
    """
    names = {entrant.bot_version: entrant.name for entrant in entrants}
    return tuple(None if anchor is None else names[anchor] for anchor in found.anchors)


def rating_fields(rating: Rating | None) -> dict[str, Any]:
    """Return the fields of a standings or ladder row that come from a bot's rating. All are None if there is
    no rating.
    """
    return {
        "elo": rating and rating.elo,
        "low": rating and rating.low,
        "high": rating and rating.high,
        "margin": rating and rating.margin,
        "no_margin": rating.unsure.value if rating and rating.unsure else None,
        "scale": rating and rating.scale + 1,
    }


def rank_fields(rank: Rank | None) -> dict[str, Any]:
    """Return the fields of a standings or ladder row that come from a bot's rank by Elo. All are None if
    there is no rank.
    """
    return {
        "best": rank and rank.best,
        "worst": rank and rank.worst,
        "more_boards": rank and rank.more_boards,
    }


def by_strength(elo: float | None, low: float | None, high: float | None) -> tuple[int, float]:
    """Return a sort key that puts the strongest bot first.

    The order: bots whose Elo has only a lower bound, bots with an Elo, bots whose Elo has only an upper
    bound, unrated bots.
    """
    if elo is not None:
        return 1, -elo
    if low is not None:
        return 0, -low
    return (3, 0.0) if high is None else (2, -high)
