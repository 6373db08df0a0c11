"""Every dependency is used, and the SDK can be used without the arena."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.project.test_imports import imported

ROOT = Path(__file__).parents[2]
# By SQLAlchemy, from the database's URL; by FastAPI, for what forms send.
LOADED_BY_NAME = {"psycopg", "python-multipart"}

WITHOUT_ARENA = """
import importlib, pkgutil, sys
class NoArena:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "arena":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, NoArena())
import maumau
for module in pkgutil.iter_modules(maumau.__path__, "maumau."):
    try:
        importlib.import_module(module.name)
    except ImportError as reason:  # looking ahead takes the rules
        print(module.name, reason)
"""


def declared(project: Path) -> set[str]:
    """Return the distributions that a project depends on, with all its extras."""
    table = tomllib.loads((project / "pyproject.toml").read_text())["project"]
    extras = table.get("optional-dependencies", {}).values()
    return {re.split(r"[\[<>=]", text)[0] for text in sum(extras, table["dependencies"])}


@cache
def installed() -> Mapping[str, list[str]]:
    """Return the distributions that each module may come from."""
    return {"arena": ["maumau-arena"], **packages_distributions()}


def used(folder: Path) -> set[str]:
    """Return the distributions that the modules below a folder import."""
    distributions = installed()
    names = {name for name, _ in imported(folder)}
    found = {one for name in names for one in distributions.get(name, [name])}
    return {one.lower().replace("_", "-") for one in found}


@pytest.mark.dear
@pytest.mark.parametrize(("project", "code"), [("", "arena"), ("sdk/python", "sdk/python/src")])
def test_every_dependency_is_used(project: str, code: str) -> None:
    assert declared(ROOT / project) - used(ROOT / code) - LOADED_BY_NAME == set()


def test_the_sdk_imports_without_the_arena() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_ARENA], check=False, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.startswith("maumau.search ") and "needs the arena" in done.stdout
    assert len(done.stdout.splitlines()) == 1
