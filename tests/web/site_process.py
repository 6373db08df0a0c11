"""`arena serve` as a process, with its workers."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread


@contextmanager
def site_process(folder: Path, port: int = 0) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Serve the database `arena.db` in a folder, with bots in processes. Yield the process and its port."""
    command = (sys.executable, "-m", "arena", "serve", "--port", str(port), "--runner", "process")
    with subprocess.Popen(
        (*command, "--no-submit"), env=variables(folder), stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr
            found = re.search(r":(\d+) ", process.stderr.readline())
            assert found
            Thread(target=process.stderr.read, daemon=True).start()
            yield process, int(found[1])
        finally:
            process.terminate()


def variables(folder: Path) -> dict[str, str]:
    """Return the environment variables of commands that use the database in a folder."""
    return {**os.environ, "ARENA_DB": str(folder / "arena.db"), "XDG_DATA_HOME": str(folder)}
