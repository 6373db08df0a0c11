"""Run a shell line. Its time and the size of its stored output are limited."""

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
    """Run a shell line in a folder. Return its exit code (None after a timeout) and its output."""
    output = Capture(OUTPUT_BYTES)
    with _shell(line, folder) as process:
        assert process.stdout
        reader = Thread(target=_read, args=(process.stdout, output), daemon=True)
        reader.start()
        try:
            code: int | None = process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            _kill(process)
            reader.join(1)
    return code, output.text()


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
    """Kill the shell and all processes that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _read(pipe: IO[bytes], output: Capture) -> None:
    with contextlib.suppress(ValueError, OSError):  # it was closed
        while data := os.read(pipe.fileno(), OUTPUT_BYTES):
            output.feed(data)
