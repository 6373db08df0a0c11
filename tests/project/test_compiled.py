"""The arena that `ARENA_COMPILE=1` builds passes the tests of the sources."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Scale
from tests.project.installed import ASKED, COMPILED, HOOK, Compiled, run
from tests.project.pins import ROOT, pinned

LOCATE = """
import importlib, sys
for name in sys.argv[1:]:
    print(importlib.import_module(name).__file__)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    return Compiled(tmp_path_factory.mktemp("compiled"), level=0)


@pytest.mark.full
def test_compiled_modules_are_imported(installed: Compiled) -> None:
    names = [module.removesuffix(".py").replace("/", ".") for module in HOOK["modules"]]
    found = installed.python("-c", LOCATE, *names).splitlines()
    assert len(found) == len(names)
    assert [path for path in found if not re.search(r"site-packages/arena/.+\.(so|pyd)$", path)] == []


@pytest.mark.full
def test_a_compiled_wheel_names_its_python_and_plays(installed: Compiled) -> None:
    [wheel] = installed.folder.glob("maumau_arena-*.whl")
    assert re.search(r"-(cp3\d+)-\1-linux_\w+\.whl$", wheel.name)
    assert "greedy" in installed.python("-m", "arena", "play", "random", "greedy")


@pytest.mark.full
def test_the_doctor_says_so(installed: Compiled) -> None:
    assert installed.python("-c", ASKED) == COMPILED


@pytest.mark.full
def test_the_compiled_arena_passes_the_tests(installed: Compiled, scale: Scale) -> None:
    """Use one process: other tests run at the same time, and some of these measure time."""
    referee = [f"referee/test_{name}.py" for name in ("answers", "budgets", "clock", "run", "stream")]
    parts = scale.pick(quick=referee, ci=["referee/test_run.py"], full=["referee"])
    tests = [f"tests/{part}" for part in ("rules", "record", "wire", *parts)]
    assert " passed" in installed.python(
        "-m", "pytest", "-q", "-n", "0", "--ignore=tests/rules/test_catalogue.py", *tests
    )


@pytest.mark.dear
def test_an_editable_compiled_install_is_refused(tmp_path: Path) -> None:
    run("uv", "venv", "-q", "venv", folder=tmp_path)
    command = ["uv", "pip", "install", "-p", "venv", "--no-deps", "-e", str(ROOT)]
    done = subprocess.run(
        ["env", "ARENA_COMPILE=1", *command], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "an editable install runs from the sources" in done.stderr


def test_listed_modules_exist() -> None:
    assert [module for module in HOOK["modules"] if not (ROOT / module).is_file()] == []
    assert HOOK["modules"] == sorted(HOOK["modules"])


def test_the_compiler_is_the_type_checker_of_the_pins() -> None:
    [compiler] = [name for name in HOOK["compiler"] if name.startswith("mypy")]
    assert compiler in pinned()
