"""The fast verification agrees with the one that checks record by record."""

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


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_contents_are_those_of_the_slow_way(
    rules: str, seats: int, scale: Scale, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = range(scale.pick(quick=1, ci=1, full=100))
    logs = [play(rules, seats, seed, estimates=seed % 2 == 0).data for seed in seeds]
    fast = [rewrite_log(log) for log in logs]
    monkeypatch.setattr(sys.modules["arena.record.verify"], "rewrite_log", lambda data: None)
    slow = [verify(log).contents for log in logs]
    assert fast == [None if b'{"fault"' in log else one for log, one in zip(logs, slow, strict=True)]
    assert None not in slow


def test_game_with_faults_is_checked_the_slow_way() -> None:
    log = play("mau-mau", 3, 1, faults={4: (1, Verdict.TIMEOUT)})
    assert rewrite_log(log.data) is None
    found = verify(log.data)
    assert found.contents and found.contents.verdicts == ("OK", "TIMEOUT", "OK")


def test_changed_logs_are_never_accepted(scale: Scale) -> None:
    """Replace, insert and delete lines, and change digits."""
    random, accepted = Random(5), 0
    logs = [log_lines(play("quick", 2, seed).data) for seed in range(6)]
    for lines in logs:  # fill the caches
        assert rewrite_log(b"".join(lines))
    for _ in range(scale.pick(quick=60, ci=300, full=20_000)):
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
            accepted += rewrite_log(b"".join(lines)) is not None
    assert accepted == 0
