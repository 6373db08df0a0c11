"""The whole stack: a match of two bots over gRPC, with views, clocks and logs, at a number of games in
flight."""

import os
import time
from pathlib import Path

from arena.record.match import Limits, MatchRecord, MatchSpec
from arena.referee.run import run_match
from arena.service.bots import Bot, resolve_bot
from arena.service.sandboxes import bot_spec

BOTS = Path(__file__).parent / "bots"


def decisions_per_second(
    ruleset: str, bot: str, in_flight: int, boards: int, runner: str = "process"
) -> float:
    """What a match does once it is going: start-up, measured by a match of one board, is taken off."""
    begun, idle = timed(ruleset, bot, in_flight, 1, runner)
    full, record = timed(ruleset, bot, in_flight, 1 + boards, runner)
    return (_decisions(record) - _decisions(idle)) / (full - begun)


def timed(
    ruleset: str, bot: str, in_flight: int, boards: int, runner: str = "process"
) -> tuple[float, MatchRecord]:
    """Seconds that a match takes from its request to its record."""
    spec = _spec(ruleset, resolve_bot(str(BOTS / f"{bot}.py")), in_flight, boards, runner)
    begun = time.perf_counter()
    record = run_match(spec)
    assert not record.faults, record.faults
    return time.perf_counter() - begun, record


def _spec(ruleset: str, bot: Bot, in_flight: int, boards: int, runner: str) -> MatchSpec:
    bots = tuple(bot_spec(bot, runner, name) for name in ("a", "b"))
    secrets = tuple(os.urandom(32).hex() for _ in range(boards))
    limits = Limits(in_flight=in_flight)
    return MatchSpec("bench", ruleset, bots, 0, secrets, "00" * 32, runner, limits=limits)


def _decisions(record: MatchRecord) -> int:
    return sum(game.plies for game in record.games)
