"""Golden games: each is played, written and verified as it was when its file was made.

`golden` has a short game for every ruleset at its smallest and its largest table; of games with more than 150
records only the digest is stored. Logs in the older format must never change: `golden/first` has the first,
`golden/format-1` has each thing that format 2 writes differently.
"""

import json
from pathlib import Path
from typing import Final

import pytest

from arena.record import FinishedLog, read_log, replay, verify
from arena.record.format import FORMATS
from arena.rules import rulesets
from tests.record.games import GOLDEN, first, golden
from tests.record.happenings import SHOWN, happenings

FOLDER: Final = Path(__file__).with_name("golden")
DIGESTS: Final = FOLDER / "digests.json"
MAX_RECORDS: Final = 150
CASES: Final = [pytest.param(rules, seats, id=f"{rules}-{seats}") for rules, seats in GOLDEN]
FIRST: Final = ("mau-mau", "detailed", "points-150")
FORMAT_1: Final = (("mau-mau-stacking", 2), ("blind", 5), ("faraon", 2))  # cuts, lies, several deals


@pytest.mark.parametrize(("rules", "seats"), CASES)
def test_golden_game_is_unchanged(rules: str, seats: int, request: pytest.FixtureRequest) -> None:
    log, name = golden(rules, seats), f"{rules}-{seats}"
    path, digests = FOLDER / f"{name}.jsonl", json.loads(DIGESTS.read_text())
    if request.config.getoption("--update-golden"):
        digests.pop(name, None)
        if log.data.count(b"\n") > MAX_RECORDS:
            path.unlink(missing_ok=True)
            digests[name] = log.log_digest
        else:
            path.write_bytes(log.data)
        DIGESTS.write_text(json.dumps(digests, indent=0, sort_keys=True) + "\n")
    assert log.log_digest == digests[name] if name in digests else log.data == path.read_bytes()
    assert verify(log.data).ok
    assert SHOWN[rules] <= set(happenings(read_log(log.data)))


def test_every_ruleset_has_two_golden_games() -> None:
    tables = {f"{one.id}-{seats}" for one in rulesets() for seats in one.players}
    assert {path.stem for path in FOLDER.glob("*.jsonl")} | {*json.loads(DIGESTS.read_text())} == tables
    assert {one.id for one in rulesets()} == SHOWN.keys()


@pytest.mark.parametrize("rules", FIRST)
def test_first_logs_still_verify(rules: str) -> None:
    check_format_1(FOLDER / "first" / f"{rules}.jsonl", first(rules, FORMATS[0]), first(rules))


@pytest.mark.parametrize(("rules", "seats"), FORMAT_1)
def test_logs_in_format_1_still_verify(rules: str, seats: int) -> None:
    path = FOLDER / "format-1" / f"{rules}-{seats}.jsonl"
    check_format_1(path, golden(rules, seats, FORMATS[0]), golden(rules, seats))


def check_format_1(path: Path, old: FinishedLog, new: FinishedLog) -> None:
    """Verify the old log, and that format 2 gives the same game digest and events."""
    data = path.read_bytes()
    assert verify(data).ok
    assert old.data == data
    assert old.game_digest == new.game_digest
    before, after = replay(read_log(data)), replay(read_log(new.data))
    assert [ply.events for ply in before] == [ply.events for ply in after]
