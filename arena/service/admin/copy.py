"""One database copied into another, as from SQLite to PostgreSQL."""

from pathlib import Path
from tempfile import TemporaryDirectory

from arena.service.admin.database_errors import told_of
from arena.service.database import database_url, file_of, is_there, open_database
from arena.service.errors import BadSettings, DatabaseError, NoDatabase
from arena.store.database.copy_rows import copy_rows, is_empty
from arena.store.database.integrity import Sound, sound
from arena.store.database.sqlite_copy import copy_file
from arena.store.database.urls import shown


def copy(option: str | None, target: str) -> Sound:
    """Copy the database into an empty one, in one transaction.

    It is copied as it was at the start; what is played meanwhile is not in the copy. Raises BadSettings,
    DatabaseError.
    """
    source, url = database_url(option), database_url(target)
    if source == url:
        raise BadSettings(f"{shown(url)} is the database itself: name another")
    if not is_there(option):
        raise NoDatabase(f"{shown(source)}: there is no database")
    with told_of(source):
        path = file_of(source)
        return copy_database(path, url) if path else _copied(source, url)


def copy_database(path: Path, url: str) -> Sound:
    """Copy a file of SQLite, which stays as it is, into an empty database."""
    with TemporaryDirectory(prefix="arena-copy-") as folder:
        upgraded = Path(folder) / "arena.db"
        copy_file(path, upgraded)
        return _copied(str(upgraded), url)


def _copied(source: str, url: str) -> Sound:
    with (
        open_database(source) as old,
        open_database(url) as new,
        old.reading() as rows,
        new.writing() as tx,
    ):
        if not is_empty(tx):
            raise DatabaseError(f"{shown(url)}: there is something in it; name an empty database")
        copy_rows(rows, tx)
        was, found = sound(rows), sound(tx)
        if found != was:
            raise DatabaseError(f"{shown(url)}: what came there is not what was there; nothing was changed")
        return found
