"""A long tournament needs no more memory than a short one: records are committed and forgotten."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import open_store, sqlite_url
from tests.conftest import Scale

RUN = """
import sys
from pathlib import Path
from arena.service.tournaments.play.run import run
from arena.store.database.store import open_store

def memory(kind):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(kind))

with open_store(sys.argv[1]) as store:
    run(store, 1, 2, lambda now: now.committed and print(now.games_done, memory("VmRSS")))
    print(0, memory("VmHWM"))
"""
MAX_KB = 250_000
GROWTH_KB = 10_000


@pytest.mark.dear
@pytest.mark.fault("F28")
def test_the_coordinator_keeps_its_size(duels: TournamentSettings, tmp_path: Path, scale: Scale) -> None:
    boards, early = scale.pick(quick=(10, 20), ci=(75, 75), full=(5_000, 2_000))
    url = sqlite_url(tmp_path / "arena.db")
    with open_store(url) as store:
        create(store, replace(duels, boards=boards))
    done = subprocess.run([sys.executable, "-c", RUN, url], capture_output=True, text=True, check=True)
    *sizes, (_, peak) = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert sizes[-1][0] == boards * 4
    before = next(size for games, size in sizes if games >= early)
    assert max(size for games, size in sizes) - before <= GROWTH_KB
    assert peak <= MAX_KB
