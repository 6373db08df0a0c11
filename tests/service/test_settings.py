"""Clocks and settings files."""

from pathlib import Path

import pytest

from arena.record.match import Clock
from arena.service.clock import NO_CLOCK, format_clock, parse_clock
from arena.service.errors import BadSettings, UnknownBot
from arena.service.settings import settings_from_file

HERE = Path(__file__).parent / "bots"


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("10+0.1/60", Clock(10_000, 100, 60_000)),
        ("5", Clock(5_000, 0, 60_000)),
        ("2.5+1", Clock(2_500, 1_000, 60_000)),
        ("120+1", Clock(120_000, 1_000, 120_000)),
        ("1/1", Clock(1_000, 0, 1_000)),
        ("0.001/1", Clock(1, 0, 1_000)),
        ("none", NO_CLOCK),
    ],
)
def test_a_clock_is_read_and_written(text: str, clock: Clock) -> None:
    assert parse_clock(text) == clock
    assert parse_clock(format_clock(clock)) == clock


@pytest.mark.parametrize("text", ["", "0", "-1", "10+", "10/5", "1e3", "10+0.1/60/1", "0/0", "9999999", "٣"])
def test_a_clock_that_is_none(text: str) -> None:
    with pytest.raises(BadSettings):
        parse_clock(text)


def written(folder: Path, text: str) -> Path:
    path = folder / "cup.toml"
    path.write_text(text)
    return path


def test_a_file_names_bots_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "last.py").write_text((HERE / "last.py").read_text())
    text = 'ruleset = "detailed"\nbots = ["last.py", "random"]\nboards = 7\nclock = "none"\nrated = false'
    settings = settings_from_file(written(tmp_path, text))
    assert [bot.name for bot in settings.bots] == ["last", "random"]
    assert (settings.rulesets, settings.boards, settings.name) == (("detailed",), 7, "cup")
    assert (settings.clock, settings.rated, settings.seed) == (NO_CLOCK, False, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("board = 7", "do you mean boards"),
        ("nonsense = 7", "no setting 'nonsense'"),
        ('boards = "7"', "boards is to be a whole number"),
        ("boards = true", "boards is to be a whole number"),
        ("bots = [1]", "bots is to be a list of texts"),
        ("seed = 42", "seed is to be a text"),
        ("= 1", "cup.toml"),
        ("boards = " + "9" * 5_000, "cup.toml"),
        ("boards = " + "[" * 5_000, "cup.toml"),
    ],
)
def test_files_that_will_not_do(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadSettings, match=said):
        settings_from_file(written(tmp_path, text))


def test_a_missing_file_and_a_missing_bot_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="No such file"):
        settings_from_file(tmp_path / "none.toml")
    with pytest.raises(UnknownBot):
        settings_from_file(written(tmp_path, 'bots = ["missing.py"]'))
