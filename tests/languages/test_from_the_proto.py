"""The bot of `proto/README.md` can be built as described there, and plays."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.languages.bots import ROOT

PROTO: Final = ROOT / "proto"
BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ARENA: Final = [sys.executable, "-m", "arena"]
LINES: Final = 40


def blocks(language: str) -> list[str]:
    """Return the code blocks of a language."""
    text = (PROTO / "README.md").read_text()
    return [block for name, block in BLOCK.findall(text) if name == language]


def build_in(folder: Path) -> None:
    """Write the document's files and run its first commands without the arena."""
    shutil.copytree(PROTO, folder / "proto")
    for text in (*blocks("python"), *blocks("toml")):
        (folder / text.splitlines()[0].removeprefix("# ")).write_text(text)
    install, *generate = blocks("sh")[0].splitlines()
    environment = ["uv", "run", "--quiet", "--isolated", "--no-project"]
    packages = [f"--with={name}" for name in install.removeprefix("pip install ").split()]
    for command in generate:
        subprocess.run([*environment, *packages, "sh", "-c", command], cwd=folder, check=True)


def test_program_is_short() -> None:
    (program,) = blocks("python")
    assert len(program.splitlines()) <= LINES
    assert "import maumau\n" not in program


@pytest.mark.dear
def test_bot_plays_without_a_fault(tmp_path: Path) -> None:
    build_in(tmp_path)
    _, play = blocks("sh")
    line = [*ARENA, *play.split()[1:]]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^first +\d", done.stdout, re.MULTILINE)
