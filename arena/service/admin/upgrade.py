"""Create or upgrade a database, before other parts of the arena start."""

import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.service.admin.database_errors import read_summary
from arena.service.database import database_url, may_exist, open_database
from arena.service.errors import DatabaseError
from arena.store.database.failures import StoreFailed, Unreachable
from arena.store.database.integrity import DatabaseSummary, inspect_database
from arena.store.database.store import Store
from arena.store.database.upgrade import REFEREE, WEB, prepare_roles
from arena.store.database.urls import hide_secrets

ROLES: Final = "ARENA_ROLES"  # the variable with a folder; in it, each role has a folder with its password
SERVER_TIMEOUT_S: Final = 30.0  # for a database server that is starting
RETRY_INTERVAL_S: Final = 0.5


@dataclass(frozen=True, slots=True)
class UpgradeResult:
    """The result of a database upgrade: the revisions of the schema before and after."""

    where: str
    before: str | None  # revision of its schema; None for a new database
    after: str


def upgrade_database(option: str | None = None, wait_s: float = SERVER_TIMEOUT_S) -> UpgradeResult:
    """Create the database or upgrade its schema, in one transaction.

    `option`: the value of --db. `wait_s`: seconds to wait for a server that does not answer yet. Raise
    DatabaseError if the server does not answer or the upgrade fails.
    """
    url = database_url(option)
    before = _wait_for(url, wait_s).schema if may_exist(option) else None
    with open_database(option) as store:
        if folder := os.environ.get(ROLES):
            _prepare_roles(store, Path(folder))
    after = read_summary(url).schema
    if after is None:
        raise DatabaseError(
            f"{hide_secrets(url)}: still empty after the upgrade; check whether another program emptied it"
        )
    return UpgradeResult(hide_secrets(url), before, after)


def _prepare_roles(store: Store, folder: Path) -> None:
    """Create a database user for the site and one for the referee. Their passwords are in files in `folder`.

    Raise DatabaseError if the files cannot be written.
    """
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
    """Return the password in a file. If there is no file, create it with a random password."""
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32))
    return path.read_text().strip()


def _wait_for(url: str, wait_s: float) -> DatabaseSummary:
    """Wait at most `wait_s` seconds until a database server answers. Return a summary of the database.

    Raise DatabaseError if the server does not answer in time, and immediately for any other failure.
    """
    end = time.monotonic() + wait_s
    while True:
        try:
            return inspect_database(url)
        except StoreFailed as error:
            if not isinstance(error, Unreachable) or time.monotonic() >= end:
                raise DatabaseError(f"{hide_secrets(url)}: {error}") from error
        time.sleep(RETRY_INTERVAL_S)
