"""`arena ruleset`."""

import json

import pytest

from arena.rules import ruleset, rulesets
from arena.rules.house_rules.options import OPTIONS
from arena.rules.rulesets import RECIPES
from tests.cli.arena import WIDTH, arena

EVERY = pytest.mark.parametrize("name", [one.id for one in rulesets()])


def test_a_bare_noun_lists(capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd, "ruleset") == arena(capfd, "ruleset", "list")


def test_the_list_has_a_line_for_every_ruleset(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "ruleset", "list")
    assert code == 0
    named = [line.split()[0] for line in out.splitlines() if line[0].islower()]
    assert named == [one.id for one in rulesets()]
    assert max(map(len, out.splitlines())) <= WIDTH
    lines = {" ".join(line.split()) for line in out.splitlines()}
    assert lines >= {"pesten-royal 2–5 52 + 3 Jokers one deal W, Netherlands", "detailed 2–5 52 out at 101 D"}


def test_the_list_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(arena(capfd, "ruleset", "list", "--json").out)["rulesets"]
    assert [one["ruleset"] for one in listed] == [one.key for one in rulesets()]
    royal = next(one for one in listed if one["id"] == "pesten-royal")
    assert royal["base"] == "pesten"
    assert royal["options"] == list(RECIPES["pesten-royal"].options)
    assert (royal["packs"], royal["players"], royal["ends"]) == ({"2": 55}, [2, 5], "one deal")


@EVERY
def test_a_card_fits_the_terminal(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "ruleset", "show", name)
    assert code == 0
    assert out.startswith(ruleset(name).title)
    assert max(map(len, out.splitlines())) <= WIDTH
    assert all(line == line.rstrip() for line in out.splitlines())


@EVERY
def test_a_card_names_base_and_options(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    _, _, below = arena(capfd, "ruleset", "show", name).out.partition("\nBuilt on ")
    built = RECIPES.get(name)
    assert bool(below) == bool(built)
    if built:
        assert below.startswith(f"{ruleset(built.base).key}, {ruleset(built.base).title}\n")
        assert {word for word in below.split() if word in OPTIONS} == set(built.options)
        assert f"{built.base}: " in below


def test_a_ruleset_as_json_is_its_whole_data(capfd: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(arena(capfd, "ruleset", "show", "mau-mau@1", "--json").out)
    rules = ruleset("mau-mau")
    made_of: dict[str, object] = {"base": None, "options": [], "changed": []}
    assert {**rules.data(), "ruleset": "mau-mau@1", "hash": rules.hash, **made_of, "schema": 1} == shown


@pytest.mark.parametrize("name", RECIPES)
def test_a_ruleset_differs_from_its_base(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    base = RECIPES[name].base
    code, out, _ = arena(capfd, "ruleset", "diff", name)
    assert code == 0
    assert out == arena(capfd, "ruleset", "diff", name, base).out
    assert out.startswith(f"{ruleset(name).key} vs {ruleset(base).key}\n")
    assert "Data" in out
    assert max(map(len, out.splitlines())) <= WIDTH


def test_the_differences_in_words_and_as_data(capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "ruleset", "diff", "mau-mau-stacking").out
    lines = {" ".join(line.split()) for line in out.splitlines()}
    assert any(line.startswith("8 ") for line in lines)
    assert 'effects.7.answers "7" ""' in lines
    found = json.loads(arena(capfd, "ruleset", "diff", "tschau-sepp", "--json").out)
    assert (found["ruleset"], found["other"]) == ("tschau-sepp@1", "mau-mau@1")
    assert {"field": "hand", "here": "6", "there": "5"} in found["data"]
    assert {one["about"] for one in found["words"]} >= {"players", "pack", "deal"}


def test_equal_rulesets_have_no_differences(capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "ruleset", "diff", "german", "german@1").out
    assert out == "german@1 vs german@1\n\nThey are played the same.\n"
    found = json.loads(arena(capfd, "ruleset", "diff", "german", "german@1", "--json").out)
    assert found["words"] == found["data"] == []


def test_the_options_with_what_they_need(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "ruleset", "options")
    assert code == 0
    assert max(map(len, out.splitlines())) <= WIDTH
    shown = {line.split()[0] for line in out.splitlines()[2:] if not line.startswith(" ")}
    assert {name.split("=")[0] for name in shown} == {option.rule for option in OPTIONS.values()}
    assert "D-OUT=101/201/301/501/701" in shown
    listed = json.loads(arena(capfd, "ruleset", "options", "--json").out)["options"]
    assert [one["option"] for one in listed] == list(OPTIONS)


def test_the_options_of_one_ruleset(capfd: pytest.CaptureFixture[str]) -> None:
    names = {
        one["option"]
        for one in json.loads(arena(capfd, "ruleset", "options", "prsi", "--json").out)["options"]
    }
    assert names > {"PRSI-K", "PRSI-10", "G-SC-CARDS"}
    assert not names & {"W-7-STACK", "D-OUT=301", "BLIND-PENALTY=2", "QUICK-10"}
