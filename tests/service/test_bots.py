"""From what is typed to a bot, its name and its version."""

import shutil
import sys
from pathlib import Path

import pytest

from arena.service.bots import builtins, resolve_bot
from arena.service.errors import BadBot, UnknownBot

SCRIPT = "import maumau\n\nclass Clever(maumau.Bot): ...\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a bot of each kind."""
    (tmp_path / "mine.py").write_text(SCRIPT)
    for name in ("plain", "rusty"):
        (tmp_path / name).mkdir()
    (tmp_path / "plain" / "bot.py").write_text(SCRIPT)
    manifest = 'name = "Rusty"\nlanguage = "rust"\ncommand = ["./bot", "--fast"]\ndescription = "Fast."\n'
    (tmp_path / "rusty" / "bot.toml").write_text(manifest)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_is_a_bot_named_after_it(folder: Path) -> None:
    bot = resolve_bot("mine.py")
    assert (bot.name, bot.command, bot.folder) == ("mine", (sys.executable, "mine.py"), folder)
    assert resolve_bot(bot.source) == bot


def test_a_class_of_a_file_is_another_bot(folder: Path) -> None:
    bot = resolve_bot("mine.py:Clever")
    assert bot.name == "Clever"
    assert bot.version != resolve_bot("mine.py").version
    assert resolve_bot(bot.source) == bot


def test_the_usual_script_is_named_after_its_folder(folder: Path) -> None:
    assert resolve_bot("plain").name == resolve_bot("plain/bot.py").name == "plain"
    assert resolve_bot("plain").command == (sys.executable, "bot.py")


def test_a_manifest_says_how_a_bot_is_called_and_started(folder: Path) -> None:
    bot = resolve_bot("rusty")
    assert (bot.name, bot.language, bot.command) == ("Rusty", "rust", ("./bot", "--fast"))
    assert bot.description == "Fast."


def test_python_in_a_manifest_is_the_one_that_runs_the_arena(folder: Path) -> None:
    (folder / "rusty" / "bot.toml").write_text('command = ["python", "x.py"]')
    assert resolve_bot("rusty").command == (sys.executable, "x.py")


def test_the_version_is_the_content_and_nothing_else(folder: Path) -> None:
    before = resolve_bot("plain").version
    (folder / "plain" / "__pycache__").mkdir()
    (folder / "plain" / "__pycache__" / "bot.cpython-311.pyc").write_bytes(b"x")
    (folder / "plain" / ".hidden").write_text("x")
    shutil.copytree(folder / "plain", folder / "copy")
    assert resolve_bot("plain").version == resolve_bot("copy").version == before
    (folder / "plain" / "helper.py").write_text("")
    assert resolve_bot("plain").version != before


def test_what_is_in_which_file_makes_a_difference(folder: Path) -> None:
    (folder / "plain" / "a.py").write_text("1\n")
    (folder / "plain" / "b.py").write_text("2\n")
    before = resolve_bot("plain").version
    (folder / "plain" / "a.py").write_text("2\n")
    (folder / "plain" / "b.py").write_text("1\n")
    assert resolve_bot("plain").version != before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("builtin:gredy", "did you mean greedy"),
        ("gredy", "did you mean greedy"),
        ("builtin:", "there are counting, greedy"),
        ("nowhere/bot.py", "no bot at nowhere/bot.py"),
        ("nowhere.py:Clever", "no bot at nowhere.py"),
    ],
)
def test_a_bot_that_is_not_there(folder: Path, text: str, said: str) -> None:
    with pytest.raises(UnknownBot, match=said):
        resolve_bot(text)


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("command = 3", "no command"),
        ("command = []", "no command"),
        ('command = "python bot.py"', "no command"),
        ("", "no command"),
        ("command = [", "bot.toml"),
        ('name = "a\\u202eb"\ncommand = ["x"]\nlanguage = 1', None),
        ('name = "---"\ncommand = ["x"]', "cannot be a bot's name"),
        ('name = ""\ncommand = ["x"]', "cannot be a bot's name"),
    ],
)
def test_manifests_that_will_not_do(folder: Path, manifest: str, said: str | None) -> None:
    (folder / "rusty" / "bot.toml").write_text(manifest)
    if said is None:
        assert resolve_bot("rusty").name == "a-b"
        return
    with pytest.raises(BadBot, match=said):
        resolve_bot("rusty")


def test_a_text_file_is_no_bot(folder: Path) -> None:
    (folder / "notes.txt").write_text("")
    with pytest.raises(BadBot, match="neither"):
        resolve_bot("notes.txt")
    with pytest.raises(BadBot, match="not the name"):
        resolve_bot("mine.py:not-a-name")


def test_builtins_go_by_their_bare_name_unless_something_here_has_it(folder: Path) -> None:
    assert resolve_bot("greedy") == resolve_bot("builtin:greedy")
    (folder / "greedy").mkdir()
    (folder / "greedy" / "bot.py").write_text(SCRIPT)
    with pytest.raises(UnknownBot, match=r"say builtin:greedy or \./greedy"):
        resolve_bot("greedy")
    assert resolve_bot("./greedy").folder == folder / "greedy"


def test_there_are_four_builtins_with_a_description() -> None:
    bots = {bot.name: bot for bot in builtins()}
    assert {"random", "greedy", "suit_keeper", "counting"} <= bots.keys()
    assert all(bot.description for bot in bots.values())
