"""Run a command at a pseudo-terminal: type keys, read its output."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping

ROWS, COLUMNS = 24, 80
TIMEOUT_S = 60.0


class Terminal:
    """A process at a terminal of its own, with 24 lines of 80 columns."""

    def __init__(self, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        take = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)"
        command = [sys.executable, "-c", f"{take}; from arena.__main__ import main; main()", *arguments]
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm-256color", **(environment or {})},
            start_new_session=True,
        )
        self.seen = b""

    def close(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()
        os.close(self.slave)
        os.close(self.master)

    def press(self, keys: bytes, until: str) -> str:
        """Type, wait for a text, and return the output since, without escape sequences."""
        os.write(self.master, keys)
        return self.wait(until)

    def wait(self, *until: str) -> str:
        """Wait for one of these texts; return the output since, without escape sequences."""
        deadline = time.monotonic() + TIMEOUT_S
        while not any(text in self.text for text in until):
            left = deadline - time.monotonic()
            assert left > 0, f"{until!r} never came:\n{self.text}"
            if select.select([self.master], [], [], left)[0]:
                self.seen += os.read(self.master, 65536)
        text, self.seen = self.text, b""
        return text

    @property
    def text(self) -> str:
        return re.sub(r"\x1b(\[[?0-9;]*[A-Za-z]|O.)", "", self.seen.decode(errors="replace"))
