"""Fit the ratings of a tournament's or ladder's bots, and order bots by strength."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from arena.ratings.live import BoardScores, RatedBoard, pair_scores
from arena.ratings.rating import Fitted, Rank, Rating
from arena.store.results.records import Entrant

ANCHOR: Final = "random"


def kinds_of(boards: Counter[RatedBoard]) -> Counter[BoardScores]:
    """Group equal board results, and count how often each kind occurred. To fit ratings, nothing else is
    needed.

    Two board results are equal if each pair of bots has the same scores in both. `boards`: the results of
    each board (all of its games), and how often the same results occurred.
    """
    kinds: Counter[BoardScores] = Counter()
    for board, count in boards.items():
        kinds[pair_scores(board)] += count
    return kinds


def fitted(kinds: Mapping[BoardScores, int], entrants: Iterable[Entrant]) -> Fitted:
    """Fit ratings of bot versions and return them. The Elo of the bot `random` is 0.

    `kinds`: how often each kind of board result occurred, from `kinds_of`. If several versions of `random`
    played, the Elo of the last in `entrants` is 0.
    """
    from arena.ratings.fitted import fit  # it imports numpy

    bots = {entrant.bot_version: entrant for entrant in entrants}
    return fit(kinds, [*bots], [key for key, entrant in reversed(bots.items()) if entrant.bot == ANCHOR])


def anchor_names(found: Fitted, entrants: Iterable[Entrant]) -> tuple[str | None, ...]:
    """Return for each scale (a set of bots connected by results) the name of the bot whose Elo is 0.

    The name is None for a scale in which the mean Elo is 0 instead.
    """
    names = {entrant.bot_version: entrant.name for entrant in entrants}
    return tuple(None if anchor is None else names[anchor] for anchor in found.anchors)


def rating_fields(rating: Rating | None) -> dict[str, Any]:
    """Return the fields of a row of the standings or the ladder that come from the bot's rating, by name.

    If `rating` is None, all values are None.
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
    """Return the fields of a row of the standings or the ladder that come from the bot's rank by Elo, by
    name. If `rank` is None, all values are None.
    """
    return {
        "best": rank and rank.best,
        "worst": rank and rank.worst,
        "more_boards": rank and rank.more_boards,
    }


def by_strength(elo: float | None, low: float | None, high: float | None) -> tuple[int, float]:
    """Return a sort key that puts the strongest bot first.

    The order is: bots whose Elo has only a lower bound, then bots with an Elo, then bots whose Elo has only
    an upper bound, then unrated bots.
    """
    if elo is not None:
        return 1, -elo
    if low is not None:
        return 0, -low
    return (3, 0.0) if high is None else (2, -high)
