"""New databases for tests, of either kind; PostgreSQL's are copies of a template."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from arena.store.database.store import open_store, sqlite_url

if TYPE_CHECKING:
    from tests.postgres.server import Server

SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"
BOTH: Final = (SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.dear))

NewUrl = Callable[[], str]
"""The URL of another database: of SQLite a file that is not there yet, of PostgreSQL an empty one."""


def new_urls(request: pytest.FixtureRequest, kind: str, folder: Path) -> tuple[NewUrl, list[str]]:
    """Return a function that makes URLs of this kind, and the list of those that it made."""
    given: list[str] = []

    def new() -> str:
        if kind == SQLITE:
            name = f"arena-{len(given)}.db" if given else "arena.db"
            url = sqlite_url(folder / name)
        else:
            url = request.getfixturevalue("postgres").database()
        given.append(url)
        return url

    return new, given


def template(server: "Server") -> str:
    """Return a database with empty tables, to be copied."""
    name = "arena_template"
    if name not in server.templates:
        server.templates.add(name)
        with server.connected() as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        open_store(server.url(name)).close()
    return name
