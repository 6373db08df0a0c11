"""The fixed rulesets. Their ids are permanent; a ruleset whose meaning changes gets a new version."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final, NamedTuple

from arena.rules.ruleset import Ruleset
from arena.rules.rulesets import base, countries, german, openspiel, variants

RULESETS: Final[tuple[Ruleset, ...]] = (
    base.MAU_MAU,
    base.STACKING,
    variants.NEUNER,
    countries.PRSI,
    countries.PRSI_KINGS,
    countries.QUICK,
    countries.BLIND,
    variants.HAFT_KHABIS,
    countries.PESTEN,
    countries.ROYAL,
    variants.PUQUE,
    countries.CZECH_FOOL,
    countries.PHARAOH_101,
    countries.FARAON,
    countries.BELLS,
    variants.TSCHAU_SEPP,
    variants.DETAILED,
    variants.THUNDERBACK,
    german.GERMAN,
    german.REGIONAL,
    german.WINS,
    german.CHIPS,
    german.BITTER,
    variants.POINTS_150,
    openspiel.CRAZY_EIGHTS,
    openspiel.CRAZY_EIGHTS_SPECIAL,
)


class RulesetRecipe(NamedTuple):
    """The derivation of a fixed ruleset: the id of its base ruleset, and the options to set in the base.

    No options means: the ruleset has a base, but options cannot turn the base into it.
    """

    base: str
    options: tuple[str, ...] = ()  # empty if options cannot express the differences


# Separate from the rulesets, so that no hash depends on it. Rulesets not listed have no base.
RECIPES: Final[Mapping[str, RulesetRecipe]] = {
    "mau-mau-stacking": RulesetRecipe("mau-mau", ("W-PLAYERS=5", "W-7-STACK", "W-8-STACK", "W-CUT")),
    "neuner": RulesetRecipe("mau-mau"),
    "prsi": RulesetRecipe("mau-mau"),
    "prsi-kings": RulesetRecipe("prsi", ("PRSI-K", "PRSI-J", "PRSI-10", "PRSI-RETURN")),
    "quick": RulesetRecipe("prsi"),
    "blind": RulesetRecipe("prsi"),
    "haft-khabis": RulesetRecipe("mau-mau"),
    "pesten": RulesetRecipe("mau-mau"),
    "pesten-royal": RulesetRecipe("pesten", ("PESTEN-PACK=3-jokers", "PESTEN-JOKER=suit", "PESTEN-DEAL=5")),
    "puque": RulesetRecipe("mau-mau"),
    "czech-fool": RulesetRecipe("prsi"),
    "pharaoh-101": RulesetRecipe(
        "czech-fool", ("RUSSIA-10", "RUSSIA-KS", "RUSSIA-7=2", "RUSSIA-6=2", "G-SC-CARDS", "D-OUT=101")
    ),
    "faraon": RulesetRecipe("prsi"),
    "faraon-bells": RulesetRecipe("faraon", ("FARAON-A-NODEF", "FARAON-DRAWN7")),
    "tschau-sepp": RulesetRecipe("mau-mau", ("W-PLAYERS=5", "W-PACK=36", "W-DEAL=6")),
    "detailed-thunderback": RulesetRecipe("detailed", ("D-2C=previous", "D-OUT=201")),
    "german-regional": RulesetRecipe(
        "german",
        (
            "G-PACK=52-for-five",
            "G-DEAL=6",
            "G-DRAWSTOP=play",
            "G-J=on-jack",
            "G-7=top",
            "G-8=answer",
            "G-A=free",
            "G-SC-FLAT",
            "G-ROUNDS=until-300",
        ),
    ),
    "german-wins": RulesetRecipe("german", ("G-SC-WINS", "G-ROUNDS=players")),
    "german-chips": RulesetRecipe("german", ("G-SC-CHIPS",)),
    "german-bitter": RulesetRecipe("german", ("G-BITTER",)),
    "crazy-eights-special": RulesetRecipe("crazy-eights"),
}


# Lists show a ruleset in the group of its nearest ancestor (itself, its base, …) that is a key here.
FAMILIES: Final[Mapping[str, str]] = {
    "mau-mau": "Mau-Mau",
    "german": "German rules",
    "prsi": "Prší",
    "pesten": "Pesten",
    "crazy-eights": "Crazy Eights",
}


class UnknownRuleset(ValueError):
    """There is no fixed ruleset with this name."""


def rulesets() -> tuple[Ruleset, ...]:
    """Return the newest version of every fixed ruleset, in the order of the rulebook."""
    newest = {known.id: known for known in sorted(RULESETS, key=lambda known: known.version)}
    return tuple(newest[name] for name in dict.fromkeys(known.id for known in RULESETS))


def family(id: str) -> str:
    """Return the heading under which lists show a ruleset. `id`: the ruleset's id.

    >>> family("faraon-bells"), family("points-150")
    ('Prší', 'Mau-Mau')
    """
    while id not in FAMILIES and id in RECIPES:
        id = RECIPES[id].base
    return FAMILIES.get(id, FAMILIES["mau-mau"])


def ruleset(name: str) -> Ruleset:
    """Return the fixed ruleset with this id ("mau-mau"), or id and version ("mau-mau@1").

    Raise UnknownRuleset if there is no such ruleset.
    """
    for known in rulesets():
        if name == known.id:
            return known
    for known in RULESETS:
        if name == known.key:
            return known
    ids = [known.id for known in rulesets()]
    near = get_close_matches(name, ids, n=1)
    hint = f"did you mean {near[0]!r}?" if near else "there are " + ", ".join(ids)
    raise UnknownRuleset(f"no ruleset is called {name[:60]!r}; {hint}")
