"""Floods of frames that are not messages are judged long before the clock runs out."""

from dataclasses import replace

import pytest

from arena.record.match import Clock, Verdict
from tests.figures import figures
from tests.hostile.attacks.watched import watched
from tests.hostile.test_attacks import MAX_CPU_S, MAX_MB, against_an_honest_bot, attacker
from tests.referee.matches import verdicts

pytestmark = pytest.mark.alone

LONG = Clock(60_000, 0, 60_000)


@pytest.mark.parametrize(
    "name",
    [
        "farewells",
        pytest.param("windows", marks=pytest.mark.dear),
        pytest.param("unknown_frames", marks=pytest.mark.dear),
        pytest.param("large_unknown_frames", marks=pytest.mark.dear),
        pytest.param("answers_to_no_ping", marks=pytest.mark.dear),
    ],
)
def test_a_pure_flood_is_cut_off(name: str) -> None:
    bot = attacker(name)
    spec = against_an_honest_bot(replace(bot, command=(*bot.command, "silent")), boards=1)
    record, seen = watched(replace(spec, clock=LONG))
    assert verdicts(record, 0) == {Verdict.PROTOCOL}, record.faults
    assert "a flood of frames" in record.faults[0].detail
    assert verdicts(record, 1) == {Verdict.OK}
    assert record.internal == ()
    figures("flood of frames", name=name, memory_mb=seen.memory_mb, cpu_s=seen.cpu_s)
    assert seen.memory_mb < MAX_MB, seen
    assert seen.cpu_s < MAX_CPU_S, seen


@pytest.mark.dear
@pytest.mark.parametrize("name", ["settings", "settings_to_and_fro"])
def test_a_flood_that_the_library_stops_reading_is_named(name: str) -> None:
    spec = against_an_honest_bot(attacker(name), boards=1)
    record, _ = watched(replace(spec, clock=Clock(500, 0, 500)))
    assert verdicts(record, 0) <= {Verdict.PROTOCOL, Verdict.OK}, record.faults
    assert all("a flood of frames" in fault.detail for fault in record.faults)
    assert verdicts(record, 1) == {Verdict.OK}
