"""Measure branches: `uv run python -m tests.benchmarks.branches [--logs N] [--plies N] [RULESET...]`.

In every ruleset, `greedy` plays N games against itself, at the smallest and the largest table in turn. From
every ply of each game the branch with the played actions must end with the game's digest. All rulesets take
seven minutes of one core; to resume, name those that are left. --plies N tries only so many plies of each
game, from all parts of it.

With --bot BOT, measure the seconds of 200 continuations and of a suite of 200 positions instead.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import maumau
from arena.record.digests import game_digest, game_records
from arena.record.format import Back, KeepCut, LeaveCut, Score
from arena.record.reader import GameLog, read_log
from arena.rules import ruleset, rulesets
from arena.service.bots import resolve_bot
from arena.service.replay.branch import branch
from arena.service.replay.find import StoredLog
from arena.service.replay.position_check import check_positions
from arena.service.replay.positions import make_position, read_positions
from arena.service.sandboxes import prepare_bot
from tests.service.branches import WITHOUT_FACTS, RecordedBranches, plies_of

FACTS: Final = (KeepCut, LeaveCut, Back, Score)
BOARDS: Final = 200
POSITIONS: Final = 200


@dataclass(frozen=True, slots=True)
class Measured:
    """The result of a ruleset. `wrong`: branches that ended with another digest."""

    key: str
    logs: int
    plies: int
    wrong: tuple[str, ...]
    seconds: float


def measure(key: str, logs: int, most: int) -> Measured:
    """Play games of a ruleset, and play each on from every ply, or from at most this many plies."""
    started, plies, wrong = time.process_time(), 0, list[str]()
    for number, log in enumerate(games(key, logs)):
        due = game_digest(log.header, game_records(records_of(log)), log.footer.outcome)
        branches = RecordedBranches(log)
        for ply in branches.plies[:: max(1, -(-len(branches.plies) // most))]:
            plies += 1
            if branches.digest(ply) != due:
                wrong.append(f"{key} game {number} ply {ply}")
    return Measured(key, logs, plies, tuple(wrong), time.process_time() - started)


def games(key: str, count: int) -> Iterator[GameLog]:
    """Yield logs of the first format, which has no records of facts."""
    sizes = ruleset(key).players
    for number in range(count):
        seats = sizes[number % len(sizes)]
        game = maumau.simulate(["greedy"] * seats, key.partition("@")[0], 1, seed=number).games[0]
        log = read_log(game.log.encode())
        records = tuple(record for record in log.records if not isinstance(record, FACTS))
        yield replace(log, header=replace(log.header, format=WITHOUT_FACTS), records=records)


def records_of(log: GameLog) -> bytes:
    return "".join(record.line() for record in log.records).encode()


def measure_bot(name: str) -> None:
    """Print the seconds of 200 continuations and of 200 positions, without those of building the bot."""
    bot = prepare_bot(resolve_bot(name), "process", partial(print, file=sys.stderr))
    data = maumau.simulate(["greedy"] * 3, "mau-mau", 1, seed=1).games[0].log.encode()
    plies = plies_of(read_log(data))
    started = time.perf_counter()
    branch(read_log(data), ply=plies[len(plies) // 2], bots=[bot], boards=BOARDS)
    print(f"{BOARDS} continuations by {name}: {time.perf_counter() - started:.1f} s")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.positions.toml"
        keys, suite = [one.id for one in rulesets()], ["version = 1\n"]
        for number in range(POSITIONS):
            key = keys[number % len(keys)]
            seats = ruleset(key).players[0]
            data = maumau.simulate(["greedy"] * seats, key, 1, seed=number).games[0].log.encode()
            plies = plies_of(read_log(data))
            ply = plies[number % len(plies)]
            suite.append(make_position(StoredLog("", data), ply, [], [], str(number))[1])
        path.write_text("\n".join(suite))
        started = time.perf_counter()
        report = check_positions(bot, read_positions(path), "process")
    right = sum(step.passed for step in report.steps)
    print(f"{len(report.steps)} positions by {name}: {time.perf_counter() - started:.1f} s, {right} right")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=[one.id for one in rulesets()])
    parser.add_argument("--logs", type=int, default=40, help="for each ruleset; 40 are over 1,000 in all")
    parser.add_argument("--plies", type=int, default=1_000_000, help="of each game, at most; default: all")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--bot", help="measure times of this bot instead")
    arguments = parser.parse_args()
    if arguments.bot:
        measure_bot(arguments.bot)
        return
    print(f"{'ruleset':24} {'logs':>5} {'plies':>7} {'wrong':>6} {'seconds':>8}")
    found = list[Measured]()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        tried = partial(measure, logs=arguments.logs, most=arguments.plies)
        for one in pool.map(tried, arguments.rulesets):
            found.append(one)
            line = f"{one.key:24} {one.logs:5} {one.plies:7} {len(one.wrong):6} {one.seconds:8.1f}"
            print(line, flush=True)
    wrong = [text for one in found for text in one.wrong]
    logs, plies = sum(one.logs for one in found), sum(one.plies for one in found)
    print(f"{logs} logs, {plies} plies, {len(wrong)} with another digest", *wrong[:20])
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
