"""The fixed rulesets, one file for each region; ids are permanent, a change of meaning is a new version."""

from difflib import get_close_matches
from typing import Final

from arena.rules.ruleset import Ruleset
from arena.rules.rulesets import (
    austria,
    base,
    czech,
    detailed,
    german,
    iran,
    netherlands,
    openspiel,
    points,
    portugal,
    russia,
    slovakia,
    switzerland,
)

RULESETS: Final[tuple[Ruleset, ...]] = (
    base.MAU_MAU,
    base.STACKING,
    austria.NEUNER,
    czech.PRSI,
    czech.PRSI_KINGS,
    czech.QUICK,
    czech.BLIND,
    iran.HAFT_KHABIS,
    netherlands.PESTEN,
    netherlands.ROYAL,
    portugal.PUQUE,
    russia.CZECH_FOOL,
    russia.PHARAOH_101,
    slovakia.FARAON,
    slovakia.BELLS,
    switzerland.TSCHAU_SEPP,
    detailed.DETAILED,
    detailed.THUNDERBACK,
    german.GERMAN,
    german.REGIONAL,
    german.WINS,
    german.CHIPS,
    german.BITTER,
    points.POINTS_150,
    openspiel.CRAZY_EIGHTS,
    openspiel.CRAZY_EIGHTS_SPECIAL,
)


class UnknownRuleset(ValueError):
    """No ruleset has this name."""


def rulesets() -> tuple[Ruleset, ...]:
    """The newest version of every fixed ruleset, in the order of the rulebook."""
    newest = {ruleset.id: ruleset for ruleset in sorted(RULESETS, key=lambda one: one.version)}
    return tuple(newest[name] for name in dict.fromkeys(one.id for one in RULESETS))


def ruleset(name: str) -> Ruleset:
    """The ruleset with this id, or id and version ("mau-mau@1"). Raises UnknownRuleset."""
    for one in rulesets():
        if name == one.id:
            return one
    for one in RULESETS:
        if name == one.key:
            return one
    ids = [one.id for one in rulesets()]
    near = get_close_matches(name, ids, n=1)
    hint = f"did you mean {near[0]!r}?" if near else "there are " + ", ".join(ids)
    raise UnknownRuleset(f"no ruleset is called {name[:60]!r}; {hint}")
