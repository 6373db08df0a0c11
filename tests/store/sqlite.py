"""A new SQLite database for each test that only concerns SQLite."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store.database.store import Store, open_store, sqlite_url


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened:
        yield opened
