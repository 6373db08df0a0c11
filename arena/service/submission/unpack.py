"""Unpack archives and parse scripts in a process of its own, with bounds, and without root's rights.

An upload is read by libraries that were not made for strangers' files: one that makes them loop or fill the
memory ends its own process, and not the one that tries uploads. Root gives the process a user that owns
nothing but the empty folder. Without root there is no other user to give, and only the bounds hold.
"""

import json
import os
import resource
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final

from arena.sandbox.docker.leases import FIRST_USER
from arena.service.bots.files import MAX_BYTES
from arena.service.errors import BadBot, RunError
from arena.service.submission.archives import opened, top

USER: Final = FIRST_USER - 1  # nobody else's, and no bot's
CPU_S: Final = 20
MEMORY: Final = 600_000_000  # bytes
FILES: Final = 64
TOLD: Final = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV")
WALL_S: Final = 300.0
BOUNDS: Final[Mapping[int, int]] = {
    resource.RLIMIT_CPU: CPU_S,
    resource.RLIMIT_DATA: MEMORY,
    resource.RLIMIT_FSIZE: MAX_BYTES,
    resource.RLIMIT_NOFILE: FILES,
    resource.RLIMIT_CORE: 0,
}

_MODULE: Final = "arena.service.submission.unpack_child"


def unpack_apart(archive: Path, folder: Path, bounds: Mapping[int, int] = BOUNDS) -> Path:
    """Unpack an archive into an empty folder; return the folder in it that is the bot's.

    Raise BadBot, RunError.
    """
    with opened(archive) as file:
        _read_apart(archive, file, folder, bounds)
    _check_plain(archive, folder)
    return top(archive, folder)


def check_script_apart(script: Path, member: str, bounds: Mapping[int, int] = BOUNDS) -> None:
    """Raise BadBot if a script is not Python or does not define the member; RunError if that is unknown."""
    with script.open("rb") as file, TemporaryDirectory(prefix="arena-script-") as folder:
        _read_apart(script, file, Path(folder), bounds, member)


def _read_apart(
    path: Path, file: BinaryIO, folder: Path, bounds: Mapping[int, int], member: str = ""
) -> None:
    """Run the process on an upload, in an empty folder. Raise BadBot, RunError."""
    order = {"path": str(path), "member": member, "user": _give_away(folder), "bounds": dict(bounds)}
    try:
        done = subprocess.run(
            (sys.executable, "-P", "-m", _MODULE, json.dumps(order)),
            stdin=file,
            capture_output=True,
            cwd=folder,
            env={name: os.environ[name] for name in TOLD if name in os.environ},
            timeout=WALL_S,
            start_new_session=True,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _too_much(path) from None
    _read_answer(path, done)


def _give_away(folder: Path) -> int | None:
    """Give the folder to the user that unpacks. Return that user; None if this process may not give it."""
    if os.geteuid() != 0:
        return None
    try:
        os.chown(folder, USER, USER)
    except OSError:  # root of a container that has fewer users, or fewer rights
        return None
    return USER


def _read_answer(path: Path, done: "subprocess.CompletedProcess[bytes]") -> None:
    """Raises what the process says that was wrong."""
    if done.returncode < 0:
        raise _too_much(path)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise RunError(f"cannot read {path}: {last}") from None
    if answer["kind"] == "bad":
        raise BadBot(answer["said"])
    if answer["kind"] == "run":
        raise RunError(answer["said"])


def _too_much(path: Path) -> BadBot:
    return BadBot(
        f"cannot read {path} within {CPU_S} s of processor time and {MEMORY // 1_000_000} MB of memory; "
        "send a smaller or simpler file"
    )


def _check_plain(archive: Path, folder: Path) -> None:
    """What the process left is to be files and folders and nothing else, whatever became of it."""
    size = 0
    for where, folders, names in os.walk(folder):
        for path in (Path(where, name) for name in (*folders, *names)):
            found = path.lstat()
            size += found.st_size if stat.S_ISREG(found.st_mode) else 0
            plain = stat.S_ISDIR(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_nlink == 1)
            if not plain or size > MAX_BYTES:
                raise BadBot(f"{archive}: what came of it is not what it was said to be")
