"""A pytest plugin: collect doctests only from files with examples (`>>>`)."""

from collections.abc import Generator
from importlib import import_module
from itertools import takewhile
from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip files without examples: only one in eight has any."""
    if collection_path.suffix != ".py" or collection_path.name.startswith(("test_", "conftest")):
        return None
    return None if b">>>" in collection_path.read_bytes() else True


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect no doctests from test files. Import the packages of other files."""
    collectors = yield
    if not file_path.name.startswith("test_"):
        if collectors:
            _import_package(file_path)
        return collectors
    return [collector for collector in collectors if type(collector) is pytest.Module]


def _import_package(file: Path) -> None:
    """Import the package that a file belongs to.

    If pytest imported it together with its first module, it would execute that module twice: once for the
    package's own import of the module, and once more.
    """
    folders = takewhile(lambda folder: (folder / "__init__.py").exists(), file.parents)
    if names := [folder.name for folder in folders]:
        import_module(".".join(reversed(names)))
