"""The example bots in processes play without a fault, and every log verifies."""

import sys
from dataclasses import replace

import pytest

from arena.record import verify
from arena.record.match import BotSpec
from arena.record.storage import logs_of
from arena.referee.run import run_match
from arena.rules import ruleset, rulesets
from tests.conftest import Scale
from tests.referee.matches import match
from tests.sdk.test_bots import FOLDER, NAMES

SOME = {False: ("blind",), True: ("haft-khabis",)}


def example(name: str) -> BotSpec:
    return BotSpec(name, "0" * 64, (sys.executable, "bot.py"), str(FOLDER / name))


@pytest.mark.dear
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_no_bot_is_at_fault(most: bool, scale: Scale) -> None:
    every = [rules.id for rules in rulesets()]
    for name in scale.pick(quick=SOME[most], ci=every[4 * most :: 8], full=every):
        seats = ruleset(name).players[most]
        bots = [NAMES[seat % len(NAMES)] for seat in range(seats)]
        spec = match(*bots, boards=1 if most else 3, ruleset=ruleset(name).key)
        only = scale.pick(quick=1, ci=1, full=0)  # of the seatings
        record = run_match(replace(spec, bots=tuple(map(example, bots)), only=only))
        assert record.faults == ()
        assert len(record.games) == len(spec.secrets) * (only or seats)
        logs = logs_of(record.games)
        for game in record.games:
            assert verify(logs[game.id]).ok
            assert {seat.verdict.value for seat in game.seats} == {"OK"}
