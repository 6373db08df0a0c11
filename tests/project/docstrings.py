"""A pytest plugin: collect doctests only from files with examples (`>>>`)."""

from collections.abc import Generator
from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip files without examples: only one in eight has any."""
    if collection_path.suffix != ".py" or collection_path.name.startswith(("test_", "conftest")):
        return None
    return None if b">>>" in collection_path.read_bytes() else True


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect no doctests from test files."""
    collectors = yield
    if not file_path.name.startswith("test_"):
        return collectors
    return [collector for collector in collectors if type(collector) is pytest.Module]
