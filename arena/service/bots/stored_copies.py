"""Read-only copies of registered bots' files. The folder of a copy has the bot's version as its name."""

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from arena.sandbox.remove_tree import remove_folder
from arena.service.bots.bot import File
from arena.service.bots.files import files_in, version
from arena.service.common.files import sync_file, sync_folder, try_lock
from arena.service.common.paths import data_folder
from arena.service.errors import BadBot, RunError
from arena.store.database.private_files import make_private_folder

FOLDER: Final = "bots"
UNFINISHED: Final = ".new-"
ABANDONED_S: Final = 7_200  # longer than any change of the clock, so that no new copy is removed


def relative_copy_path(digest: str) -> str:
    """Return the path of a bot's copy relative to the data folder.

    `digest`: the bot's version.
    """
    return f"{FOLDER}/{digest}"


def absolute_copy_path(place: str) -> Path:
    """Return the absolute path of a copy.

    `place`: the copy's path relative to the data folder.
    """
    return data_folder() / place


@contextlib.contextmanager
def keep_copy(files: Sequence[File], digest: str, member: str = "", program: str = "") -> Iterator[Path]:
    """Yield the folder with a read-only copy of a bot's files; make the copy if it is missing.

    If the block raises, a copy that this call made is deleted.

    `digest`: the bot's version. `member`: the class or function that is the bot; empty for the whole script.
    `program`: the file to make executable.

    Raise RunError if the copy cannot be written, BadBot if the files change while they are copied.
    """
    target = absolute_copy_path(relative_copy_path(digest))
    made, held = _lock_copy(target, files, digest, member, program)
    try:
        yield target
    except BaseException:
        if made and try_lock(held):  # no other process uses it
            remove_folder(target)
        raise
    finally:
        os.close(held)


def _lock_copy(
    target: Path, files: Sequence[File], digest: str, member: str, program: str
) -> tuple[bool, int]:
    """Lock a bot's copy against deletion. If the copy is missing, make it first.

    Return whether this call made the copy, and the lock's file descriptor.
    """
    while True:
        made = not target.exists() and _make(target, files, digest, member, program)
        with contextlib.suppress(FileNotFoundError):
            held = os.open(target, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(held, fcntl.LOCK_SH)
            if _is_there(target, held):
                if version(files_in(target), member) == digest:
                    return made, held
                fcntl.flock(held, fcntl.LOCK_EX)
                if _is_there(target, held):
                    remove_folder(target)  # it was changed
            os.close(held)


def _is_there(target: Path, held: int) -> bool:
    """True if the path `target` still refers to the locked folder. `held`: the lock's file descriptor."""
    # Another process may have replaced the folder before the lock was taken.
    return target.exists() and os.path.samestat(target.stat(), os.fstat(held))


def _make(target: Path, files: Sequence[File], digest: str, member: str, program: str) -> bool:
    """Make a bot's copy and return True; return False if another process made the same copy meanwhile.

    Raise BadBot if the files change while they are copied, RunError if the copy cannot be written.
    """
    try:
        make_private_folder(target.parent)
        _sweep(target.parent)
        scratch = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=target.parent))
    except OSError as error:
        raise RunError(f"cannot store bots in {target.parent}: {error.strerror}") from None
    try:
        copies = [(name, _copy(path, scratch / name, name == program)) for name, path in files]
        if version(copies, member) != digest:
            raise BadBot("the files changed while they were copied; try again")
        _read_only(scratch)
        return _moved(scratch, target)
    except OSError as error:
        raise RunError(f"{error.filename or target}: {error.strerror}") from None
    finally:
        remove_folder(scratch)


def _sweep(folder: Path) -> None:
    """Delete the unfinished copies that were left in `folder` by killed processes."""
    for left in folder.glob(f"{UNFINISHED}*"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > ABANDONED_S:
                remove_folder(left)


def _copy(source: Path, target: Path, program: bool) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    with source.open("rb") as original, target.open("xb") as copy:
        shutil.copyfileobj(original, copy)
        sync_file(copy)
    target.chmod(0o555 if program or os.access(source, os.X_OK) else 0o444)
    return target


def _read_only(folder: Path) -> None:
    for where, _, __ in os.walk(folder, topdown=False):
        sync_folder(Path(where))
        if Path(where) != folder:
            Path(where).chmod(0o555)


def _moved(scratch: Path, target: Path) -> bool:
    try:
        scratch.rename(target)
    except OSError:
        if not target.exists():
            raise
        return False
    target.chmod(0o555)
    sync_folder(target.parent)
    return True
