"""One number over several rulesets: a bot's mean rating in those that all compared bots have played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from arena.ratings.fitted import DIGITS, Fitted


@dataclass(frozen=True, slots=True)
class Overall:
    """Without ±: how far bots differ from ruleset to ruleset is not an error."""

    elo: Mapping[int, float]  # empty if there is no such ruleset
    rulesets: tuple[str, ...]


def overall(by_ruleset: Mapping[str, Fitted], bots: Sequence[int]) -> Overall:
    """The mean of each bot over the rulesets that put all of them on one scale."""
    common = tuple(sorted(name for name, fitted in by_ruleset.items() if _on_one_scale(fitted, bots)))
    if not common:
        return Overall({}, ())
    elo = {bot: round(fmean(by_ruleset[name].ratings[bot].elo for name in common), DIGITS) for bot in bots}
    return Overall(elo, common)


def _on_one_scale(fitted: Fitted, bots: Sequence[int]) -> bool:
    found = [fitted.ratings[bot].scale for bot in bots if bot in fitted.ratings]
    return len(found) == len(bots) and len({*found}) == 1
