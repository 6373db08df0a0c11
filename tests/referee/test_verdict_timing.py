"""How soon a verdict comes: within 100 ms of the limit, plus the lateness of the machine."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from arena.record.match import Clock, Verdict
from arena.referee.run import run_match
from tests.conftest import Scale
from tests.figures import figures
from tests.referee.lateness import lateness
from tests.referee.matches import SHORT, match, verdicts

GRACE_MS = 100


@pytest.mark.dear
def test_silence_in_64_games_is_judged_at_once() -> None:
    with lateness() as machine:
        record = run_match(match("silent", "first", boards=64, in_flight=64, clock=SHORT))
    assert verdicts(record, 0) == {Verdict.TIMEOUT, Verdict.STALL}
    assert verdicts(record, 1) == {Verdict.OK}
    assert len(record.games) == len(record.faults) == 128
    timeouts = [fault for fault in record.faults if fault.verdict is Verdict.TIMEOUT]
    assert len(timeouts) == 2  # one for each rotation: all 64 games were open
    assert all(fault.limit_ms == SHORT.bank_ms for fault in timeouts)
    assert all(0 < fault.elapsed_ms - fault.limit_ms < GRACE_MS + machine.ms for fault in record.faults)


@pytest.mark.dear
def test_99_of_100_late_bots_are_judged_within_100_ms(scale: Scale, only: int) -> None:
    """Four matches at a time: they mostly wait."""
    spec = match("silent_later", "first", boards=3, in_flight=1, clock=SHORT, only=only)
    with lateness() as machine, ThreadPoolExecutor(4) as pool:
        records = pool.map(run_match, [spec] * scale.pick(quick=1, ci=4, full=150))
        faults = [fault for record in records for fault in record.faults]
    late = sorted(f.elapsed_ms - f.limit_ms for f in faults if f.verdict is Verdict.TIMEOUT)
    middle, almost_all = late[len(late) // 2], late[len(late) * 99 // 100]
    print(f"{len(late)} verdicts, p50 {middle:.1f} ms, p99 {almost_all:.1f} ms, most {late[-1]:.1f} ms late")
    times = {"p50": middle, "p99": almost_all, "max": late[-1]}
    figures("deadline to verdict", runner="process", of_them=len(late), **times)
    assert late[0] > 0
    assert almost_all < GRACE_MS + machine.ms


@pytest.mark.dear
def test_at_most_two_fresh_instances(only: int) -> None:
    record = run_match(match("silent", "first", boards=5, in_flight=1, clock=Clock(100, 0, 100), only=only))
    for rotation in {game.rotation for game in record.games}:
        games = [game for game in record.games if game.rotation == rotation]
        found = [(game.termination, seat.verdict) for game in games for seat in game.seats if seat.bot == 0]
        lost = [("FORFEIT", Verdict.TIMEOUT)] * 3
        assert sorted(found) == lost + [("NO_START", Verdict.NO_START)] * 2


@pytest.mark.dear
def test_late_answers_to_ended_games_are_ignored() -> None:
    """The slow bot still thinks about games that ended when its opponent died."""
    record = run_match(match("crash_mid_game", "slow", boards=24, in_flight=16))
    assert verdicts(record, 0) >= {Verdict.DISCONNECT}
    assert verdicts(record, 1) == {Verdict.OK}


@pytest.mark.dear
def test_without_a_clock_nothing_is_late(only: int) -> None:
    record = run_match(match("slow", "first", boards=1, clock=Clock(0, 0, 0), only=only))
    assert verdicts(record, 0) == {Verdict.OK}
    assert all(seat.time_ms >= 5 * seat.decisions for seat in record.games[0].seats if seat.bot == 0)
