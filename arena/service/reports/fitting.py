"""Fitting the ratings of entrants: in which order, and who is at 0."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from arena.ratings.field import Kind
from arena.ratings.fitted import Fitted, Rating, fit
from arena.ratings.live import Group, comparisons
from arena.ratings.margins import Unsure
from arena.ratings.ranks import Rank, ranks
from arena.store.records import Entrant

ANCHOR: Final = "random"


def kinds_of(groups: Counter[Group]) -> Counter[Kind]:
    """How often each kind of group occurred."""
    kinds: Counter[Kind] = Counter()
    for group, count in groups.items():
        kinds[comparisons(group)] += count
    return kinds


def fitted(kinds: Mapping[Kind, int], entrants: Iterable[Entrant]) -> Fitted:
    """The ratings by bot version. Of several versions of `random` the one entered last is at 0."""
    bots = {entrant.bot_version: entrant for entrant in entrants}
    order = sorted(bots, key=lambda key: (bots[key].bot, bots[key].version, key))
    anchors = [key for key, entrant in reversed(bots.items()) if entrant.bot == ANCHOR]
    return fit(kinds, order, anchors)


def anchor_names(found: Fitted, entrants: Iterable[Entrant]) -> tuple[str | None, ...]:
    """What the anchor of each scale is called; None where the mean is 0."""
    names = {entrant.bot_version: entrant.name for entrant in entrants}
    return tuple(None if anchor is None else names[anchor] for anchor in found.anchors)


def margin(rating: Rating) -> float | None:
    """± of a rating, if it has one."""
    return rating.margin if isinstance(rating.margin, float) else None


def no_margin(rating: Rating) -> str | None:
    """Why a rating has no ±. The anchor needs none."""
    return rating.margin.value if isinstance(rating.margin, Unsure) else None


def known_ranks(found: Fitted) -> Mapping[int, Rank]:
    """The ranks of bots with a ±, where there is another one to compare with."""
    sure = ranks(found)
    compared = Counter(found.ratings[bot].scale for bot in sure)
    return {bot: rank for bot, rank in sure.items() if compared[found.ratings[bot].scale] > 1}
