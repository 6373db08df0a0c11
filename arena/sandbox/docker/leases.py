"""Leases: reserved names. They give each container a user ID of its own, and mark matches as alive.

A lease is a locked file. If its holder dies, the name stays taken until another process has removed the
holder's containers.
"""

import contextlib
import errno
import fcntl
import os
import stat
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Self

from arena.sandbox.protocol import Unavailable
from arena.sandbox.run_volume import RunVolume

# Every user of this machine has a folder of leases. If several users share a Docker engine, their bots still
# get different user IDs, because a container's name contains its user ID and must be unique (see `runner`).

FOLDER: Final = "ARENA_LEASES"
FIRST_USER: Final = 200_000  # above the ids of a machine's own users
FIRST_MAPPED: Final = 20_000  # the same for an engine that maps user IDs: its containers have 65,536
USERS: Final = 1_000

_OWN: Final = 0o700
_WRITABLE: Final = 0o022  # by others
_MAX_NOTE: Final = 4_096  # bytes; it is the path of a directory


class NoLease(Unavailable):
    """All user IDs are taken, or the folder of leases cannot be written."""


class Lease:
    """A reserved name. This process holds it until `release` or `abandon`."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.name = path.name
        self._path = path
        self._descriptor = descriptor

    @property
    def note(self) -> str:
        """Return the text that was written into the lease when it was taken."""
        return os.pread(self._descriptor, _MAX_NOTE, 0).decode(errors="replace")

    def release(self) -> None:
        """Give up the lease and free its name."""
        with contextlib.suppress(FileNotFoundError, PermissionError):  # in a sticky folder only its owner may
            self._path.unlink()
        self.abandon()

    def abandon(self) -> None:
        """Unlock the lease but leave its name taken, as if this process had died.

        The lease is then stale: another process can take it over and clean up.
        """
        os.close(self._descriptor)


class Leases:
    """A folder of leases: names (such as user IDs) that one process at a time may hold."""

    def __init__(self, folder: Path, private: bool = False) -> None:
        """Use the leases in `folder`.

        `private`: refuse a folder that another user can write to.
        """
        self.folder = folder
        self._private = private

    @classmethod
    def of_this_machine(cls) -> Self:
        """Return the leases of this user on this machine. They end when the machine restarts.

        The variable ARENA_LEASES names their folder. Without this variable, a referee in a container uses the
        run volume, and any other program a folder of this user.
        """
        if named := os.environ.get(FOLDER):
            return cls(Path(named))
        if volume := RunVolume.from_environment():
            return cls(volume.leases)
        lock = Path("/run/lock")
        parent = lock if os.access(lock, os.W_OK) else Path(tempfile.gettempdir())
        return cls(parent / f"maumau-arena-{os.geteuid()}", private=True)

    def take(self, name: str, note: str = "") -> Lease | None:
        """Take a name and return its lease; None if the name is taken.

        `note`: a text to store in the lease. Raise NoLease if the folder cannot be written.
        """
        try:
            return self._take(name, note)
        except OSError as problem:
            why = f"cannot write to {self.folder}: {problem.strerror}"
            raise NoLease(f"{why}; make room there, or name another folder with {FOLDER}") from problem

    def _take(self, name: str, note: str) -> Lease | None:
        """Do the same as `take`, but raise OSError if the folder cannot be written."""
        self._make_folder()
        path = self.folder / name
        if path.exists():
            return None
        unnamed, descriptor = self._locked_file(note)
        try:
            os.link(unnamed, path)
        except FileExistsError:
            os.close(descriptor)
            return None
        finally:
            unnamed.unlink()
        return Lease(path, descriptor)

    def _make_folder(self) -> None:
        """Make the folder if it is missing. Raise OSError if a private folder is open to other users."""
        if not self.folder.is_dir():
            with contextlib.suppress(FileExistsError):
                self.folder.mkdir(_OWN)
        found = self.folder.lstat()
        if self._private and (found.st_uid != os.geteuid() or found.st_mode & _WRITABLE):
            raise PermissionError(errno.EPERM, "another user made it or can write there")

    def _locked_file(self, note: str) -> tuple[Path, int]:
        """Make a file with the note, lock it, and return its path and descriptor."""
        while True:
            descriptor, unnamed = tempfile.mkstemp(prefix="new-", dir=self.folder)
            os.fchmod(descriptor, 0o644)
            os.write(descriptor, note.encode())
            if _lock(descriptor):  # before it gets its final name, so that it never looks stale
                return Path(unnamed), descriptor

    def is_held(self, name: str, except_for: Sequence[Lease] = ()) -> bool:
        """True if the name is taken, even by a process that has died. Leases in `except_for` do not count."""
        return (self.folder / name).exists() and all(lease.name != name for lease in except_for)

    def take_user(self, note: str = "", first: int = FIRST_USER) -> tuple[int, Lease]:
        """Reserve a user ID, at least `first`, and return it with its lease.

        Raise NoLease if all are taken.
        """
        for user in range(first, first + USERS):
            if lease := self.take(f"user-{user}", note):
                return user, lease
        raise NoLease(f"all {USERS} user ids for bots are taken")

    def stale(self) -> Iterator[Lease]:
        """Yield the leases whose holder has died; the caller holds them now."""
        for path in sorted(self.folder.glob("*")):
            with contextlib.suppress(OSError):
                descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                if _lock(descriptor):
                    yield Lease(path, descriptor)


def _lock(descriptor: int) -> bool:
    """Lock an open file and return True. If that fails, close it and return False."""
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        found = os.fstat(descriptor)
        if found.st_nlink and stat.S_ISREG(found.st_mode):
            return True
    os.close(descriptor)
    return False
