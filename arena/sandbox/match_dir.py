"""The directories of one match and of its instances, and the end of all that was started in them."""

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
from arena.sandbox.protocol import Runner, making_room
from arena.sandbox.remove_tree import remove_folder
from arena.sandbox.run_volume import RunVolume

EVERY_S: Final = 60.0  # how often it is looked for what dead processes left

_NAME: Final = re.compile(r"arena-\w{8}")
_looked = -EVERY_S


@contextlib.contextmanager
def run_directory() -> Iterator[Path]:
    """A new one, gone after the block. Those of processes that were killed go now and then."""
    _look_now_and_then()
    run, lock = _new(matches_folder())
    try:
        yield run
    finally:
        _remove(run, lock)
        sweep_directories()  # those of its instances, if their process was killed


@contextlib.contextmanager
def instance_directory(run: Path) -> Iterator[Path]:
    """Yield a directory for one instance next to its match's; remove it after the block.

    A bot sees the path of its seat in its list of mounts. This one's random name is all that it can see, so
    no two instances of a match can tell that they belong together. Raises Unavailable.
    """
    with making_room(run.parent):
        own, lock = _new(run.parent)
    try:
        yield own
    finally:
        _remove(own, lock)


def _remove(directory: Path, lock: int) -> None:
    remove_folder(directory)
    os.close(lock)


@contextlib.contextmanager
def swept(runners: Sequence[Runner]) -> Iterator[Sequence[Runner]]:
    """The runners of a match, of which after the block nothing runs any more."""
    try:
        yield runners
    finally:
        for runner in dict.fromkeys(runners):
            runner.sweep()


def sweep_directories() -> None:
    """Remove the directories of this user's matches and instances whose process was killed.

    End all processes that still run in them.
    """
    for run in sorted(matches_folder().glob("arena-*")):
        if _NAME.fullmatch(run.name):
            with contextlib.suppress(OSError), _deserted(run):
                ProcessRunner(run).sweep()
                remove_folder(run)


def _look_now_and_then() -> None:
    global _looked  # noqa: PLW0603 - once for all matches of this process
    if time.monotonic() >= _looked + EVERY_S:
        _looked = time.monotonic()
        sweep_directories()


def matches_folder() -> Path:
    """Where they are: in the run volume of a referee that is in a container."""
    volume = RunVolume.named()
    return volume.folder if volume else Path(tempfile.gettempdir())


def _new(folder: Path) -> tuple[Path, int]:
    """It has its name when it is locked: who finds it unlocked knows that nobody has it."""
    made = Path(tempfile.mkdtemp(prefix=".arena-", dir=folder))
    lock = os.open(made, os.O_RDONLY | os.O_DIRECTORY)
    with contextlib.suppress(OSError):  # what cannot be locked here nobody can lock
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return made.rename(made.with_name(made.name.removeprefix("."))), lock


@contextlib.contextmanager
def _deserted(run: Path) -> Iterator[None]:
    """Raises OSError if it is somebody else's, or whoever made it lives."""
    descriptor = os.open(run, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if os.fstat(descriptor).st_uid != os.geteuid():
            raise PermissionError(run)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)
