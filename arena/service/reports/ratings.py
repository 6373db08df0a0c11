"""Fit the ratings of a tournament's or ladder's bots, and order bots by strength."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from arena.ratings.live import BoardScores, RatedBoard, pair_scores
from arena.ratings.rating import Fitted, Rank, Rating
from arena.store.results.records import Entrant

ANCHOR: Final = "random"


def kinds_of(boards: Counter[RatedBoard]) -> Counter[BoardScores]:
    """Group equal board results, and count each kind. The counts are all that a fit of ratings needs.

    Board results are equal if all pairs of bots have the same scores. `boards`: the results of each board
    (all of its games), and how often they occurred.
    """
    kinds: Counter[BoardScores] = Counter()
    for board, count in boards.items():
        kinds[pair_scores(board)] += count
    return kinds


def fitted(kinds: Mapping[BoardScores, int], entrants: Iterable[Entrant]) -> Fitted:
    """Fit and return the ratings of bot versions. The Elo of the bot `random` is 0.

    `kinds`: how often each kind of board result occurred, from `kinds_of`. If several versions of `random`
    played, the last that entered is used.
    """
    from arena.ratings.fitted import fit  # it imports numpy

    bots = {entrant.bot_version: entrant for entrant in entrants}
    return fit(kinds, [*bots], [key for key, entrant in reversed(bots.items()) if entrant.bot == ANCHOR])


def anchor_names(found: Fitted, entrants: Iterable[Entrant]) -> tuple[str | None, ...]:
    """Return the name of the bot whose Elo is 0, for each scale (a set of bots connected by results).

    None stands for a scale whose mean Elo is 0.
    """
    names = {entrant.bot_version: entrant.name for entrant in entrants}
    return tuple(None if anchor is None else names[anchor] for anchor in found.anchors)


def rating_fields(rating: Rating | None) -> dict[str, Any]:
    """Return the fields that a bot's rating gives to its row of the standings or the ladder.

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
    """Return the fields that a bot's rank by Elo gives to its row of the standings or the ladder."""
    return {
        "best": rank and rank.best,
        "worst": rank and rank.worst,
        "more_boards": rank and rank.more_boards,
    }


def by_strength(elo: float | None, low: float | None, high: float | None) -> tuple[int, float]:
    """Return a sort key that puts the strongest bot first.

    The order: bots with only a lower bound of their Elo, bots by Elo, bots with only an upper bound, unrated
    bots.
    """
    if elo is not None:
        return 1, -elo
    if low is not None:
        return 0, -low
    return (3, 0.0) if high is None else (2, -high)
