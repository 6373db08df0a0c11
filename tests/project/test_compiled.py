"""Compiled or not, the arena is the same: what `ARENA_COMPILE=1` builds passes the tests of the sources."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.project.pins import ROOT, pinned
from tests.project.test_wheel import run

PROJECT = (
    "pyproject.toml", "README.md", "LICENSE",
    ".build", "arena", "example_bots", "proto", "sdk", "tests",
)  # fmt: skip
WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
HOOK: dict[str, list[str]] = WHEEL["hooks"]["custom"]
TOOLS = ("pytest", "pytest-xdist", "hypothesis")
LOCATE = """
import importlib, sys
for name in sys.argv[1:]:
    print(importlib.import_module(name).__file__)
"""


MADE = ("__pycache__", "target", "node_modules", ".build", "build")  # by other tests, at this moment


def copied(folder: Path) -> Path:
    """The project, to be built where nobody works on it."""
    folder.mkdir()
    for name in PROJECT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*MADE))
        else:
            shutil.copy(ROOT / name, folder)
    return folder


class Installed:
    """An environment with the arena compiled, and a folder with the tests and without the sources."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        source = copied(folder / "source")
        build = ("uv", "build", "-q", "--all-packages", "--wheel", "-o", folder, source)
        run("env", "ARENA_COMPILE=1", *build, folder=folder)
        assert not list(source.rglob("*.so")), "what is compiled must never lie beside the sources"
        (folder / "pins.txt").write_text("\n".join(pinned()))
        run("uv", "venv", "-q", "venv", folder=folder)
        install = ("uv", "pip", "install", "-q", "-p", "venv", "-c", "pins.txt")
        run(*install, *TOOLS, *sorted(folder.glob("*.whl")), folder=folder)
        for name in ("tests", "pyproject.toml"):
            shutil.move(source / name, folder / name)

    def python(self, *arguments: str) -> str:
        """What the environment's Python prints."""
        return run(self.folder / "venv" / "bin" / "python", *arguments, folder=self.folder)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("compiled"))


@pytest.mark.dear
def test_what_is_listed_is_what_python_imports(installed: Installed) -> None:
    names = [module.removesuffix(".py").replace("/", ".") for module in HOOK["modules"]]
    found = installed.python("-c", LOCATE, *names).splitlines()
    assert len(found) == len(names)
    assert [path for path in found if not re.search(r"site-packages/arena/.+\.(so|pyd)$", path)] == []


@pytest.mark.dear
def test_compiled_it_passes_the_tests_of_the_sources(installed: Installed) -> None:
    tests = ("tests/rules", "tests/record", "tests/wire", "--ignore=tests/rules/test_catalogue.py")
    assert " passed" in installed.python("-m", "pytest", "-q", *tests)


@pytest.mark.dear
def test_unasked_nothing_is_compiled(tmp_path: Path) -> None:
    """The wheel is made from the source distribution, which has to hold what that takes."""
    run("uv", "build", "-q", "-o", tmp_path, ROOT, folder=tmp_path)
    assert [wheel.name.split("-")[-1] for wheel in tmp_path.glob("*.whl")] == ["any.whl"]


@pytest.mark.dear
def test_an_editable_install_is_refused_not_shadowed(tmp_path: Path) -> None:
    run("uv", "venv", "-q", "venv", folder=tmp_path)
    command = ["uv", "pip", "install", "-p", "venv", "--no-deps", "-e", str(ROOT)]
    done = subprocess.run(
        ["env", "ARENA_COMPILE=1", *command], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "an editable install runs from the sources" in done.stderr


def test_what_is_listed_is_there() -> None:
    assert [module for module in HOOK["modules"] if not (ROOT / module).is_file()] == []
    assert HOOK["modules"] == sorted(HOOK["modules"])


def test_the_compiler_is_the_type_checker_of_the_pins() -> None:
    [compiler] = [name for name in HOOK["compiler"] if name.startswith("mypy")]
    assert compiler in pinned()
