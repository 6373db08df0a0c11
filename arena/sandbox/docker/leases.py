"""Names that one process at a time holds: matches, and the user ids that bots run as.

Every user of this machine has a folder of leases. The bots of several users of one engine are kept apart by
the names of their containers, in `runner`.

A lease is a file that its holder keeps locked. Who dies loses the lock, but the name stays taken until
somebody has removed what was done under it: `stale` gives those leases to whoever does that.
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

FOLDER: Final = "ARENA_LEASES"
FIRST_USER: Final = 200_000  # above all that a machine's own users have
FIRST_MAPPED: Final = (
    20_000  # where the engine gives containers users of their own, of which there are 65,536
)
USERS: Final = 1_000

_OWN: Final = 0o700
_WRITABLE: Final = 0o022  # by others
_MAX_NOTED: Final = 4_096  # bytes; it is the path of a directory


class NoLease(Unavailable):
    """All user ids are taken, or no name can be."""


class Lease:
    """A name, held until `release`; `keep` lets go of it without freeing it."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.name = path.name
        self._path = path
        self._descriptor = descriptor

    @property
    def note(self) -> str:
        """What was written into it by who took it."""
        return os.pread(self._descriptor, _MAX_NOTED, 0).decode(errors="replace")

    def release(self) -> None:
        """The name is free. (In the sticky folder only its owner, or root, can free it.)"""
        with contextlib.suppress(FileNotFoundError, PermissionError):
            self._path.unlink()
        self.keep()

    def keep(self) -> None:
        """The name stays taken, by nobody: it is stale."""
        os.close(self._descriptor)


class Leases:
    """The leases of a folder."""

    def __init__(self, folder: Path, private: bool = False) -> None:
        """`private`: no lease is taken in a folder that another user made or can write."""
        self.folder = folder
        self._private = private

    @classmethod
    def of_this_machine(cls) -> Self:
        """Return the leases of this user; they are gone when the machine restarts.

        Workers in containers that are to clean up after each other share a folder: ARENA_LEASES names it. A
        referee in a container has them in its run volume.
        """
        if named := os.environ.get(FOLDER):
            return cls(Path(named))
        if volume := RunVolume.named():
            return cls(volume.leases)
        lock = Path("/run/lock")
        parent = lock if os.access(lock, os.W_OK) else Path(tempfile.gettempdir())
        return cls(parent / f"maumau-arena-{os.geteuid()}", private=True)

    def take(self, name: str, note: str = "") -> Lease | None:
        """The name, or None if it is taken. The note is for people who look into the file. Raises NoLease."""
        try:
            return self._take(name, note)
        except OSError as problem:
            why = f"cannot write to {self.folder}: {problem.strerror}"
            raise NoLease(f"{why}; make room there, or name another folder with {FOLDER}") from problem

    def _take(self, name: str, note: str) -> Lease | None:
        """Raises OSError."""
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
        """Raises OSError."""
        if not self.folder.is_dir():
            with contextlib.suppress(FileExistsError):
                self.folder.mkdir(_OWN)
        found = self.folder.lstat()
        if self._private and (found.st_uid != os.geteuid() or found.st_mode & _WRITABLE):
            raise PermissionError(errno.EPERM, "another user made it or can write there")

    def _locked_file(self, note: str) -> tuple[Path, int]:
        """One that is locked before it gets its name: who looks for stale ones finds none that is new."""
        while True:
            descriptor, unnamed = tempfile.mkstemp(prefix="new-", dir=self.folder)
            os.fchmod(descriptor, 0o644)
            os.write(descriptor, note.encode())
            if _lock(descriptor):
                return Path(unnamed), descriptor

    def held(self, name: str, besides: Sequence[Lease] = ()) -> bool:
        """Whether the name is taken, the stale ones that the caller has left out."""
        return (self.folder / name).exists() and all(lease.name != name for lease in besides)

    def take_user(self, note: str = "", first: int = FIRST_USER) -> tuple[int, Lease]:
        """Return a user id that nobody else with this folder has. Raise NoLease."""
        for user in range(first, first + USERS):
            if lease := self.take(f"user-{user}", note):
                return user, lease
        raise NoLease(f"all {USERS} user ids for bots are taken")

    def stale(self) -> Iterator[Lease]:
        """Those whose holder is gone, now held by the caller. Strangers may put a pipe there, or a folder."""
        for path in sorted(self.folder.glob("*")):
            with contextlib.suppress(OSError):
                descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                if _lock(descriptor):
                    yield Lease(path, descriptor)


def _lock(descriptor: int) -> bool:
    """Lock the file; if it is locked, was removed meanwhile or is none, close it."""
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        found = os.fstat(descriptor)
        if found.st_nlink and stat.S_ISREG(found.st_mode):
            return True
    os.close(descriptor)
    return False
