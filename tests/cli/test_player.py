"""The player at a real (pseudo) terminal: keys go in as bytes, pictures come out."""

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
from collections.abc import Iterator

import pytest

from tests.cli.arena import GOLDEN

LOG = GOLDEN / "detailed.jsonl"
ROWS, COLUMNS = 24, 80
PATIENCE = 20.0


class Terminal:
    """A process at a terminal of 24 lines of 80 columns."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        command = [sys.executable, "-c", "from arena.cli.main import main; main()", *arguments]
        environment = {**os.environ, "TERM": "xterm-256color"}
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
        self.seen = b""

    def press(self, keys: bytes, until: str) -> str:
        """Type, and wait for a text. What was written since, without escape sequences."""
        os.write(self.master, keys)
        return self.wait(until)

    def wait(self, until: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while until not in self.text:
            left = deadline - time.monotonic()
            assert left > 0, f"{until!r} never came:\n{self.text}"
            if select.select([self.master], [], [], left)[0]:
                self.seen += os.read(self.master, 65536)
        text, self.seen = self.text, b""
        return text

    @property
    def text(self) -> str:
        return re.sub(r"\x1b(\[[?0-9;]*[A-Za-z]|O.)", "", self.seen.decode(errors="replace"))


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    opened = Terminal("replay", "show", str(LOG))
    yield opened
    opened.process.kill()
    opened.process.wait()
    os.close(opened.slave)
    os.close(opened.master)


def test_a_game_is_stepped_through_with_the_keyboard(terminal: Terminal) -> None:
    first = terminal.wait("ply 0/36")
    assert "all hands" in first or "all hands" in terminal.wait("all hands")
    assert "bot0 plays 7♥" in terminal.press(b"\x1b[C", "owes 2")
    terminal.press(b"\x1b[C\x1b[C", "ply 3/36")
    terminal.press(b"\x1b[D", "ply 2/36")
    terminal.press(b"\x1b[F", "bot1 wins")
    terminal.press(b"\x1b[H", "ply 0/36")
    terminal.press(b"n", "ply 2/36")
    assert "▒▒" in terminal.press(b"1", "seat 1’s side")
    terminal.press(b"?", "new deal")
    terminal.press(b"?", "seat 1’s side")
    terminal.press(b" ", "ply 3/36")
    os.write(terminal.master, b"q")
    assert terminal.process.wait(PATIENCE) == 0
    assert termios.tcgetattr(terminal.slave) == terminal.before
    assert os.read(terminal.master, 65536).endswith(b"\x1b[?25h\x1b[?1049l")


def test_ctrl_c_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    terminal.wait("all hands")
    terminal.process.send_signal(2)
    assert terminal.process.wait(PATIENCE) == 130
    assert termios.tcgetattr(terminal.slave) == terminal.before
