"""The terminal in cbreak mode (no line editing): read single keys, draw whole screens."""

import os
import re
import select
import shutil
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console, RenderableType

from arena.cli.replay.stepper import Key

_ENTER: Final = "\x1b[?1049h\x1b[?25l"
_LEAVE: Final = "\x1b[?25h\x1b[?1049l"
_SEQUENCES: Final = {
    b"\x1b[D": Key.LEFT,
    b"\x1bOD": Key.LEFT,
    b"\x1b[C": Key.RIGHT,
    b"\x1bOC": Key.RIGHT,
    b"\x1b[H": Key.HOME,
    b"\x1bOH": Key.HOME,
    b"\x1b[1~": Key.HOME,
    b"\x1b[F": Key.END,
    b"\x1bOF": Key.END,
    b"\x1b[4~": Key.END,
}


_LAST_ROWS: Final = 2
_KEY: Final = re.compile(rb"\x1b[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)


class Screen:
    """The terminal of stdin and stdout, in cbreak mode: each key is read at once and not echoed."""

    def __init__(self) -> None:
        self._unread: list[bytes] = []

    def key(self, seconds: float) -> Key | str | None:
        """Return the next pressed key; None if none comes within `seconds`, "q" at the end of the input."""
        if not self._unread and select.select([sys.stdin], [], [], seconds)[0]:
            # The end of the input quits, as q does.
            self._unread = _KEY.findall(os.read(sys.stdin.fileno(), 64)) or [b"q"]
        if not self._unread:
            return None
        typed = self._unread.pop(0)
        return _SEQUENCES.get(typed) or typed.decode("ascii", "ignore")

    @property
    def size(self) -> tuple[int, int]:
        """Return the terminal's numbers of columns and lines."""
        columns, lines = shutil.get_terminal_size()
        return columns, lines

    def draw(self, lines: list[RenderableType]) -> None:
        """Replace the contents of the screen with these lines."""
        columns, height = self.size
        console = Console(width=columns, highlight=False, force_terminal=True)
        with console.capture() as drawn:
            for line in lines:
                console.print(line)
        rows = fit_rows(drawn.get().rstrip("\n").split("\n"), height)
        sys.stdout.write("\x1b[H" + "\x1b[K\r\n".join(rows) + "\x1b[K\x1b[J")
        sys.stdout.flush()


def fit_rows(rows: list[str], height: int) -> list[str]:
    """Return at most `height` rows. Drop blank rows first, then rows from the end, but keep the last two
    (time line and keys).
    """
    if len(rows) > height:
        rows = [row for row in rows if row]
    if len(rows) > height:
        rows = [*rows[: max(0, height - _LAST_ROWS)], *rows[-_LAST_ROWS:]]
    return rows[:height]


@contextmanager
def open_screen() -> Iterator[Screen]:
    """Yield the terminal as a screen that reads single keys; restore the terminal after the block."""
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    sys.stdout.write(_ENTER)
    try:
        yield Screen()
    finally:
        sys.stdout.write(_LEAVE)
        sys.stdout.flush()
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
