"""`arena ruleset`."""

import json

import pytest

from arena.rules import ruleset, rulesets
from tests.cli.arena import WIDTH, arena


def test_a_bare_noun_lists(capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd, "ruleset") == arena(capfd, "ruleset", "list")


def test_the_list_names_every_ruleset(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "ruleset", "list")
    assert code == 0
    assert all(one.key in out for one in rulesets())
    assert max(map(len, out.splitlines())) <= WIDTH


def test_the_list_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(arena(capfd, "ruleset", "list", "--json").out)
    assert [one["ruleset"] for one in listed] == [one.key for one in rulesets()]


@pytest.mark.parametrize("name", [one.id for one in rulesets()])
def test_a_card_fits_the_terminal(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "ruleset", "show", name)
    assert code == 0
    assert out.startswith(ruleset(name).title)
    assert max(map(len, out.splitlines())) <= WIDTH
    assert all(line == line.rstrip() for line in out.splitlines())


def test_a_ruleset_as_json_is_its_whole_data(capfd: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(arena(capfd, "ruleset", "show", "mau-mau@1", "--json").out)
    assert {**ruleset("mau-mau").data(), "ruleset": "mau-mau@1", "hash": ruleset("mau-mau").hash} == shown
