"""Copy a database into another database, e.g. from SQLite to PostgreSQL."""

from pathlib import Path
from tempfile import TemporaryDirectory

from arena.service.admin.database_errors import existing_database, raise_database_errors
from arena.service.database import database_url, file_of, open_database
from arena.service.errors import BadSettings, DatabaseError
from arena.store.database.copies import copy_file, copy_rows, is_empty
from arena.store.database.integrity import IntegrityReport, check_contents
from arena.store.database.urls import hide_secrets


def copy(option: str | None, target: str) -> IntegrityReport:
    """Copy the database into an empty database, in one transaction. Return the report on the copy's contents.

    Changes that are made to the source meanwhile are not copied.

    `option`: the value of --db, which names the source. `target`: the URL or file of the empty database.

    Raise BadSettings if source and target are the same database, DatabaseError if the target is not empty or
    copying fails.
    """
    url = database_url(target)
    if database_url(option) == url:
        raise BadSettings(f"{hide_secrets(url)} is the database itself; name another")
    source = existing_database(option)
    with raise_database_errors(source):
        path = file_of(source)
        return copy_database(path, url) if path else _copy_all(source, url)


def copy_database(path: Path, url: str) -> IntegrityReport:
    """Copy an SQLite file into the empty database at a URL. Return the report on the copy's contents.

    An old schema is upgraded in the copy; the file stays unchanged.
    """
    with TemporaryDirectory(prefix="arena-copy-") as folder:
        upgraded = Path(folder) / "arena.db"
        copy_file(path, upgraded)
        return _copy_all(str(upgraded), url)


def _copy_all(source: str, url: str) -> IntegrityReport:
    with (
        open_database(source) as old,
        open_database(url) as new,
        old.reading() as rows,
        new.writing() as tx,
    ):
        if not is_empty(tx):
            raise DatabaseError(f"{hide_secrets(url)}: not empty; name an empty database")
        copy_rows(rows, tx)
        before, after = check_contents(rows), check_contents(tx)
        if after != before:
            raise DatabaseError(f"{hide_secrets(url)}: the copy differs from its source; nothing was changed")
        return after
