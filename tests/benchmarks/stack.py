"""The whole stack: a match of two bots over gRPC, with views, clocks and logs, at a number of games in
flight."""

import os
import sys
import time
from pathlib import Path

from arena.record.match import BotSpec, Limits, MatchRecord, MatchSpec
from arena.referee.run import run_match

BOTS = Path(__file__).parent / "bots"


def decisions_per_second(ruleset: str, bot: str, in_flight: int, boards: int) -> float:
    """What a match does once it is going: start-up, measured by a match of one board, is taken off."""
    begun, idle = _timed(ruleset, bot, in_flight, 1)
    full, record = _timed(ruleset, bot, in_flight, 1 + boards)
    return (_decisions(record) - _decisions(idle)) / (full - begun)


def _timed(ruleset: str, bot: str, in_flight: int, boards: int) -> tuple[float, MatchRecord]:
    begun = time.perf_counter()
    record = run_match(_spec(ruleset, bot, in_flight, boards))
    assert not record.faults, record.faults
    return time.perf_counter() - begun, record


def _spec(ruleset: str, bot: str, in_flight: int, boards: int) -> MatchSpec:
    command = (sys.executable, f"{bot}.py")
    bots = tuple(BotSpec(name, name * 64, command, str(BOTS)) for name in ("a", "b"))
    secrets = tuple(os.urandom(32).hex() for _ in range(boards))
    return MatchSpec("bench", ruleset, bots, 0, secrets, "00" * 32, limits=Limits(in_flight=in_flight))


def _decisions(record: MatchRecord) -> int:
    return sum(game.plies for game in record.games)
