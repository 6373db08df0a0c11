"""House rules for property tests: two packs, and mixed options."""

from collections.abc import Iterable
from dataclasses import replace

from arena.rules import Ruleset, ruleset
from arena.rules.house_rules.options import BadOption, clash, clashes, in_order, option_named, with_option
from arena.rules.ruleset import HOUSE as VERSION


def doubled(name: str, **fields: object) -> Ruleset:
    """Return a ruleset with two packs and a larger hand."""
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


def with_options(rules: Ruleset, names: Iterable[str]) -> Ruleset:
    """Return the ruleset with these options turned on.

    Raise BadOption if an option does not exist, excludes another or does not work with the ruleset.
    """
    options = in_order([option_named(name) for name in names])
    for first, second in clashes(options):
        raise BadOption(clash(first, second))
    for option in options:
        rules = with_option(rules, option)
    return rules


def mixed(base: str, *options: str, **fields: object) -> Ruleset:
    """Return a fixed ruleset with options that it does not have."""
    made = with_options(ruleset(base), options)
    id_ = f"{base}-mixed-{'-'.join(options).lower().replace('=', '-')}"
    return replace(made, id=id_[:40].rstrip("-"), version=VERSION, **fields)  # type: ignore[arg-type]


# Options that mix what several sources say, or that no fixed ruleset turns on.
MIXED = (
    mixed("quick", "RUSSIA-KS", "QUICK-10=each", "QUICK-SHORT=packs"),
    mixed("quick", "PRSI-K", "RUSSIA-10"),
    mixed("faraon", "RUSSIA-KS", "PRSI-10"),
    mixed("faraon", "PRSI-K", "FARAON-DRAWN7=three", "RUSSIA-10"),
    mixed("faraon-bells", "PRSI-K"),
    mixed("blind", "BLIND-PENALTY=turn"),
    mixed("haft-khabis", "IRAN-2=may", "D-LAST=late"),
    mixed("haft-khabis", "IRAN-2=may", several=True),
    mixed("pesten", "PESTEN-JOKER=answer", "PESTEN-CALL=late"),
    mixed("pesten-royal", "PESTEN-JOKER=answer", several=True),
    mixed("detailed", "D-LAST=late"),
    mixed("mau-mau-stacking", "D-LAST=late", "G-A=free", "PRSI-RETURN", "PRSI-10"),
)
