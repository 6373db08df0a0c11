"""Measure the full stack: a match of two bots over gRPC, with views, clocks and logs."""

import os
from pathlib import Path
from typing import Final

from arena.record.match import Clock, Limits, MatchRecord, MatchSpec
from arena.referee.run import run_match
from arena.service.bots import Bot, resolve_bot
from arena.service.sandboxes import bot_spec
from tests.benchmarks.spent import Seconds, spent

BOTS: Final = Path(__file__).parent / "bots"
_TRIES: Final = 3


class TooBusy(Exception):
    """No match ran without interruption."""


def own_bot(name: str) -> Bot:
    """Return one of the benchmarks' bots."""
    return resolve_bot(str(BOTS / f"{name}.py"))


def decisions_per_second(ruleset: str, in_flight: int, boards: int, runner: str = "process") -> float:
    """Return decisions per wall-clock second, without start-up."""
    return 1 / cost_of_a_decision(ruleset, in_flight, boards, runner).clock


def cost_of_a_decision(ruleset: str, in_flight: int, boards: int, runner: str = "process") -> Seconds:
    """Return the cost of a decision with this number of games in flight, without start-up and end."""
    short, few = timed(match(ruleset, own_bot("first_legal"), in_flight, in_flight, runner))
    full, record = timed(match(ruleset, own_bot("first_legal"), in_flight, in_flight + boards, runner))
    more, count = full.less(short), decisions(record) - decisions(few)
    return Seconds(more.clock / count, more.processor / count)


def timed(spec: MatchSpec) -> tuple[Seconds, MatchRecord]:
    """Return the duration of a match from request to record; repeat one that was restarted."""
    for _ in range(_TRIES):
        seconds, record = spent(lambda: run_match(spec))
        assert not record.faults, record.faults
        if not record.internal:
            return seconds, record
    raise TooBusy(record.internal[-1])


def match(
    ruleset: str, bot: Bot, in_flight: int, boards: int, runner: str = "process", only: int = 0
) -> MatchSpec:
    """Return a match of a bot against itself."""
    bots = tuple(bot_spec(bot, runner, name) for name in ("a", "b"))
    secrets = tuple(os.urandom(32).hex() for _ in range(boards))
    limits = Limits(in_flight=in_flight)
    return MatchSpec("bench", ruleset, bots, 0, secrets, "00" * 32, runner, Clock(), limits, only)


def decisions(record: MatchRecord) -> int:
    """Return the decisions of all games."""
    return sum(game.plies for game in record.games)
