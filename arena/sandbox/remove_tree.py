"""Remove a folder in which bots may have written anything."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Final

_OWN: Final = 0o700  # the mode needed to list, empty and move a folder


def remove_folder(folder: Path) -> None:
    """Remove a folder and everything in it, except files that this user may not remove.

    With many files this takes long: call it in a thread if other work would have to wait.
    """
    if folder.is_symlink():
        return
    for emptied in reversed([*_emptied(folder)]):
        with contextlib.suppress(OSError):
            emptied.rmdir()


def _emptied(folder: Path) -> Iterator[Path]:
    """Remove all files in a folder and its subfolders. Yield each folder, `folder` first.

    The caller then removes the empty folders in reverse order.
    """
    _make_ours(folder)
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        yield here
        for entry in _entries(here):
            with contextlib.suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    _make_ours(entry)
                    # Moved up before it is read: no path gets too long, and only one folder is open.
                    waiting.append(Path(entry.path).rename(folder / token_hex(8)))
                else:
                    os.unlink(entry)


def _make_ours(folder: "os.PathLike[str]") -> None:
    with contextlib.suppress(OSError):
        if os.lstat(folder).st_mode & _OWN != _OWN:
            os.chmod(folder, _OWN)


def _entries(folder: Path) -> list["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as entries:
            return [*entries]
    except OSError:
        return []
