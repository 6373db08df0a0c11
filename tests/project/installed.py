"""Install the arena away from its sources, as a user without a checkout does."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Final

from tests.project.pins import ROOT

PROJECT = (
    "pyproject.toml", "README.md", "LICENSE",
    ".build", "arena", "example_bots", "proto", "sdk", "tests",
)  # fmt: skip
MADE = ("__pycache__", "target", "node_modules", ".build", "build")  # by other tests, at this moment
WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
HOOK: dict[str, list[str]] = WHEEL["hooks"]["custom"]

# What an arena says of itself, as a program for its Python, and what it says when it is compiled.
ASKED: Final = "from arena.service.admin.doctor.machine import speed; print(next(speed()).found)"
COMPILED: Final = "rules, referee, wire and log are compiled\n"


def run(*command: str | Path, folder: Path) -> str:
    """Run a command in `folder`, without this checkout in its environment; return its output."""
    ours = ("PYTHON", "VIRTUAL_ENV", "UV_LINK_MODE")  # uv's own choice is to link: it takes no time
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment |= {"ARENA_DB": f"sqlite:///{folder / 'arena.db'}"}
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-10_000:] + done.stderr
    return done.stdout


class Compiled:
    """An environment in a folder with what `ARENA_COMPILE=1` builds, and the tests beside it, without the
    sources. All other packages are those of this environment.

    `level`: how much the C compiler optimizes; 0 takes half of the time, as does no debug information.
    """

    def __init__(self, folder: Path, level: int = 3) -> None:
        self.folder = folder
        source = _copied(folder / "source")
        build = ("uv", "build", "-q", "--all-packages", "--wheel", "-o", folder, source)
        run("env", "ARENA_COMPILE=1", f"MYPYC_OPT_LEVEL={level}", "CFLAGS=-g0", *build, folder=folder)
        assert not list(source.rglob("*.so")), "what is compiled must never lie beside the sources"
        run("uv", "venv", "-q", "-p", sys.executable, "venv", folder=folder)
        [packages] = folder.glob("venv/lib/*/site-packages")
        (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
        wheels = sorted(folder.glob("*.whl"))
        run("uv", "pip", "install", "-q", "-p", "venv", "--no-deps", *wheels, folder=folder)
        for name in ("tests", "pyproject.toml"):
            shutil.move(source / name, folder / name)
        shutil.rmtree(source)

    @property
    def interpreter(self) -> Path:
        """Return the environment's Python."""
        return self.folder / "venv" / "bin" / "python"

    def python(self, *arguments: str) -> str:
        """Run Python code and return its output."""
        return run(self.interpreter, *arguments, folder=self.folder)


def _copied(folder: Path) -> Path:
    """Copy the project, to build it away from the checkout."""
    folder.mkdir()
    for name in PROJECT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*MADE))
        else:
            shutil.copy(ROOT / name, folder)
    return folder
