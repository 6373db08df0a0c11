"""A site that is served for real, over tournaments that were played."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.store.database.store import Store, open_store, sqlite_url
from tests.web.played import played
from tests.web.served import Served, serving


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One tournament of three bots in two rulesets, over."""
    return played(tmp_path_factory)


@pytest.fixture(scope="session")
def store(database: Path) -> Iterator[Store]:
    with open_store(sqlite_url(database)) as opened:
        yield opened


@pytest.fixture(scope="session")
def site(store: Store) -> Iterator[Served]:
    """Pages over it. For tests that only look; `serve` is for others."""
    with serving(store) as served:
        yield served


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Served]:
    """A site where nothing has happened yet."""
    with ExitStack() as stack:
        opened = stack.enter_context(open_store(sqlite_url(tmp_path / "arena.db")))
        yield stack.enter_context(serving(opened))
