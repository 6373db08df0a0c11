"""Fit the ratings of entrants, and order bots by them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from arena.ratings.fitted import Fitted, Rating, fit
from arena.ratings.live import Group, pair_scores
from arena.ratings.result_matrix import Kind
from arena.store.results.records import Entrant

ANCHOR: Final = "random"


def kinds_of(groups: Counter[Group]) -> Counter[Kind]:
    """Return how often each kind of group occurred."""
    kinds: Counter[Kind] = Counter()
    for group, count in groups.items():
        kinds[pair_scores(group)] += count
    return kinds


def fitted(kinds: Mapping[Kind, int], entrants: Iterable[Entrant]) -> Fitted:
    """Return the ratings by bot version. Of several versions of `random` the one entered last is at 0."""
    bots = {entrant.bot_version: entrant for entrant in entrants}
    return fit(kinds, [*bots], [key for key, entrant in reversed(bots.items()) if entrant.bot == ANCHOR])


def anchor_names(found: Fitted, entrants: Iterable[Entrant]) -> tuple[str | None, ...]:
    """Return the name of each scale's anchor; None where the mean is 0."""
    names = {entrant.bot_version: entrant.name for entrant in entrants}
    return tuple(None if anchor is None else names[anchor] for anchor in found.anchors)


def missing_margin_reason(rating: Rating) -> str | None:
    """Return why a rating has neither an interval nor a bound."""
    return rating.unsure.value if rating.unsure else None


def by_strength(elo: float | None, low: float | None, high: float | None) -> tuple[int, float]:
    """Return a key that sorts bots: those only known to be above something, by Elo, only below, unknown."""
    if elo is not None:
        return 1, -elo
    if low is not None:
        return 0, -low
    return (3, 0.0) if high is None else (2, -high)
