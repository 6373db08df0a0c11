"""A new database for each test: of SQLite, and of PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store.database.store import Store, open_store
from tests.postgres.databases import BOTH, POSTGRESQL, SQLITE, NewUrl, new_urls, template


@pytest.fixture(params=BOTH)
def kind(request: pytest.FixtureRequest) -> str:
    """Which kind of database it is."""
    return str(request.param)


@pytest.fixture
def new_url(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> Iterator[NewUrl]:
    """Gives the URL of a database that has nothing in it, as often as it is asked."""
    new, given = new_urls(request, kind, tmp_path)
    yield new
    if kind == POSTGRESQL:
        for url in given:
            request.getfixturevalue("postgres").drop(url)


@pytest.fixture
def url(new_url: NewUrl) -> str:
    """One such URL."""
    return new_url()


@pytest.fixture
def store(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> Iterator[Store]:
    if kind == SQLITE:
        with open_store(f"sqlite:///{tmp_path / 'arena.db'}") as opened:
            yield opened
        return
    server = request.getfixturevalue("postgres")
    copy = server.database(template(server))
    with open_store(copy) as opened:
        yield opened
    server.drop(copy)
