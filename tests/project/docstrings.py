"""A pytest plugin: only files that have examples (`>>>`) in their docstrings are looked through for them."""

from collections.abc import Generator
from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Neither imported nor searched: of the arena and the SDK one file in eight has an example."""
    if collection_path.suffix != ".py" or collection_path.name.startswith(("test_", "conftest")):
        return None
    return None if b">>>" in collection_path.read_bytes() else True


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Files of tests have no examples."""
    collectors = yield
    if not file_path.name.startswith("test_"):
        return collectors
    return [collector for collector in collectors if type(collector) is pytest.Module]
