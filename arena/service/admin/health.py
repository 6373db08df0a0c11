"""Whether a site can do its work: for whoever watches over it, asked often, so it has to be cheap."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, text

from arena.service.common.paths import data_folder
from arena.store.database.store import Store
from arena.store.database.upgrade import HEAD

MIN_FREE: Final = 100_000_000  # bytes; below that SQLite soon cannot commit, and nothing can be sent
OK: Final = "ok"


@dataclass(frozen=True, slots=True)
class Health:
    """Of each part "ok", or what is wrong with it in a few words; nothing that only operators may know."""

    database: str
    schema: str
    disk: str

    @property
    def well(self) -> bool:
        return {self.database, self.schema, self.disk} == {OK}


def examine(store: Store) -> Health:
    """One short query, and a look at the disk. Raises StoreFailed where the database does not answer."""
    with store.reading() as tx:
        known = tx.scalar(text("SELECT version_num FROM alembic_version"))
        folders = _folders(tx)
    free = min(_free(folder) for folder in folders)
    return Health(
        database=OK,
        schema=OK if known == HEAD else f"is {str(known)[:8]}, this arena knows {HEAD}: start it anew",
        disk=OK if free >= MIN_FREE else f"{free / 1e6:.0f} MB are free: make room",
    )


def _folders(tx: Connection) -> tuple[Path, ...]:
    """Where we write: beside a database that is a file, and what is sent."""
    url = tx.engine.url
    beside = (Path(url.database).parent,) if url.get_backend_name() == "sqlite" and url.database else ()
    return (*beside, data_folder())


def _free(folder: Path) -> int:
    there = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
    disk = os.statvfs(there)
    return disk.f_bavail * disk.f_frsize
