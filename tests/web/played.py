"""Databases that are filled once for all files and workers of a test run."""

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.service.bots import resolve_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from tests.factories.runs import run

BOTS = Path(__file__).parents[1] / "service" / "bots"
NAMES = ("last.py", "dice.py", "shortest.py:Shortest")

SEED = "5eed" * 8  # always the same games; long enough to be no open seed, so they count in the ladder


def filled_once(factory: pytest.TempPathFactory, name: str, fill: Callable[[Store, Path], None]) -> Path:
    """Return a copy of a database. Only the first worker that needs it fills it.

    `fill` gets an empty database and a folder for bots.
    """
    base = factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base  # as pytest-xdist names them
    folder = shared / name
    original = folder / "arena.db"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not original.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            with open_store(sqlite_url(folder / "filling.db")) as store:
                fill(store, folder)
            (folder / "filling.db").rename(original)
    return Path(shutil.copy(original, factory.mktemp(name) / "arena.db"))


def played(factory: pytest.TempPathFactory) -> Path:
    """Return a copy of a database with one finished tournament of three bots in two rulesets."""
    return filled_once(factory, "played", _play)


def _play(store: Store, _: Path) -> None:
    bots = tuple(resolve_bot(str(BOTS / name)) for name in NAMES)
    rulesets = ("mau-mau", "pharaoh-101")
    settings = TournamentSettings(bots, rulesets, boards=3, name="autumn", seed=SEED)
    run(store, create(store, settings), jobs=2)
