"""Games as data: microseconds and bytes per decision, by ruleset: `uv run python -m tests.benchmarks.data`.

Greedy bots play matches with clocks; then their logs are written as files on one core, and read again. It
needs pyarrow: `uv sync --group oracles`.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NamedTuple, TypeVar

import maumau.data
from arena.record.match import Clock
from arena.record.reader import read_log
from arena.record.storage import logs_of
from arena.rules import Ruleset, ruleset, rulesets
from arena.service.bots import resolve_bot
from arena.service.data.files import make_tables, write_games
from arena.service.data.rows import GameToExport
from arena.service.sandboxes import bot_spec
from tests.benchmarks.stack import match, timed

DAY = date(2026, 11, 3)
CHUNK = 400  # games, as `arena export games` converts them

T = TypeVar("T")


class Cost(NamedTuple):
    """The cost of a ruleset's games as data."""

    games: int
    decisions: int
    write_us: float  # per decision, from the log to the files
    read_us: float  # per decision, from the file to views
    decisions_bytes: float  # per decision
    hidden_bytes: float  # per decision


def play_logs(rules: Ruleset, games: int) -> list[bytes]:
    """Let greedy bots play about this many games in a real match, and return the logs."""
    seats, greedy = rules.players[0], resolve_bot("builtin:greedy")
    bots = tuple(bot_spec(greedy, "process", f"greedy-{number}") for number in range(seats))
    spec = replace(match(rules.key, greedy, 64, -(-games // seats)), bots=bots)
    return [*logs_of(timed(spec)[1].games).values()]


def write_logs(folder: Path, rules: Ruleset, logs: Sequence[bytes]) -> tuple[Path, Path]:
    """Write logs as files, and return the paths of decisions and hidden cards."""
    paths = folder / "decisions.parquet", folder / "hidden.parquet"
    with write_games(*paths, rules) as writer:
        for first in range(0, len(logs), CHUNK):
            writer.add(make_tables([*_to_export(logs[first : first + CHUNK], first)]))
    return paths


def _to_export(logs: Sequence[bytes], first: int) -> Iterator[GameToExport]:
    for number, data in enumerate(logs, first + 1):
        log = read_log(data)
        elos = tuple(100.0 + number // 20 + seat for seat in range(log.header.seats))
        match_id = f"1.{number // 20}.1/{number % 20}"
        yield GameToExport(match_id, DAY, True, Clock(), elos, log, data.decode())


def cost_of(rules: Ruleset, games: int) -> Cost:
    """Measure one ruleset."""
    logs = play_logs(rules, games)
    with tempfile.TemporaryDirectory() as folder:
        write_s, (decisions, hidden) = _spent(lambda: write_logs(Path(folder), rules, logs))
        read_s, count = _spent(lambda: sum(len(one.decisions) for one in maumau.data.games(decisions)))
        sizes = (path.stat().st_size / count for path in (decisions, hidden))
        return Cost(len(logs), count, write_s / count * 1e6, read_s / count * 1e6, *sizes)


def _spent(call: Callable[[], T]) -> tuple[float, T]:
    started = time.process_time()
    found = call()
    return time.process_time() - started, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000, help="of each ruleset")
    parser.add_argument("--only", default="", help="rulesets with these words in their name")
    options = parser.parse_args()
    columns = ("games", "decisions", "write µs", "read µs", "bytes", "hidden bytes")
    print(f"{'ruleset':24}", *(f"{name:>12}" for name in columns))
    cost_of(ruleset("quick"), 100)  # imports and caches
    for rules in rulesets():
        if options.only in rules.id:
            cells = (
                f"{value:>12,.1f}" if value % 1 else f"{value:>12,}"
                for value in cost_of(rules, options.games)
            )
            print(f"{rules.id:24}", *cells, flush=True)


if __name__ == "__main__":
    main()
