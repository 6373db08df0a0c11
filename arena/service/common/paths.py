"""The folders for this user's files (XDG base directories), and the types of file systems."""

import contextlib
import os
import re
from pathlib import Path
from typing import Final

MOUNTS: Final = Path("/proc/self/mountinfo")
NETWORKS: Final = frozenset({  # shared by several machines, which have no common memory
    "afs", "beegfs", "ceph", "cifs", "fuse.glusterfs", "fuse.sshfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4",
    "smb2", "smb3", "smbfs",
})  # fmt: skip
FAR_AWAY: Final = NETWORKS | {"9p", "drvfs", "fuse.rclone", "fuse.s3fs", "vboxsf", "virtiofs"}
"""File systems whose locks a write-ahead log cannot use."""

_OCTAL: Final = re.compile(rb"\\([0-3][0-7]{2})")


def data_folder() -> Path:
    """Return the folder for this user's permanent files."""
    return _base("XDG_DATA_HOME", ".local/share") / "arena"


def cache_folder() -> Path:
    """Return the folder for files of this user that can be deleted at any time."""
    return _base("XDG_CACHE_HOME", ".cache") / "arena"


def _base(variable: str, default: str) -> Path:
    given = Path(os.environ.get(variable, ""))
    return given if given.is_absolute() else Path.home() / default


def existing_folder(path: Path) -> Path:
    """Return the path if it exists, else the nearest folder above it that exists."""
    return next(one for one in (path, *path.parents) if one.exists())


def file_system(folder: Path, mounts: Path = MOUNTS) -> str:
    """Return the type of a folder's file system, such as "nfs4"; empty if it is unknown.

    `mounts`: the kernel's list of mounted file systems, /proc/self/mountinfo.
    """
    best, kind = -1, ""
    with contextlib.suppress(OSError):
        for line in mounts.read_bytes().rstrip(b"\n").split(b"\n"):
            before, _, after = line.partition(b" - ")
            point = _mount_point(before.split(b" ")[4])
            if folder.resolve().is_relative_to(point) and len(point.parts) >= best:
                best, kind = len(point.parts), os.fsdecode(after.split(b" ")[0])
    return kind


def _mount_point(written: bytes) -> Path:
    """Decode a mount point, in which octal codes stand for blanks, line ends and backslashes."""
    return Path(os.fsdecode(_OCTAL.sub(lambda found: bytes([int(found[1], 8)]), written)))
