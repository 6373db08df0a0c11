"""A tournament that was really played, once for all files and workers of a test run."""

import fcntl
import shutil
from pathlib import Path

import pytest

from arena.service.bots import resolve_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import open_store, sqlite_url
from tests.factories.runs import run

BOTS = Path(__file__).parents[1] / "service" / "bots"
NAMES = ("last.py", "dice.py", "shortest.py:Shortest")

SEED = "5eed" * 8  # always the same games; long enough to be no open seed, so they count in the ladder


def played(factory: pytest.TempPathFactory) -> Path:
    """A copy of a database with one tournament of three bots in two rulesets, over."""
    base = factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base  # as pytest-xdist names them
    original = shared / "played.db"
    with (shared / "played.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not original.exists():
            (shared / "playing.db").unlink(missing_ok=True)
            _play(shared / "playing.db")
            (shared / "playing.db").rename(original)
    return Path(shutil.copy(original, factory.mktemp("web") / "arena.db"))


def _play(path: Path) -> None:
    bots = tuple(resolve_bot(str(BOTS / name)) for name in NAMES)
    rulesets = ("mau-mau", "pharaoh-101")
    settings = TournamentSettings(bots, rulesets, boards=3, name="autumn", seed=SEED)
    with open_store(sqlite_url(path)) as store:
        run(store, create(store, settings), jobs=2)
