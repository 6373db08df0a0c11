"""Texts that are nearly a tournament's file: settings, or mistakes with their lines."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from arena.service.errors import UserError
from arena.service.tournaments.setup.create import arrange
from arena.service.tournaments.setup.tournament_file import settings_from_file
from tests.figures import figures
from tests.fuzzing import corpus, mutants, only

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
FILES = [
    b"""\
name = "Sunday cup"
format = "swiss"
rounds = 2
rulesets = ["mau-mau", "prsi"]
bots = ["last.py", "dice.py", "shortest.py:Shortest"]
boards = 3
seed = "00000000000000000000000000000000"
clock = "10+0.1/60"
rated = false
forbidden = [["last", "dice"]]
tie_breaks = ["BH/C1", "SB"]

[limits]
in_flight = 8
start_ms = 5000
""",
    b'ruleset = "detailed"\nbots = ["last.py"]\nformat = "gauntlet"\npool = ["dice.py"]\nboards = 7\n',
]

Read = Callable[[bytes], None]


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Read:
    """Reads a file of these bytes, in a folder with some bots."""
    folder = tmp_path_factory.mktemp("files")
    for bot in ("last.py", "dice.py", "shortest.py"):
        shutil.copy(HERE / "bots" / bot, folder)

    def read_it(data: bytes) -> None:
        (folder / "cup.toml").write_bytes(data)
        found = settings_from_file(folder / "cup.toml")
        arrange(found, found.entrants)

    return read_it


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=mutants(FILES))
def test_a_tournaments_file_is_read_or_its_mistakes_are_named(read: Read, data: bytes) -> None:
    only(read, data, UserError)
    figures("fuzz files", inputs=1, wrong=0)


@pytest.mark.parametrize("path", corpus(CORPUS, ".toml"), ids=lambda path: path.name)
def test_what_is_always_tried(read: Read, path: Path) -> None:
    assert not only(read, path.read_bytes(), UserError)
    figures("fuzz files", inputs=1, wrong=0)


@pytest.mark.parametrize("data", FILES)
def test_good_ones_are_read(read: Read, data: bytes) -> None:
    assert only(read, data)
