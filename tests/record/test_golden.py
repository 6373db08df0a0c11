"""One log of each ruleset as a file: what was played and written once is played and written so for ever."""

from pathlib import Path

import pytest

from arena.record import verify
from arena.rules import rulesets
from tests.record.games import golden

FOLDER = Path(__file__).with_name("golden")
RULES = [one.id for one in rulesets()]


@pytest.mark.parametrize("rules", RULES)
def test_the_golden_game_is_played_and_written_again(rules: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{rules}.jsonl"
    if request.config.getoption("--update-golden"):
        path.write_bytes(golden(rules).data)
    assert golden(rules).data == path.read_bytes()


@pytest.mark.parametrize("rules", RULES)
def test_the_golden_log_verifies(rules: str) -> None:
    assert verify((FOLDER / f"{rules}.jsonl").read_bytes()).ok


def test_there_is_one_of_each_ruleset_and_no_other() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(RULES)
