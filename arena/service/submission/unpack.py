"""Unpack archives and parse scripts of strangers in a child process with limits.

A hostile file can make a library loop for ever or fill the memory. Then only the child process ends.
If the arena runs as root, the child runs as a user who owns only the folder for the unpacked files.
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
from arena.service.submission.archives import bot_folder, open_archive

USER: Final = FIRST_USER - 1  # used by nothing else
MAX_CPU_S: Final = 20
MAX_MEMORY: Final = 600_000_000  # bytes
MAX_OPEN_FILES: Final = 64
VARIABLES: Final = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV")
TIMEOUT_S: Final = 300.0
LIMITS: Final[Mapping[int, int]] = {
    resource.RLIMIT_CPU: MAX_CPU_S,
    resource.RLIMIT_DATA: MAX_MEMORY,
    resource.RLIMIT_FSIZE: MAX_BYTES,
    resource.RLIMIT_NOFILE: MAX_OPEN_FILES,
    resource.RLIMIT_CORE: 0,
}

_MODULE: Final = "arena.service.submission.unpack_child"


def unpack_apart(archive: Path, folder: Path, limits: Mapping[int, int] = LIMITS) -> Path:
    """Unpack an archive into an empty folder, in a child process. Return the bot's folder inside `folder`.

    `limits`: the child's resource limits. Raise BadBot if the archive is invalid or exceeds a limit, RunError
    if the arena cannot unpack it.
    """
    with open_archive(archive) as file:
        _run_child(archive, file, folder, limits)
    _check_plain(archive, folder)
    return bot_folder(archive, folder)


def check_script_apart(script: Path, member: str, limits: Mapping[int, int] = LIMITS) -> None:
    """Check a script in a child process, which parses it without running it.

    Raise BadBot if the script is not Python or does not define `member`, RunError if the check itself fails.
    """
    with script.open("rb") as file, TemporaryDirectory(prefix="arena-script-") as folder:
        _run_child(script, file, Path(folder), limits, member)


def _run_child(path: Path, file: BinaryIO, folder: Path, limits: Mapping[int, int], member: str = "") -> None:
    """Run the child process on an uploaded file, in an empty folder.

    `path`: the file's name in messages. Raise BadBot if the file is invalid, RunError if the child process
    fails.
    """
    order = {"path": str(path), "member": member, "user": _give_away(folder), "limits": dict(limits)}
    try:
        done = subprocess.run(
            (sys.executable, "-P", "-m", _MODULE, json.dumps(order)),
            stdin=file,
            capture_output=True,
            cwd=folder,
            env={name: os.environ[name] for name in VARIABLES if name in os.environ},
            timeout=TIMEOUT_S,
            start_new_session=True,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _too_much(path) from None
    _read_answer(path, done)


def _give_away(folder: Path) -> int | None:
    """Give the folder to the user of the child process, and return this user's id.

    Return None if this process may not change owners; the child then runs as the current user.
    """
    if os.geteuid() != 0:
        return None
    try:
        os.chown(folder, USER, USER)
    except OSError:  # root of a container that has fewer users, or fewer rights
        return None
    return USER


def _read_answer(path: Path, done: "subprocess.CompletedProcess[bytes]") -> None:
    """Raise the error that the child process reported, if any.

    Raise BadBot if the process was killed, RunError if it reported nothing. `path`: the uploaded file's name
    in messages. `done`: the finished process.
    """
    if done.returncode < 0:
        raise _too_much(path)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise RunError(f"cannot read {path}: {last}") from None
    if answer["kind"] == "bad":
        raise BadBot(answer["error"])
    if answer["kind"] == "run":
        raise RunError(answer["error"])


def _too_much(path: Path) -> BadBot:
    return BadBot(
        f"cannot read {path} within {MAX_CPU_S} s of processor time and {MAX_MEMORY // 1_000_000} MB; "
        "send a smaller or simpler file"
    )


def _check_plain(archive: Path, folder: Path) -> None:
    """Raise BadBot if the unpacked files include links or special files, or exceed MAX_BYTES in total."""
    size = 0
    for where, folders, names in os.walk(folder):
        for path in (Path(where, name) for name in (*folders, *names)):
            status = path.lstat()
            is_file = stat.S_ISREG(status.st_mode)
            size += status.st_size if is_file else 0
            plain = stat.S_ISDIR(status.st_mode) or (is_file and status.st_nlink == 1)
            if not plain or size > MAX_BYTES:
                raise BadBot(f"{archive}: the unpacked files are not the announced ones")
