"""Tournaments on disks that get full or break after each commit.

`python -m tests.faults.bad_disks KIND FOLDER` prints the results as JSON. Under `unshare -m` the small disk
is a private file system; without permission for that it is a database that cannot grow.
"""

import json
import resource
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import pytest

from arena.service.results import RunProgress
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from tests.faults.coordinated import an_event, make_up, run_to_its_end
from tests.service.test_full_disk import limit

SIZE = 4_000_000  # bytes
MANY = 1_000_000  # pages
BOARDS = 50  # a match: more than finds room in what there is


class Disk(Protocol):
    def fill(self, store: Store) -> None:
        """Fill the disk completely."""

    def empty(self, store: Store) -> None:
        """Free the disk."""


class Small:
    """A file system in memory that ends with the process."""

    def __init__(self, folder: Path) -> None:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "arena-test", folder], check=True)
        self._ballast = folder / "ballast"

    def fill(self, _: Store) -> None:
        with self._ballast.open("wb", buffering=0) as file:
            for piece in (65_536, 1):
                with suppress(OSError):
                    while file.write(bytes(piece)):
                        pass

    def empty(self, _: Store) -> None:
        self._ballast.unlink(missing_ok=True)


class Pages:
    """A database that cannot grow: it fails as on a full disk."""

    def fill(self, store: Store) -> None:
        limit(store, 1)

    def empty(self, store: Store) -> None:
        limit(store, MANY)


def on_a_full_disk(folder: Path, disk: Disk) -> dict[str, object]:
    """Run the tournament; free the disk whenever it pauses."""
    paused: list[str] = []
    with pytest.MonkeyPatch.context() as monkeypatch, an_event(folder, BOARDS) as store:

        def watch(now: RunProgress) -> None:
            if now.paused:
                paused.append(now.paused)
                disk.empty(store)
            elif now.committed:
                disk.fill(store)

        make_up(store, monkeypatch)
        disk.fill(store)
        digest = run_to_its_end(store, watch).event_digest
        disk.empty(store)
        return {"digest": digest, "said": paused, "integrity": integrity(store)}


def on_a_broken_disk(folder: Path) -> dict[str, object]:
    """Run it; after the first match no file can grow, although there is space. Then repair the disk."""
    said: list[str] = []
    with pytest.MonkeyPatch.context() as monkeypatch, an_event(folder, BOARDS) as store:

        def watch(now: RunProgress) -> None:
            if now.committed:
                at_most((folder / "arena.db-wal").stat().st_size)

        make_up(store, monkeypatch)
        try:
            run_to_its_end(store, watch)
        except StoreFailed as failed:
            said = [type(failed).__name__, str(failed)]
        finally:
            at_most(resource.RLIM_INFINITY)
        sound = integrity(store)
        return {"digest": run_to_its_end(store).event_digest, "said": said, "integrity": sound}


def at_most(size: int) -> None:
    """Limit the size of files of this process: a write stops there, and the next one fails."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def integrity(store: Store) -> object:
    """Return the result of SQLite's integrity check."""
    with store.reading() as tx:
        return tx.exec_driver_sql("PRAGMA integrity_check").scalar_one()


def main(kind: str, folder: Path) -> None:
    if kind == "broken":
        found = on_a_broken_disk(folder)
    else:
        found = on_a_full_disk(folder, Small(folder) if kind == "small" else Pages())
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
