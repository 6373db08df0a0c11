"""Files and folders that only their owner can read, for databases with secrets."""

import os
from pathlib import Path
from typing import Final

_FILE: Final = 0o600
_FOLDER: Final = 0o700


def make_private_file(path: Path) -> None:
    """Create an empty file that only its owner can read and write (mode 0600).

    Raise FileExistsError if the file exists, OSError if it cannot be created.
    """
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, _FILE)
    try:
        os.fchmod(descriptor, _FILE)
    finally:
        os.close(descriptor)


def make_private_folder(path: Path) -> None:
    """Create a folder and its missing parents, each open only to its owner (mode 0700).

    Raise OSError if that fails.
    """
    if path.is_dir():
        return
    make_private_folder(path.parent)
    try:
        path.mkdir(_FOLDER)
    except FileExistsError:
        if not path.is_dir():
            raise
    else:
        path.chmod(_FOLDER)
