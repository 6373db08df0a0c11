"""What the README says is so: its commands run, its programs play, its tables are those of the commands."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.cli.commands import COMMANDS
from arena.cli.lazy import Entry
from arena.cli.main import obey
from arena.rules.house_rules.load import house_rules
from arena.service.formats import FORMATS
from tests.conftest import Scale
from tests.languages.bots import LANGUAGES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
FIRST_CELL = re.compile(r"^\| `([a-z][a-z-]+)` \| .+ \|$", re.MULTILINE)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DEAR = (
    "arena play mybot.py ",
    "arena play ./mybot ",
    "arena play greedy counting --ruleset ",
    "arena run cup.toml --unrated",
    "arena run random greedy ",
    "arena tournament pairings ",
    "arena compare ",
    "arena play dial ",
)  # how lines begin that are left out at scale quick: they play what tests of those commands play as well
ROW = re.compile(r"^\| `arena ([a-z -]+)` \| (.+) \|$", re.MULTILINE)


class Block(NamedTuple):
    language: str
    text: str

    @property
    def file(self) -> str:
        """The name in the first line of a program."""
        return self.text.partition("\n")[0].removeprefix("# ")


BLOCKS = [Block(*found) for found in BLOCK.findall(README)]


def leaf_commands() -> Iterator[tuple[str, str]]:
    """The commands that do something, with the short line of their help."""
    for name, entry in COMMANDS.items():
        if isinstance(entry, Entry):
            yield name, entry.help
        else:
            yield from ((f"{name} {below}", leaf.help) for below, leaf in entry.entries.items())


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """An empty folder, and an environment in which nothing of the arena is set up."""
    home = tmp_path_factory.mktemp("newcomer")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return home, {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8"}


class Done(NamedTuple):
    """What came of a part of the README."""

    code: int
    printed: str


def run_there(command: list[str], home: Path, environment: Mapping[str, str]) -> Done:
    done = subprocess.run(
        command, cwd=home, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    return Done(done.returncode, done.stdout + done.stderr)


def run_here(line: str, home: Path, environment: Mapping[str, str]) -> Done:
    """A line that is one command of the arena, in this process: another takes most of its time to start."""
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(StringIO()) as printed,
        redirect_stderr(printed),
    ):
        patch.chdir(home)
        for name in {*os.environ} - {*environment}:
            patch.delenv(name)
        for name, value in environment.items():
            patch.setenv(name, value)
        return Done(obey(shlex.split(line, comments=True)[1:]), printed.getvalue())


def is_one_command(line: str) -> bool:
    return line.startswith("arena ") and not set("&|<>;$") & set(line)


def run_block(block: Block, home: Path, environment: Mapping[str, str], scale: Scale) -> Iterator[Done]:
    """Do what a block says, if that can be done; keep it, if it is a file."""
    lines = block.text.splitlines()
    if block.language in ("python", "toml"):
        (home / block.file).write_text(block.text)
    if block.language == "bash" and scale.name != "full" and all(map(is_one_command, lines)):
        for line in lines:
            if not line.startswith(DEAR):
                yield run_here(line, home, environment)
            elif scale.name == "ci":
                yield run_there(["bash", "-ec", line], home, environment)
    elif block.language == "bash" and not (scale.name == "quick" and lines[0].startswith(DEAR)):
        yield run_there(["bash", "-ec", block.text], home, environment)
    elif block.language == "python" and "maumau.run" not in block.text:
        yield run_there([sys.executable, block.file], home, environment)


@pytest.mark.dear
def test_everything_in_the_readme_runs_in_its_order(
    newcomer: tuple[Path, dict[str, str]], scale: Scale
) -> None:
    for block in BLOCKS:
        for done in run_block(block, *newcomer, scale):
            assert done.code == 0, f"{block.text}\n{done.printed}"
            assert "\x1b" not in done.printed
    assert {block.file for block in BLOCKS if block.language == "python"} == {
        "mybot.py",
        "plays.py",
        "house.py",
    }


def test_the_house_rules_are_called_what_they_say() -> None:
    [rules] = [house_rules(block.text).ruleset for block in BLOCKS if block.file == "sunday.toml"]
    assert f"`{rules.key}`" in README


def test_the_bot_has_ten_lines_at_most() -> None:
    [bot] = [block for block in BLOCKS if block.file == "mybot.py"]
    code = [line for line in bot.text.splitlines() if line and not line.startswith("#")]
    assert len(code) <= 10


def test_the_table_of_commands_is_that_of_the_help() -> None:
    assert ROW.findall(README) == [(name, line) for name, line in leaf_commands()]


def rows_under(heading: str) -> tuple[str, ...]:
    """The first cells of the first table under a heading."""
    return tuple(FIRST_CELL.findall(README.partition(f"### {heading}\n")[2].partition("\n#")[0]))


def test_the_table_of_formats_has_them_all() -> None:
    assert rows_under("Formats and files") == FORMATS


def test_the_table_of_languages_has_them_all() -> None:
    assert set(rows_under("In any language")) == {language.name for language in LANGUAGES}


def test_the_pictures_are_there() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


@pytest.mark.parametrize("link", re.findall(r"[^!]\[[^]]+\]\((?!http)([^)#]+)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
