"""Logs that are written once more: that it says the same as to compare record by record."""

import sys
from random import Random

import pytest

from arena.record import verify
from arena.record.match import Verdict
from arena.record.reader import log_lines
from arena.record.verify_fast import rewrite_log
from arena.rules import rulesets
from tests.conftest import Scale
from tests.record.games import play

TABLES = [(one.id, seats) for one in rulesets() for seats in one.players]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_it_says_what_comparing_says(
    rules: str, seats: int, scale: Scale, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = [play(rules, seats, seed).data for seed in range(scale.pick(quick=1, ci=3, full=100))]
    quickly = [rewrite_log(log) for log in logs]
    monkeypatch.setattr(sys.modules["arena.record.verify"], "rewrite_log", lambda data: None)
    compared = [verify(log).told for log in logs]
    assert quickly == [None if b'{"fault"' in log else told for log, told in zip(logs, compared, strict=True)]
    assert None not in compared


def test_games_with_faults_are_compared() -> None:
    log = play("mau-mau", 3, 1, faults={4: (1, Verdict.TIMEOUT)})
    assert rewrite_log(log.data) is None
    found = verify(log.data)
    assert found.told and found.told.verdicts == ("OK", "TIMEOUT", "OK")


def test_nothing_that_compares_differently_is_taken(scale: Scale) -> None:
    """Lines of other games put in, lines and parts of lines exchanged, digits counted up."""
    random, taken = Random(5), 0
    logs = [log_lines(play("quick", 2, seed).data) for seed in range(6)]
    for lines in logs:  # so that all that can be known is
        assert rewrite_log(b"".join(lines))
    for _ in range(scale.pick(quick=60, ci=600, full=20_000)):
        lines, other = list(random.choice(logs)), random.choice(logs)
        at, there = random.randrange(len(lines)), random.randrange(len(other))
        match random.randrange(4):
            case 0:
                lines[at] = other[there]
            case 1:
                lines.insert(at, other[there])
            case 2:
                del lines[at]
            case _:
                lines[at] = lines[at].replace(b"1", b"2", 1)
        if lines not in logs:
            taken += rewrite_log(b"".join(lines)) is not None
    assert taken == 0
