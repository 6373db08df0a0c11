"""Every dependency is used, and the SDK can be used without the arena."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.project.test_imports import imported

ROOT = Path(__file__).parents[2]
LOADED_BY_NAME = {"psycopg"}  # by SQLAlchemy, from the database's URL

WITHOUT_ARENA = """
import importlib, pkgutil, sys
class NoArena:
    def find_spec(self, name, path=None, target=None):
        assert name.partition(".")[0] != "arena", name
sys.meta_path.insert(0, NoArena())
import maumau
for module in pkgutil.walk_packages(maumau.__path__, "maumau."):
    importlib.import_module(module.name)
"""


def declared(project: Path) -> set[str]:
    """Names of the distributions that a project depends on, with all its extras."""
    table = tomllib.loads((project / "pyproject.toml").read_text())["project"]
    extras = table.get("optional-dependencies", {}).values()
    return {re.split(r"[\[<>=]", text)[0] for text in sum(extras, table["dependencies"])}


def used(folder: Path) -> set[str]:
    """Names of the distributions that the modules below a folder import."""
    distributions = packages_distributions()
    names = {name for name, _ in imported(folder)}
    return {found for name in names for found in distributions.get(name, [name])}


@pytest.mark.parametrize(("project", "code"), [("", "arena"), ("sdk/python", "sdk/python/src")])
def test_every_dependency_is_used(project: str, code: str) -> None:
    assert declared(ROOT / project) - used(ROOT / code) - LOADED_BY_NAME == set()


def test_the_sdk_imports_without_the_arena() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_ARENA], check=False, capture_output=True, text=True)
    assert done.stderr == ""
