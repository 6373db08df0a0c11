"""The terminal player at a pseudo-terminal."""

import os
import termios
from collections.abc import Iterator

import pytest

from arena.cli.terminal.raw import fit_rows
from tests.cli.arena import GOLDEN
from tests.cli.terminals import TIMEOUT_S, Terminal

LOG = GOLDEN / "detailed.jsonl"
CROWD = GOLDEN.parent / "mau-mau-8.jsonl"  # eight seats


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    opened = Terminal("replay", "show", str(LOG))
    yield opened
    opened.close()


@pytest.mark.dear
def test_a_game_is_stepped_through_with_the_keyboard(terminal: Terminal) -> None:
    first = terminal.wait("ply 0/36")
    assert "all hands" in first or "all hands" in terminal.wait("all hands")
    assert "bot0 plays 7♥" in terminal.press(b"\x1b[C", "or draw 2")
    terminal.press(b"\x1b[C\x1b[C", "ply 3/36")
    terminal.press(b"\x1b[D", "ply 2/36")
    terminal.press(b"\x1b[F", "bot1 wins the game")
    terminal.press(b"\x1b[H", "ply 0/36")
    terminal.press(b"n", "ply 2/36")
    assert "▒▒" in terminal.press(b"1", "seat 1")
    terminal.press(b"?", "new deal")
    terminal.press(b"?", "seat 1")
    terminal.press(b" ", "ply 3/36")
    os.write(terminal.master, b"q")
    assert terminal.process.wait(TIMEOUT_S) == 0
    assert termios.tcgetattr(terminal.slave) == terminal.before
    assert os.read(terminal.master, 65536).endswith(b"\x1b[?25h\x1b[?1049l")


@pytest.mark.dear
def test_keys_stay_visible_in_a_small_terminal() -> None:
    terminal = Terminal("replay", "show", str(CROWD), "--ply", "22")
    try:
        assert "ply 22/" in terminal.wait("q quit")
        terminal.press(b"?", "E  end")
    finally:
        terminal.close()


def test_blank_rows_are_dropped_first() -> None:
    rows = ["head", "", "one", "two", "", "line", "keys"]
    assert fit_rows(rows, 7) == rows
    assert fit_rows(rows, 5) == ["head", "one", "two", "line", "keys"]
    assert fit_rows(rows, 4) == ["head", "one", "line", "keys"]
    assert fit_rows(rows, 1) == ["line"]


@pytest.mark.dear
def test_ctrl_c_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    terminal.wait("all hands")
    terminal.process.send_signal(2)
    assert terminal.process.wait(TIMEOUT_S) == 130
    assert termios.tcgetattr(terminal.slave) == terminal.before
