"""Workers that may not play, and what is said of them."""

import sys
from pathlib import Path

import pytest

from tests.cluster.processes import BOTS, FIELD, cluster, cup, dask, playing

pytestmark = [pytest.mark.dear, pytest.mark.timeout(300)]

OTHER_ARENA = """
import sys
from arena.service.cluster import compatibility
compatibility.arena_here = lambda: "0.0.9+000000000000"
from arena.service.cluster.worker import WorkerSettings, run_worker
run_worker(WorkerSettings(sys.argv[1], 1, name="old"), lambda line: print(line, file=sys.stderr, flush=True))
"""


@pytest.mark.full
def test_workers_with_another_arena_get_nothing_and_it_is_said(tmp_path: Path) -> None:
    with cluster() as made:
        scheduler = made.scheduler("127.0.0.1", 0)
        address = scheduler.lines[0].split()[2]
        made.begin((sys.executable, "-c", OTHER_ARENA, address), "Playing for")
        with playing(tmp_path, cup(tmp_path, 1, FIELD[:2]), *dask(address)) as run:
            run.running.until_said("need arena")
            assert run.running.said("old")
            made.worker(address, "new", slots=2)  # the cluster grows, and it goes on
            assert run.result()["games"] == 2


def test_bots_that_are_not_there_are_named(tmp_path: Path) -> None:
    """Where no worker can play the run ends, and says why."""
    folder = tmp_path / "bots"
    folder.mkdir()
    bot = folder / "mine.py"
    bot.write_text((BOTS / "last.py").read_text())
    with cluster() as made:
        scheduler = made.scheduler("127.0.0.1", 0)
        address = scheduler.lines[0].split()[2]
        made.begin((sys.executable, "-c", CHANGED, address, str(bot)), "Playing for")
        with playing(tmp_path, cup(tmp_path, 1, (str(bot), "builtin:greedy")), *dask(address)) as run:
            assert run.running.process.wait(120) == 1
        said = "".join(run.running.lines)
        assert "no worker can play" in said
        assert "mine" in said
        assert "is different here" in said


CHANGED = """
import sys
from pathlib import Path
from arena.service.cluster import bot_transport
same = bot_transport.version
def version(files, member=""):
    return same(files, member + "another disk" * any(name == "mine.py" for name, _ in files))
bot_transport.version = version
from arena.service.cluster.worker import WorkerSettings, run_worker
settings = WorkerSettings(sys.argv[1], 1, name="elsewhere")
run_worker(settings, lambda line: print(line, file=sys.stderr, flush=True))
"""
