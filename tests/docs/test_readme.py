"""What the README says is so: its commands run, its programs play, its tables are those of the commands."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import typer.main

from arena.cli.main import app
from arena.rules.house import house_rules

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `arena ([a-z ]+)` \| (.+) \|$", re.MULTILINE)


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
    top = typer.main.get_group(app)
    for name, command in top.commands.items():
        for below, leaf in getattr(command, "commands", {"": command}).items():
            yield f"{name} {below}".strip(), leaf.get_short_help_str(200)


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """An empty folder, and an environment in which nothing of the arena is set up."""
    home = tmp_path_factory.mktemp("newcomer")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return home, {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8"}


def test_everything_in_the_readme_runs_in_its_order(newcomer: tuple[Path, dict[str, str]]) -> None:
    home, environment = newcomer
    for block in BLOCKS:
        if block.language in ("python", "toml"):
            (home / block.file).write_text(block.text)
        is_bot = "maumau.run" in block.text
        command = {
            "bash": ["bash", "-ec", block.text],
            "python": [sys.executable, "-c" if is_bot else block.file, *(["pass"] if is_bot else [])],
        }.get(block.language)
        if command:
            done = subprocess.run(
                command, cwd=home, env=environment, capture_output=True, text=True, timeout=60, check=False
            )
            assert done.returncode == 0, f"{block.text}\n{done.stdout}\n{done.stderr}"
            assert "\x1b" not in done.stdout + done.stderr
    assert {block.file for block in BLOCKS if block.language == "python"} == {
        "mybot.py",
        "plays.py",
        "house.py",
    }


def test_the_house_rules_are_called_what_they_say() -> None:
    [rules] = [house_rules(block.text).ruleset for block in BLOCKS if block.language == "toml"]
    assert f"`{rules.key}`" in README


def test_the_bot_has_ten_lines_at_most() -> None:
    [bot] = [block for block in BLOCKS if block.file == "mybot.py"]
    code = [line for line in bot.text.splitlines() if line and not line.startswith("#")]
    assert len(code) <= 10


def test_the_table_of_commands_is_that_of_the_help() -> None:
    assert ROW.findall(README) == [(name, line) for name, line in leaf_commands()]


def test_the_pictures_are_there() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


@pytest.mark.parametrize("link", re.findall(r"[^!]\[[^]]+\]\((?!http)([^)#]+)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
