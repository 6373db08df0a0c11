"""H11: an answer 100 ms before the deadline is in time, and one 150 ms after it is late."""

import sys
from dataclasses import replace

import pytest

from arena.record.format import Play
from arena.record.match import BotSpec, Clock, MatchSpec, Verdict
from arena.record.reader import read_log
from arena.record.storage import logs_of
from arena.referee.run import run_match
from tests.conftest import Scale
from tests.figures import figures
from tests.hostile.expectations import ROOT, hostile
from tests.referee.lateness import lateness
from tests.referee.matches import match

pytestmark = pytest.mark.dear

CLOCK = Clock(100, 500, 60_000)  # 600 ms for the first decision
EARLY_MS, LATE_MS = 500, 750
CALM_MS = 40  # that the machine may itself be late, where 100 are all there is


def spec(thinks_ms: int, boards: int) -> MatchSpec:
    """Return a match with a bot that thinks this long about its first question."""
    command = (sys.executable, "-m", *hostile("just_in_time"), str(thinks_ms))
    bot = BotSpec("just_in_time", "0" * 64, command, str(ROOT))
    made = match("first", "first", boards=boards, in_flight=1, clock=CLOCK)
    return replace(made, bots=(bot, made.bots[1]))


def test_100_ms_before_is_in_time(scale: Scale) -> None:
    with lateness() as machine:
        record = run_match(spec(EARLY_MS, scale.pick(quick=1, ci=4, full=50)))
    calm = machine.ms < CALM_MS
    seats = [seat for game in record.games for seat in game.seats if seat.bot == 0]
    in_time = sum(seat.verdict is Verdict.OK for seat in seats)
    figures("H11 T - 100 ms", tried=len(seats), as_expected=in_time, machine_ms=machine.ms)
    logs = [read_log(log) for log in logs_of(record.games).values()]
    thought = [int(one.note) for log in logs for one in log.records if isinstance(one, Play) and one.note]
    assert min(thought) >= EARLY_MS
    assert in_time == len(seats) or not calm


def test_150_ms_after_is_too_late(scale: Scale) -> None:
    found = []
    for _ in range(scale.pick(quick=1, ci=1, full=17)):
        record = run_match(spec(LATE_MS, boards=3))
        found += [(game, seat) for game in record.games for seat in game.seats if seat.bot == 0]
    asked = [seat.verdict for game, seat in found if seat.decisions or seat.verdict is Verdict.TIMEOUT]
    figures("H11 T + 150 ms", tried=len(asked), as_expected=asked.count(Verdict.TIMEOUT))
    assert set(asked) == {Verdict.TIMEOUT}
