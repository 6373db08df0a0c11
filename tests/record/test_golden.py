"""Logs as files: what was played and written once is played, written and verified so for ever.

In `golden` every ruleset at its smallest and its largest table, in short games that show what it has. No
change may ever touch the logs in an older format: in `golden/first` those from before there were all
rulesets, in `golden/format-1` some with each thing that later formats write differently.
"""

from pathlib import Path
from typing import Final

import pytest

from arena.record import FinishedLog, read_log, replay, verify
from arena.record.format import FORMATS
from arena.rules import rulesets
from tests.record.games import FIRST, GOLDEN, first, golden
from tests.record.happenings import SHOWN, happenings

FOLDER: Final = Path(__file__).with_name("golden")
CASES: Final = [pytest.param(rules, seats, id=f"{rules}-{seats}") for rules, seats in GOLDEN]

FORMAT_1: Final = (("mau-mau-stacking", 2), ("blind", 5), ("faraon", 2))  # cutting, lies, several deals


def log_of(rules: str, seats: int) -> Path:
    return FOLDER / f"{rules}-{seats}.jsonl"


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("rules", "seats"), CASES)
def test_the_golden_game_is_played_and_written_again(
    rules: str, seats: int, request: pytest.FixtureRequest
) -> None:
    written = golden(rules, seats).data
    if request.config.getoption("--update-golden"):
        log_of(rules, seats).write_bytes(written)
    assert written == log_of(rules, seats).read_bytes()


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("rules", "seats"), CASES)
def test_the_golden_log_verifies(rules: str, seats: int) -> None:
    assert verify(log_of(rules, seats).read_bytes()).ok


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("rules", "seats"), CASES)
def test_the_golden_game_shows_what_its_ruleset_has(rules: str, seats: int) -> None:
    assert SHOWN[rules] <= set(happenings(read_log(log_of(rules, seats).read_bytes())))


def test_there_are_two_of_each_ruleset_and_no_other() -> None:
    tables = {log_of(one.id, seats).name for one in rulesets() for seats in one.players}
    assert {path.name for path in FOLDER.glob("*.jsonl")} == tables
    assert {one.id for one in rulesets()} == SHOWN.keys()


@pytest.mark.parametrize("rules", FIRST)
def test_a_log_that_was_written_before_still_verifies(rules: str) -> None:
    check_format_1(FOLDER / "first" / f"{rules}.jsonl", first(rules, FORMATS[0]), first(rules))


@pytest.mark.parametrize(("rules", "seats"), FORMAT_1)
def test_a_log_in_format_1_still_verifies(rules: str, seats: int) -> None:
    path = FOLDER / "format-1" / log_of(rules, seats).name
    check_format_1(path, golden(rules, seats, FORMATS[0]), golden(rules, seats))


def check_format_1(path: Path, old: FinishedLog, new: FinishedLog) -> None:
    """The old log verifies, and the same game played now has the same game digest and events."""
    data = path.read_bytes()
    assert verify(data).ok
    assert old.data == data
    assert old.game_digest == new.game_digest
    before, after = replay(read_log(data)), replay(read_log(new.data))
    assert [ply.events for ply in before] == [ply.events for ply in after]
