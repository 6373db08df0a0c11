"""Connection storms in series, for both runners, with quiet and busy processors."""

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.record.match import BotSpec, MatchSpec, Verdict
from arena.referee.run import run_match
from arena.service.sandboxes import bot_spec
from tests.conftest import Scale
from tests.figures import figures
from tests.hostile.expectations import row_named
from tests.hostile.good_time import is_charged_fairly, ms_per_decision
from tests.hostile.test_attacks import CLOCK, against_an_honest_bot, attacker, charges
from tests.hostile.test_fairness import CORES, spinning
from tests.hostile.tournaments import finding
from tests.referee.lateness import lateness
from tests.referee.matches import match, verdicts

if TYPE_CHECKING:
    from docker import APIClient

STORMS = ("storm", "storm_in_silence", "storm_by_descriptor", "storm_that_stays", "storm_first")
BOARDS = 4
BUSY = pytest.mark.parametrize(
    "busy", [pytest.param(False, id="quiet", marks=pytest.mark.full), pytest.param(True, id="busy")]
)


def play_series(specs: dict[str, MatchSpec], quiet: MatchSpec, runner: str, busy: bool) -> None:
    """Play each storm once and compare the opponent's charge with that of a quiet match."""
    with spinning(CORES) if busy else nullcontext(), lateness() as machine:
        reference = ms_per_decision(charges(run_match(quiet)))
        for name, spec in specs.items():
            record = run_match(spec)
            assert verdicts(record, 1) == {Verdict.OK}, (name, record.faults)
            assert verdicts(record, 0) <= {Verdict.OK, Verdict.PROTOCOL, Verdict.NO_START}, name
            games = charges(record)
            figures(
                "connection storm",
                name=name,
                runner=runner,
                busy=busy,
                reference_ms=reference,
                max_ms=max(one.ms for one in games),
                late_ms=machine.ms,
            )
            unfair = [one for one in games if not is_charged_fairly(one, reference, machine.ms)]
            assert not unfair, (name, unfair, machine.ms)


@pytest.mark.alone
@pytest.mark.dear
@BUSY
def test_a_storm_of_processes_is_not_charged_to_the_opponent(busy: bool, scale: Scale) -> None:
    quiet = against_an_honest_bot(match("first", "first").bots[0], BOARDS)
    specs = {name: against_an_honest_bot(attacker(name), BOARDS) for name in STORMS}
    for _ in range(scale.pick(quick=1, ci=1, full=20)):
        play_series(specs, quiet, "process", busy)


@pytest.mark.alone
@pytest.mark.dear
@BUSY
def test_a_storm_of_containers_is_not_charged_to_the_opponent(
    busy: bool, scale: Scale, engine: "APIClient", tmp_path: Path
) -> None:
    rows = tuple(map(row_named, ("storms", "storms_first")))
    good_row = replace(rows[0], program=("tests.bots.first.bot",))
    with finding((*rows, good_row), engine, tmp_path) as find:
        good = bot_spec(find(good_row.program), "docker")
        specs = {row.name: in_containers(bot_spec(find(row.program), "docker"), good) for row in rows}
        for _ in range(scale.pick(quick=1, ci=1, full=20)):
            play_series(specs, in_containers(good, good), "docker", busy)


def in_containers(bot: BotSpec, good: BotSpec) -> MatchSpec:
    spec = against_an_honest_bot(bot, BOARDS)
    limits = replace(spec.limits, start_ms=20_000)
    return replace(spec, bots=(bot, good), runner="docker", limits=limits, clock=CLOCK)
