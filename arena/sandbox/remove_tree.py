"""Removing a folder in which bots wrote what they liked: nothing that they left there keeps it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Final

_OWN: Final = 0o700  # to list a folder, to take out what is in it, and to move it


def remove_folder(folder: Path) -> None:
    """Remove it with all that is in it. What is not this user's to remove stays, without an error.

    It takes as long as there are files: where others would have to wait, call it in a thread.
    """
    if folder.is_symlink():
        return
    for emptied in reversed([*_emptied(folder)]):
        with contextlib.suppress(OSError):
            emptied.rmdir()


def _emptied(folder: Path) -> Iterator[Path]:
    """The folder and all below it, each without files.

    Those below are moved up into it first: however deep they lie, no path is too long, and no more files are
    open at a time than one.
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
