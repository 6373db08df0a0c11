"""A new database for each test, once in SQLite and once in PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store.database.store import Store, open_store
from tests.postgres.databases import BOTH, POSTGRESQL, SQLITE, NewUrl, new_urls, template


@pytest.fixture(params=BOTH)
def kind(request: pytest.FixtureRequest) -> str:
    """Return the kind of database."""
    return str(request.param)


@pytest.fixture
def new_url(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> Iterator[NewUrl]:
    """Yield a function that returns the URL of another empty database."""
    new, given = new_urls(request, kind, tmp_path)
    yield new
    if kind == POSTGRESQL:
        for url in given:
            request.getfixturevalue("postgres").drop(url)


@pytest.fixture
def url(new_url: NewUrl) -> str:
    """Return the URL of an empty database."""
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
