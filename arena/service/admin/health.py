"""The health of a site, for monitoring. Monitoring asks often, so the check is fast."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, text

from arena.service.common.paths import data_folder, existing_folder
from arena.store.database.store import Store
from arena.store.database.upgrade import HEAD

MIN_FREE: Final = 100_000_000  # bytes on a disk; with less, SQLite soon cannot commit and uploads fail
OK: Final = "ok"


@dataclass(frozen=True, slots=True)
class Health:
    """The health of a site's database, its schema and its disks.

    Each of the three is "ok" or a short description of a problem, without secrets.
    """

    database: str
    schema: str
    disk: str

    @property
    def is_healthy(self) -> bool:
        return {self.database, self.schema, self.disk} == {OK}


def check_health(store: Store) -> Health:
    """Check the database's schema and the free disk space, and return the result.

    Raise StoreFailed if the database does not answer.
    """
    with store.reading() as tx:
        known = tx.scalar(text("SELECT version_num FROM alembic_version"))
        folders = _folders(tx)
    free = min(shutil.disk_usage(existing_folder(folder)).free for folder in folders)
    return Health(
        database=OK,
        schema=OK if known == HEAD else f"is {str(known)[:8]}, this arena needs {HEAD}: restart it",
        disk=OK if free >= MIN_FREE else f"{free / 1e6:.0f} MB are free: free up space",
    )


def _folders(tx: Connection) -> tuple[Path, ...]:
    """Return the folders that the site writes to: the data folder, and the database file's folder."""
    url = tx.engine.url
    database = (Path(url.database).parent,) if url.get_backend_name() == "sqlite" and url.database else ()
    return (*database, data_folder())
