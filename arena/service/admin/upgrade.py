"""Bringing a database up to date on purpose, before anything else of the arena is started."""

import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.service.admin.database_errors import seen
from arena.service.database import database_url, is_there, open_database
from arena.service.errors import DatabaseError
from arena.store.database.failures import StoreFailed, Unreachable
from arena.store.database.inspect import DatabaseSummary, look
from arena.store.database.roles import REFEREE, WEB, prepare_roles
from arena.store.database.store import Store
from arena.store.database.urls import shown

ROLES: Final = "ARENA_ROLES"  # names a folder with a folder for each role, where its password is kept
WAIT_S: Final = 30.0  # for a server that is just starting
PAUSE_S: Final = 0.5  # between two tries


@dataclass(frozen=True, slots=True)
class Upgraded:
    """The schemas before and after; None of a database that was not there."""

    where: str
    before: str | None
    after: str


def upgrade_database(option: str | None = None, wait_s: float = WAIT_S) -> Upgraded:
    """Make the database or bring it to this arena's schema; in one transaction. Raises DatabaseError.

    `wait_s`: seconds that a server is waited for which does not answer yet.
    """
    url = database_url(option)
    before = _reached(url, wait_s).schema if is_there(option) else None
    with open_database(option) as store:
        if folder := os.environ.get(ROLES):
            _prepare_roles(store, Path(folder))
    after = seen(url).schema
    if after is None:
        raise DatabaseError(f"{shown(url)}: it is still empty; somebody else may have emptied it meanwhile")
    return Upgraded(shown(url), before, after)


def _prepare_roles(store: Store, folder: Path) -> None:
    """Give the site and the referee roles of their own. Raises DatabaseError."""
    try:
        passwords = {
            WEB: _password(folder / "web" / "password"),
            REFEREE: _password(folder / "referee" / "password"),
        }
    except OSError as error:
        raise DatabaseError(
            f"cannot write {error.filename}: {error.strerror}; {ROLES} names the folder"
        ) from error
    with store.writing() as tx:
        prepare_roles(tx, passwords)


def _password(path: Path) -> str:
    """Return the password in a file, made on first use."""
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32))
    return path.read_text().strip()


def _reached(url: str, wait_s: float) -> DatabaseSummary:
    """What is there, as soon as it answers."""
    end = time.monotonic() + wait_s
    while True:
        try:
            return look(url)
        except StoreFailed as error:
            if not isinstance(error, Unreachable) or time.monotonic() >= end:
                raise DatabaseError(f"{shown(url)}: {error}") from error
        time.sleep(PAUSE_S)
