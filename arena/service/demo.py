"""The demo: a tournament of example bots under two rulesets, in a new database."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.service.bots import BUILTIN, resolve_bot
from arena.service.common.paths import cache_folder
from arena.service.database import open_database
from arena.service.results import RunResult, StandingsTable
from arena.service.tournaments.play.observers import OnProgress
from arena.service.tournaments.play.run import report_run, run
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import sqlite_url

RULESETS: Final = ("mau-mau", "prsi")  # a French and a German pack, both with short games
BOTS: Final = ("random", "greedy", "suit_keeper", "counting")
# 6 matches x 2 rulesets x 10 boards x 2 seatings = 240 games; 30 boards for each bot, enough for a ±
BOARDS: Final = 10


@dataclass(frozen=True, slots=True)
class DemoResult:
    """The result of the demo."""

    run: RunResult
    database: Path
    watch: str | None  # a game worth watching in that database, such as "1.2.1/1"; None without games


def run_demo(jobs: int | None = None, on_progress: OnProgress | None = None) -> DemoResult:
    """Play the demo in a new database, and return the result. The database of an earlier demo is deleted.

    `jobs`: how many matches to play at once; None: one less than the cores, but at least two.
    """
    path = cache_folder() / "demo.db"
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    bots = tuple(resolve_bot(f"{BUILTIN}{name}") for name in BOTS)
    settings = TournamentSettings(bots, RULESETS, BOARDS, name="demo")
    jobs = jobs or max(2, len(os.sched_getaffinity(0)) - 1)
    with open_database(sqlite_url(path)) as store:
        outcome = run(store, create(store, settings), jobs, on_progress)
        result = report_run(store, outcome)
    return DemoResult(result, path, _game_of_leaders(result.tables))


def _game_of_leaders(tables: tuple[StandingsTable, ...]) -> str | None:
    """Return the id of a game between the two best bots, such as "1.2.1/1"; None if they have not met."""
    cells = [table.cells[0][1] for table in tables if len(table.rows) > 1]
    return next((f"{cell.matches[0]}/1" for cell in cells if cell), None)
