"""`arena play me` at a pseudo-terminal, and `arena play dial` with a bot started by hand."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from arena.viewer.second_person import address
from tests.cli.arena import QUICK_BOTS, arena
from tests.cli.terminals import ROWS, TIMEOUT_S, Terminal
from tests.service.page_player import PagePlayer

BOT = Path(__file__).parents[1] / "bots" / "first" / "bot.py"
PROMPT = "Enter"  # "(1-3, Enter for 1)"
OVER = "replay show"


@pytest.fixture
def home(short_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(short_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(short_path / "cache"))
    monkeypatch.setenv("TMPDIR", str(short_path))
    return short_path


@pytest.fixture
def person(home: Path) -> Iterator[Terminal]:
    opened = Terminal("play", QUICK_BOTS[0], "me", "--seed", "1", "-r", "mau-mau")
    yield opened
    opened.close()
    deadline = time.monotonic() + TIMEOUT_S
    while list(home.glob("arena-*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not list(home.glob("arena-*"))


def finish(terminal: Terminal) -> str:
    """Press Enter until the match has finished."""
    os.write(terminal.master, b"\n")
    while OVER not in (written := terminal.wait(") ", OVER)):
        os.write(terminal.master, b"\n")
    return written


@pytest.mark.dear
def test_play_a_game_with_the_enter_key(person: Terminal) -> None:
    first = person.wait(PROMPT)
    assert "2 You  to play" in first
    assert "1 dice  " in first
    assert first.count("▒▒") >= 4, "the other's cards are hidden"
    written = finish(person)
    assert "dice, me" in written
    assert "wins" in written or "share" in written, "the end is shown, with all cards open"
    assert "of 1" in written, "one game: the other seating would be known cards"
    assert person.process.wait(TIMEOUT_S) == 0


@pytest.mark.dear
def test_wrong_answers_are_asked_again(person: Terminal) -> None:
    person.wait(PROMPT)
    assert "“resign” gives up" in person.press(b"99\n", "Type a number")
    written = person.press(b"resign\n", OVER)
    assert "You resigned" in written
    assert "me: resigned" not in written, "the person needs no report"
    assert person.process.wait(TIMEOUT_S) == 3


@pytest.mark.dear
def test_help_explains_the_special_cards_and_asks_again(person: Terminal) -> None:
    person.wait(PROMPT)
    written = person.press(b"?\n", "Your move? (")
    assert "7: Draw 2" in written
    assert "resign: give up" in written
    assert "  1  " in written


@pytest.mark.dear
def test_the_last_moves_of_both_are_shown(person: Terminal) -> None:
    person.wait(PROMPT)
    written = " ".join(person.press(b"3\n", PROMPT).split())
    assert "turned up" in written, "the news before the last move"
    assert "You play 10♥; dice " in written


@pytest.mark.dear
def test_a_large_table_fits_on_the_screen(home: Path) -> None:
    person = Terminal("play", "greedy", "me", "counting", "random", "--seed", "1", "-r", "mau-mau")
    try:
        person.wait(PROMPT)
        screen = person.press(b"\n", PROMPT)
    finally:
        person.close()
    assert len(screen.splitlines()) <= ROWS
    assert "turned up" not in screen, "the news before the last move"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("me plays K♣; bot plays 9♣", "You play K♣; bot plays 9♣"),
        ("me draws a card, ends the turn", "You draw a card, end the turn"),
        ("bot plays 8♥; me is skipped", "bot plays 8♥; you are skipped"),
        ("me goes out – me wins the game", "You go out – you win the game"),
        ("me: resigned – bot wins the game", "You resigned – bot wins the game"),
        ("me: out of time", "me: out of time"),
        ("mean plays Ober of acorns", "mean plays Ober of acorns"),
        ("me plays Ten of bells, tries to catch bot", "You play Ten of bells, try to catch bot"),
    ],
)
def test_a_person_is_addressed(text: str, expected: str) -> None:
    assert address(text, "me") == expected


@pytest.mark.dear
def test_the_end_of_the_input_resigns(person: Terminal) -> None:
    person.wait(PROMPT)
    assert "resigned" in person.press(b"\x04", OVER)


@pytest.mark.dear
def test_ctrl_c_stops_the_match(person: Terminal) -> None:
    person.wait(PROMPT)
    person.press(b"\x03", "^C\r\n")
    assert person.process.wait(TIMEOUT_S) == 130


@pytest.mark.dear
def test_boards_are_played_in_order(home: Path) -> None:
    terminal = Terminal("play", "me", *QUICK_BOTS, "-n", "2", "--seed", "3")
    try:
        terminal.wait(PROMPT)
        os.write(terminal.master, b"resign\n")
        terminal.wait("ply 0", "ply 1", "ply 2")
        assert "of 2" in terminal.press(b"resign\n", OVER)
    finally:
        terminal.close()


def test_a_person_needs_a_terminal(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, _, err = arena(capfd, "play", "me", "greedy")
    assert code == 2
    assert "needs a terminal" in err


@pytest.mark.dear
def test_a_bot_started_by_hand(home: Path) -> None:
    command = [sys.executable, "-m", "arena"]
    with (
        open(home / "err.txt", "w+") as said,
        subprocess.Popen(
            [*command, "play", "dial", QUICK_BOTS[0], "--seed", "1"], stdout=subprocess.PIPE, stderr=said
        ) as playing,
    ):
        environment = told(home / "err.txt")
        bot = subprocess.run(
            [sys.executable, str(BOT)], env={**os.environ, **environment}, timeout=TIMEOUT_S, check=False
        )
        out, _ = playing.communicate(timeout=TIMEOUT_S)
    assert bot.returncode == 0, "it is not ours to kill"
    assert playing.returncode == 0
    assert b"dial, dice" in out
    assert "Your bot has connected." in (home / "err.txt").read_text()


def told(path: Path) -> dict[str, str]:
    """Return the printed environment variables of the bot."""
    deadline = time.monotonic() + TIMEOUT_S
    while "ARENA_TOKEN" not in path.read_text() and time.monotonic() < deadline:
        time.sleep(0.05)
    lines = [line for line in path.read_text().splitlines() if line.startswith("ARENA_")]
    return dict(line.split("=", 1) for line in lines)


@pytest.mark.dear
def test_play_in_the_browser(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSER", "true")
    command = [sys.executable, "-m", "arena", "play", "me", QUICK_BOTS[0], "--open", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        address = urlsplit(process.stdout.readline().strip())
        assert address.port
        player = PagePlayer(address.port, address.path)
        try:
            assert player.get(player.play()["page"])[0] == 200
            line = process.stderr.readline()
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(TIMEOUT_S) == 0
    assert OVER in line


@pytest.mark.parametrize("players", [["greedy", "random"], ["me", "me"]])
def test_one_person_plays_in_the_browser(players: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd, "play", *players, "--open").code == 2
