"""Every rule has a test, and every rule id and ruleset in the tests and the catalogue exists.

Rules that still need a test are listed in untested.txt, one id a line. The list may only shrink; the file is
deleted with the last rule.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from arena.rules import rulesets

CATALOGUE = Path(__file__).with_name("catalogue.toml")
UNTESTED = Path(__file__).with_name("untested.txt")
PARTS = {"says", "rulesets", "option"}


@dataclass(frozen=True, slots=True)
class Inventory:
    """The catalogue, the untested ids, the ids in tests, and the existing rulesets."""

    rules: Mapping[str, Mapping[str, Any]]
    untested: tuple[str, ...]
    tested: frozenset[str]
    registered: frozenset[str]

    def naming(self, ids: frozenset[str]) -> frozenset[str]:
        """Return the rulesets in which one of these rules holds."""
        return frozenset(name for rule in ids & self.rules.keys() for name in self.rules[rule]["rulesets"])


def complaints(found: Inventory) -> dict[str, list[str]]:
    """Return the problems, each with the ids concerned."""
    ids, waiting, names = frozenset(found.rules), frozenset(found.untested), found.naming
    wrong = {
        "rules without a test": ids - found.tested - waiting,
        "tests name rules that the catalogue does not have": found.tested - ids,
        "listed as untested, but not in the catalogue": waiting - ids,
        "listed as untested, but a test has the id: take the line out": waiting & found.tested,
        "listed as untested twice": {rule for rule in waiting if found.untested.count(rule) > 1},
        "the catalogue names rulesets that do not exist": names(ids) - found.registered - names(waiting),
        "no rule names these rulesets": found.registered - names(ids),
        "rules that are badly written down": {rule for rule in ids if not well_formed(found.rules[rule])},
    }
    return {what: sorted(whose) for what, whose in wrong.items() if whose}


def well_formed(rule: Mapping[str, Any]) -> bool:
    """True if a rule has a text and rulesets, or is an option that no fixed ruleset turns on."""
    says, where, option = rule.get("says"), rule.get("rulesets", []), rule.get("option", False)
    once = len(where) == len(set(where))
    return bool(says) and rule.keys() <= PARTS and once and option is (not where)


def read_catalogue() -> dict[str, dict[str, Any]]:
    """Return the rules by id, with the rulesets of each as a list."""
    rules = tomllib.loads(CATALOGUE.read_text())
    groups = {name: text.split() for name, text in rules.pop("groups").items()}
    for rule in rules.values():
        words = rule.get("rulesets", "").split()
        names = [name for word in words for name in groups.get(word, [word])]
        rule["rulesets"] = [name for name in names if name[0] != "-" and f"-{name}" not in words]
    return rules


def listed_as_untested() -> tuple[str, ...]:
    return tuple(UNTESTED.read_text().split()) if UNTESTED.exists() else ()


def test_rules_tests_and_rulesets_know_each_other(rule_ids_tested: frozenset[str]) -> None:
    rules = read_catalogue()
    registered = frozenset(ruleset.id for ruleset in rulesets())
    wrong = complaints(Inventory(rules, listed_as_untested(), rule_ids_tested, registered))
    assert not wrong, "\n" + "\n".join(f"{what}: {', '.join(whose)}" for what, whose in wrong.items())


def test_an_empty_list_of_untested_rules_is_deleted() -> None:
    assert not UNTESTED.exists() or listed_as_untested()


RULES: dict[str, dict[str, Any]] = {
    "W-7": {"says": "a Seven", "rulesets": ["mau-mau", "neuner"]},
    "W-8": {"says": "an Eight", "rulesets": ["neuner"]},
    "QUICK-10": {"says": "a Ten", "rulesets": [], "option": True},
}
SOUND = Inventory(RULES, ("W-8",), frozenset({"W-7", "QUICK-10"}), frozenset({"mau-mau"}))


def test_a_sound_inventory_has_no_complaints() -> None:
    assert complaints(SOUND) == {}
    done = replace(SOUND, untested=(), tested=frozenset(RULES), registered=frozenset({"mau-mau", "neuner"}))
    assert complaints(done) == {}


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        (
            replace(SOUND, tested=frozenset()),
            {"rules without a test": ["QUICK-10", "W-7"]},
        ),
        (
            replace(SOUND, tested=SOUND.tested | {"W-9", "V-1"}),
            {"tests name rules that the catalogue does not have": ["V-1", "W-9"]},
        ),
        (
            replace(SOUND, untested=("W-8", "W-9")),
            {"listed as untested, but not in the catalogue": ["W-9"]},
        ),
        (
            replace(SOUND, tested=SOUND.tested | {"W-8"}),
            {"listed as untested, but a test has the id: take the line out": ["W-8"]},
        ),
        (
            replace(SOUND, untested=("W-8", "W-8")),
            {"listed as untested twice": ["W-8"]},
        ),
        (
            replace(SOUND, untested=(), tested=frozenset(RULES)),
            {"the catalogue names rulesets that do not exist": ["neuner"]},
        ),
        (
            replace(SOUND, registered=frozenset({"mau-mau", "prsi"})),
            {"no rule names these rulesets": ["prsi"]},
        ),
    ],
)
def test_what_is_wrong_is_named(broken: Inventory, expected: dict[str, list[str]]) -> None:
    assert complaints(broken) == expected


@pytest.mark.parametrize(
    "rule",
    [
        {"says": "", "rulesets": ["mau-mau"]},
        {"rulesets": ["mau-mau"]},
        {"says": "a Seven"},
        {"says": "a Seven", "rulesets": []},
        {"says": "a Seven", "rulesets": ["mau-mau"], "option": True},
        {"says": "a Seven", "rulesets": ["mau-mau", "mau-mau"]},
        {"says": "a Seven", "rulesets": ["mau-mau"], "ruleset": "neuner"},
    ],
)
def test_a_rule_says_something_and_holds_somewhere(rule: dict[str, Any]) -> None:
    assert not well_formed(rule)
