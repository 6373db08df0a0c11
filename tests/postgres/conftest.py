"""Databases on a real server, and unreliable connections to it."""

from collections.abc import Iterator

import pytest

from arena.store.database.store import Store, open_store
from tests.postgres.databases import template
from tests.postgres.proxy import Proxy
from tests.postgres.server import Server


@pytest.fixture
def url(postgres: Server) -> Iterator[str]:
    """Return a new database with empty tables."""
    copy = postgres.database(template(postgres))
    yield copy
    postgres.drop(copy)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with open_store(url) as opened:
        yield opened


@pytest.fixture
def proxy(postgres: Server) -> Iterator[Proxy]:
    """Return a connection to the server that can be cut."""
    with Proxy(postgres.port) as way:
        yield way


@pytest.fixture
def far(url: str, postgres: Server, proxy: Proxy) -> Iterator[Store]:
    """Open the database of `store` through the proxy."""
    with open_store(url.replace(f":{postgres.port}/", f":{proxy.port}/")) as opened:
        yield opened
