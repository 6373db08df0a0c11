"""The directories of a match and of its bot instances.

A directory is removed when its match ends. If the match process dies first, a later sweep removes it.
"""

import contextlib
import fcntl
import os
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from arena.sandbox.process import ProcessRunner
from arena.sandbox.protocol import Runner, raise_if_disk_full
from arena.sandbox.remove_tree import remove_folder
from arena.sandbox.run_volume import RunVolume

SWEEP_INTERVAL_S: Final = 60.0  # how often to look for directories of dead processes

_NAME: Final = re.compile(r"arena-\w{8}")
_last_sweep = -SWEEP_INTERVAL_S


@contextlib.contextmanager
def run_directory() -> Iterator[Path]:
    """Make a run directory for a match, yield it, and remove it after the block."""
    _sweep_sometimes()
    run, lock = _new(matches_folder())
    try:
        yield run
    finally:
        _remove(run, lock)
        sweep_directories()  # those of the match's instances, if its process was killed


@contextlib.contextmanager
def instance_directory(run: Path) -> Iterator[Path]:
    """Make a directory for one bot instance, yield it, and remove it after the block.

    It lies next to `run`, the match's run directory. The bot can see the path. Its name is random, so that
    two instances cannot find out that they belong to the same match.

    Raise Unavailable if the directory cannot be made.
    """
    with raise_if_disk_full(run.parent):
        own, lock = _new(run.parent)
    try:
        yield own
    finally:
        _remove(own, lock)


def _remove(directory: Path, lock: int) -> None:
    remove_folder(directory)
    os.close(lock)


@contextlib.contextmanager
def clean_up_after(runners: Sequence[Runner]) -> Iterator[Sequence[Runner]]:
    """Yield the runners of a match. After the block, end everything that they started."""
    try:
        yield runners
    finally:
        for runner in dict.fromkeys(runners):
            runner.sweep()


def sweep_directories() -> None:
    """Remove the directories that killed match processes of this user have left behind.

    Also end all bot processes that still run in these directories.
    """
    for run in sorted(matches_folder().glob("arena-*")):
        if _NAME.fullmatch(run.name):
            with contextlib.suppress(OSError), _abandoned(run):
                ProcessRunner(run).sweep()
                remove_folder(run)


def _sweep_sometimes() -> None:
    global _last_sweep  # noqa: PLW0603 - once for all matches of this process
    if time.monotonic() >= _last_sweep + SWEEP_INTERVAL_S:
        _last_sweep = time.monotonic()
        sweep_directories()


def matches_folder() -> Path:
    """Return the folder that contains the directories of all matches.

    It is in the run volume, or without a run volume in the temporary folder.
    """
    volume = RunVolume.from_environment()
    return volume.folder if volume else Path(tempfile.gettempdir())


def _new(folder: Path) -> tuple[Path, int]:
    """Make a locked directory in `folder`. Return its path, and the file descriptor that holds the lock."""
    made = Path(tempfile.mkdtemp(prefix=".arena-", dir=folder))
    lock = os.open(made, os.O_RDONLY | os.O_DIRECTORY)
    with contextlib.suppress(OSError):  # on a file system without locks nobody can lock it
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    # Locked before it gets its final name: so an unlocked directory is always abandoned.
    return made.rename(made.with_name(made.name.removeprefix("."))), lock


@contextlib.contextmanager
def _abandoned(run: Path) -> Iterator[None]:
    """Lock the directory of a dead process during the block.

    Raise OSError if the directory belongs to another user, or if the process that made it is alive.
    """
    descriptor = os.open(run, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if os.fstat(descriptor).st_uid != os.geteuid():
            raise PermissionError(run)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)
