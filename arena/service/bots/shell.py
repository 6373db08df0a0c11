"""Running one shell line as its author would, within bounds of time and of what is kept of its output."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import IO, Final

from arena.sandbox.output_capture import Capture

OUTPUT_BYTES: Final = 64_000


def run_line(line: str, folder: Path, timeout_s: float) -> tuple[int | None, bytes]:
    """The exit code of a shell line, None if it took too long, and what was kept of its output."""
    kept = Capture(OUTPUT_BYTES)
    with _shell(line, folder) as process:
        assert process.stdout
        reader = Thread(target=_read, args=(process.stdout, kept), daemon=True)
        reader.start()
        try:
            code: int | None = process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            _kill(process)
            reader.join(1)
    return code, kept.text()


@contextlib.contextmanager
def _shell(line: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        ["sh", "-c", line],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    with process:
        try:
            yield process
        finally:
            _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """All that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _read(pipe: IO[bytes], kept: Capture) -> None:
    with contextlib.suppress(ValueError, OSError):  # it was closed
        while data := os.read(pipe.fileno(), OUTPUT_BYTES):
            kept.feed(data)
