"""House rules that no fixed ruleset has: two packs, where several cards go at once or one goes face down."""

from dataclasses import replace

from arena.rules import Ruleset, ruleset
from arena.rules.ruleset import HOUSE as VERSION


def doubled(name: str, **fields: object) -> Ruleset:
    """A ruleset with two packs and a larger hand."""
    rules = ruleset(name)
    packs = {least: replace(pack, copies=2) for least, pack in rules.packs.items()}
    id_ = f"{name}-doubled"
    return replace(rules, id=id_, version=VERSION, packs=packs, hand=9, **fields)  # type: ignore[arg-type]


QUICK = doubled("quick")
BLIND = doubled("blind")
DETAILED = doubled("detailed")
PESTEN = doubled("pesten", several=True)  # with Jokers, which are equal in one pack too
WIDE = replace(
    BLIND, id="blind-wide", packs=PESTEN.packs, values=PESTEN.values
)  # two of every face that there is
HOUSE = (QUICK, BLIND, DETAILED, PESTEN, WIDE)
