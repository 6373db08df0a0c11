"""Bots, a new database for each test, and one tournament that was played for all that only look at it."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.service.bots import Bot, resolve_bot
from arena.service.results import RunProgress, RunResult
from arena.service.submission import qualification
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from tests.factories.runs import run

HERE = Path(__file__).parent / "bots"
HOSTILE = Path(__file__).parents[1] / "bots"

FindBot = Callable[[str], Bot]


@pytest.fixture(scope="session")
def bot() -> FindBot:
    """A bot of these tests by its file and class, or a misbehaving one by its folder."""

    def find(name: str) -> Bot:
        if (HOSTILE / name).is_dir():
            return resolve_bot(str(HOSTILE / name))
        return resolve_bot(str(HERE / name))

    return find


@pytest.fixture
def quick_opponents(bot: FindBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Qualify bots against a bot that starts at once, under the names of the builtin bots."""

    def resolve(source: str) -> Bot:
        return replace(bot("dice.py"), name=source.removeprefix("builtin:"))

    monkeypatch.setattr(qualification, "resolve_bot", resolve)


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with nothing in it. To make one takes longer than many of the tests that want one."""
    path = tmp_path_factory.mktemp("empty") / "arena.db"
    open_store(sqlite_url(path)).close()
    return path


@pytest.fixture(scope="module")
def prepared(empty: Path) -> Path:
    """The database that each test gets a copy of. Modules override it to play tournaments only once."""
    return empty


@pytest.fixture
def store(tmp_path: Path, prepared: Path) -> Iterator[Store]:
    shutil.copy(prepared, tmp_path / "arena.db")
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened:
        yield opened


@pytest.fixture(scope="session")
def settings(bot: FindBot) -> TournamentSettings:
    """A small tournament whose bots always play the same."""
    bots = (bot("last.py"), bot("dice.py"), bot("shortest.py:Shortest"))
    return TournamentSettings(bots, boards=3, seed="00" * 32, name="small")


@pytest.fixture(scope="session")
def duels(settings: TournamentSettings) -> TournamentSettings:
    """The smallest tournament that can be left and taken up again: two matches."""
    return replace(settings, bots=settings.bots[:2], rulesets=("mau-mau", "prsi"), boards=2)


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, duels: TournamentSettings) -> RunResult:
    """How the two matches end when nothing comes between."""
    return played_alone(tmp_path_factory.mktemp("undisturbed"), duels)


def played_alone(folder: Path, settings: TournamentSettings) -> RunResult:
    """How an event ends when nothing comes between."""
    with open_store(sqlite_url(folder / "arena.db")) as store:
        return run(store, create(store, settings), jobs=1)


@pytest.fixture(scope="session")
def progress() -> list[RunProgress]:
    """What was told while the small tournament was played."""
    return []


@pytest.fixture(scope="session")
def played(
    tmp_path_factory: pytest.TempPathFactory, settings: TournamentSettings, progress: list[RunProgress]
) -> Iterator[tuple[Store, RunResult]]:
    """The small tournament, over."""
    path = tmp_path_factory.mktemp("played") / "arena.db"
    with open_store(sqlite_url(path)) as store:
        yield store, run(store, create(store, settings), jobs=1, on_progress=progress.append)
