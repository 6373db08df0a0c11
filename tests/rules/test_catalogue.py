"""Every rule has a test, and every test that names a rule names one there is."""

import tomllib
from pathlib import Path

from arena.rules import rulesets

CATALOGUE = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text())


def test_every_rule_is_played_out(rule_ids_tested: frozenset[str]) -> None:
    assert sorted(CATALOGUE.keys() - rule_ids_tested) == []


def test_no_test_names_an_unknown_rule(rule_ids_tested: frozenset[str]) -> None:
    assert sorted(rule_ids_tested - CATALOGUE.keys()) == []


def test_rules_and_rulesets_know_each_other() -> None:
    named = {ruleset for rule in CATALOGUE.values() for ruleset in rule["rulesets"]}
    assert named == {ruleset.id for ruleset in rulesets()}
    assert all(rule.keys() == {"says", "rulesets"} and rule["says"] for rule in CATALOGUE.values())
