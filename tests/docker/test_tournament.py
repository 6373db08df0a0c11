"""A tournament gives the same results in containers and as processes."""

from pathlib import Path

import pytest

from arena.service.bots import Bot, resolve_bot
from arena.service.database import open_database
from arena.service.results import RunResult
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import sqlite_url
from tests.conftest import Scale
from tests.factories.runs import run

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.dear]


def played(runner: str, folder: Path, bots: tuple[Bot, ...]) -> RunResult:
    settings = TournamentSettings(bots, ("detailed",), boards=1, seed="1", runner=runner)
    with open_database(sqlite_url(folder / runner)) as store:
        return run(store, create(store, settings), jobs=2)


def test_both_runners_play_the_same(tmp_path: Path, scale: Scale) -> None:
    number = scale.pick(quick=2, ci=2, full=3)
    bots = tuple(resolve_bot(name) for name in ("random", "greedy", "counting")[:number])
    process, docker = (played(runner, tmp_path, bots) for runner in ("process", "docker"))
    assert docker.finished and docker.faults == 0
    assert docker.event_digest == process.event_digest
    assert docker.tables == process.tables
