"""Measure the time from a match's request to a bot's first question."""

import time

from arena.record.format import Play
from arena.record.match import MatchRecord
from arena.referee.run import run_match
from tests.benchmarks.logs import games_of
from tests.benchmarks.stack import match, own_bot


def seconds_to_the_first_decision(runner: str = "process") -> float:
    """Return wall-clock seconds: match process, two bots, connections, first cards."""
    spec = match("mau-mau", own_bot("first_asked"), 1, 1, runner, only=1)
    begun = time.monotonic()
    return _first_asked(run_match(spec)) - begun


def _first_asked(record: MatchRecord) -> float:
    [log] = games_of(record)
    return min(float(one.note) for one in log.records if isinstance(one, Play) and one.note)
