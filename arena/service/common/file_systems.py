"""What kind of file system a folder is on."""

import contextlib
import os
import re
from pathlib import Path
from typing import Final

MOUNTS: Final = Path("/proc/self/mountinfo")
NETWORKS: Final = frozenset({  # of other machines, or shared with them: memory that all see there is none
    "afs", "beegfs", "ceph", "cifs", "fuse.glusterfs", "fuse.sshfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4",
    "smb2", "smb3", "smbfs",
})  # fmt: skip
FAR_AWAY: Final = NETWORKS | {"9p", "drvfs", "fuse.rclone", "fuse.s3fs", "vboxsf", "virtiofs"}
"""File systems whose locks a write-ahead log cannot rely on."""

_OCTAL: Final = re.compile(rb"\\([0-3][0-7]{2})")


def file_system(folder: Path, mounts: Path = MOUNTS) -> str:
    """The kind of file system that a folder is on; empty where the system does not say."""
    best, kind = -1, ""
    with contextlib.suppress(OSError):
        for line in mounts.read_bytes().rstrip(b"\n").split(b"\n"):
            before, _, after = line.partition(b" - ")
            point = _point(before.split(b" ")[4])
            if folder.resolve().is_relative_to(point) and len(point.parts) >= best:
                best, kind = len(point.parts), os.fsdecode(after.split(b" ")[0])
    return kind


def _point(written: bytes) -> Path:
    r"""A mount point: any bytes, of which blanks, line ends and \ are written as octal numbers."""
    return Path(os.fsdecode(_OCTAL.sub(lambda found: bytes([int(found[1], 8)]), written)))
