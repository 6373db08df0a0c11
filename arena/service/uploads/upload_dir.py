"""Where what was sent lies until it was tried: under the digest of its bytes."""

import contextlib
import os
import time
from collections.abc import Collection
from pathlib import Path
from typing import Final

from arena.sandbox.remove_tree import remove_folder
from arena.service.common.user_dirs import data_folder
from arena.service.submission.archives import SUFFIXES
from arena.store.database.private_files import make_private_folder

FOLDER: Final = "uploads"
UNFINISHED: Final = ".new-"
SCRATCH: Final = "scratch"
LOCK: Final = ".lock"
SCRIPT: Final = ".py"
KEPT_S: Final = 7_200  # what nobody waits for is kept so long: it may just be sent, and the clock be set


def uploads_folder() -> Path:
    """The folder, made if it is missing; nobody else looks into it."""
    folder = data_folder() / FOLDER
    make_private_folder(folder)
    return folder


def suffix_of(file: str) -> str:
    """By what a file name says that it is a bot, empty if it does not."""
    return next((one for one in (*SUFFIXES, SCRIPT) if file.casefold().endswith(one)), "")


def path_of(digest: str, file: str) -> Path:
    """Where these bytes lie."""
    return data_folder() / FOLDER / f"{digest}{suffix_of(file)}"


def touch(path: Path) -> None:
    """It is wanted, again."""
    os.utime(path)


def sweep(wanted: Collection[str], now: float | None = None) -> None:
    """Remove what is not waited for any more, and what was left by who was killed while it was written."""
    for path in uploads_folder().iterdir():
        if path.name in (SCRATCH, LOCK) or path.name.partition(".")[0] in wanted:
            continue
        with contextlib.suppress(OSError):
            if (now or time.time()) - path.stat().st_mtime > KEPT_S:
                path.unlink()


def scratch_folder() -> Path:
    """An empty folder to unpack in. Only who holds the lock may ask for it."""
    folder = uploads_folder() / SCRATCH
    remove_folder(folder)
    folder.mkdir(mode=0o700)
    return folder
