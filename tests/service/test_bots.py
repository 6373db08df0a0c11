"""From what is typed to a bot, its name and its version."""

import shutil
import sys
from pathlib import Path

import pytest

from arena.service.bots import Promises, builtins, resolve_bot
from arena.service.bots.manifest import BadManifest
from arena.service.bots.names import is_confusable
from arena.service.errors import BadBot, UnknownBot
from arena.service.submission.register import member_of

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
    monkeypatch.setenv("ARENA_DB", str(tmp_path / "arena.db"))
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


@pytest.mark.parametrize("text", ["mine.py", "mine.py:Clever", "plain", "plain/bot.py", "./rusty"])
def test_a_bot_is_found_again_in_a_folder_with_a_colon_in_its_name(
    folder: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart = folder / "10:30" / "a.py:b"
    shutil.copytree(folder, apart, ignore=shutil.ignore_patterns("10:30"))
    bot = resolve_bot(text)
    for there in (resolve_bot(f"10:30/a.py:b/{text.removeprefix('./')}"), resolve_bot(text, apart)):
        assert there.folder.is_relative_to(apart)
        assert (there.name, there.version) == (bot.name, bot.version)
        assert resolve_bot(there.source) == there
        assert member_of(there) == member_of(bot)


def test_the_usual_script_is_named_after_its_folder(folder: Path) -> None:
    assert resolve_bot("plain").name == resolve_bot("plain/bot.py").name == "plain"
    assert resolve_bot("plain").command == (sys.executable, "bot.py")


def test_manifest_gives_name_and_command(folder: Path) -> None:
    bot = resolve_bot("rusty")
    assert (bot.name, bot.language, bot.command) == ("Rusty", "rust", ("./bot", "--fast"))
    assert bot.description == "Fast."


def test_python_in_a_manifest_is_the_one_that_runs_the_arena(folder: Path) -> None:
    (folder / "rusty" / "bot.toml").write_text('command = ["python", "x.py"]')
    assert resolve_bot("rusty").command == (sys.executable, "x.py")


def test_version_depends_only_on_content(folder: Path) -> None:
    before = resolve_bot("plain").version
    (folder / "plain" / "__pycache__").mkdir()
    (folder / "plain" / "__pycache__" / "bot.cpython-311.pyc").write_bytes(b"x")
    (folder / "plain" / ".hidden").write_text("x")
    shutil.copytree(folder / "plain", folder / "copy")
    assert resolve_bot("plain").version == resolve_bot("copy").version == before
    (folder / "plain" / "helper.py").write_text("")
    assert resolve_bot("plain").version != before


def test_version_depends_on_file_names(folder: Path) -> None:
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
def test_unknown_bots_are_refused(folder: Path, text: str, said: str) -> None:
    with pytest.raises(UnknownBot, match=said):
        resolve_bot(text)


LIMIT = "[limits]\n{}\n"
BAD_MANIFESTS = [  # the line of the mistake, and a word about it
    ("command = 3", 1, "a list of texts"),
    ("command = []", 1, "command"),
    ('command = "python bot.py"', 1, '"python bot.py"'),
    ("command = ['']", 1, "command"),
    ("command = [", 1, "not TOML"),
    ('name = "a\\u202eb"', 1, r"a\u202eb"),
    ('description = "red \\u001b[31m"', 1, "U+001B"),
    ('language = "a\\u202eb"', 1, "U+202E"),
    ('build = """make\nall"""', 1, "U+000A"),
    ('command = ["./bot", "a\\u2066b"]', 1, "U+2066"),
    ('name = "---"', 1, "name"),
    ('\nname = ""', 2, "name"),
    ("language = 1", 1, 'language = "go"'),
    (f'description = "{"x" * 1001}"', 1, "1,000"),
    ('comand = ["x"]', 1, 'did you mean "command"?'),
    ("colour = 1", 1, "name, language, command"),
    ("memory_mb = 1", 1, "[limits]"),
    ('rulesets = "mau-mau"', 1, "leave it out for all"),
    ("rulesets = []", 1, "leave it out for all"),
    ('rulesets = [\n "prsi",\n "mau-mua",\n]', 3, 'did you mean "mau-mau"'),
    ('rulesets = ["skat"]', 1, "`arena ruleset list`"),
    ("limits = 3", 1, "[limits] and below it memory_mb"),
    (LIMIT.format("memory_mb = 0"), 2, "from 1 to 256"),
    (LIMIT.format("memory_mb = 1.5"), 2, "whole number"),
    (LIMIT.format("games = true"), 2, "from 1 to 256, not true"),
    (LIMIT.format('decision_ms = "5"'), 2, "from 0.001 to 60,000"),
    (LIMIT.format("memory = 3"), 2, 'did you mean "memory_mb"?'),
    (LIMIT.format('command = ["x"]'), 2, "above"),
    ("colour = 1\nname = 2", 1, "(and 1 more)"),
]


@pytest.mark.parametrize(("manifest", "line", "word"), BAD_MANIFESTS)
def test_mistakes_in_a_manifest_are_reported_by_line(
    folder: Path, manifest: str, line: int, word: str
) -> None:
    path = folder / "rusty" / "bot.toml"
    path.write_text(manifest)
    with pytest.raises(BadManifest) as error:
        resolve_bot("rusty")
    assert error.value.mistakes[0].line == line
    assert str(error.value).startswith(f"{path}:{line}: ")
    assert word in str(error.value)


def test_manifest_must_be_utf8(folder: Path) -> None:
    (folder / "rusty" / "bot.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(BadBot):
        resolve_bot("rusty")


def test_a_manifest_without_a_command(folder: Path) -> None:
    (folder / "rusty" / "bot.toml").write_text('language = "rust"')
    with pytest.raises(
        BadBot, match=r"bot\.toml has no command; write a bot\.toml with, for example, command"
    ):
        resolve_bot("rusty")


def test_manifest_gives_rulesets_and_limits(folder: Path) -> None:
    (folder / "plain" / "bot.toml").write_text(
        'rulesets = ["prsi", "mau-mau", "prsi"]\n[limits]\nmemory_mb = 100\ndecision_ms = 2.5\ngames = 8\n'
    )
    bot = resolve_bot("plain")
    assert bot.rulesets == ("prsi", "mau-mau")
    assert bot.limits == Promises(memory_mb=100, decision_ms=2.5, games=8)
    assert bot.command == (sys.executable, "bot.py")


@pytest.mark.parametrize("left", ["target", "node_modules", ".build", "__pycache__"])
def test_intermediate_files_are_not_part_of_a_bot(folder: Path, left: str) -> None:
    before = resolve_bot("plain")
    (folder / "plain" / left / "deep").mkdir(parents=True)
    (folder / "plain" / left / "deep" / "file").write_text("x")
    assert resolve_bot("plain") == before
    (folder / "plain" / "bot.toml").write_text(f'command = ["{left}/deep/file"]')
    with pytest.raises(BadBot, match=f"command names {left}/deep/file, which is not part of the bot"):
        resolve_bot("plain")


def test_too_many_files_are_refused(folder: Path) -> None:
    for number in range(1_001):
        (folder / "plain" / str(number)).touch()
    with pytest.raises(BadBot, match="more than 1,000 files"):
        resolve_bot("plain")


def test_text_file_is_refused(folder: Path) -> None:
    (folder / "notes.txt").write_text("")
    with pytest.raises(BadBot, match="neither"):
        resolve_bot("notes.txt")
    with pytest.raises(BadBot, match="not the name"):
        resolve_bot("mine.py:not-a-name")


def test_builtin_is_found_by_its_bare_name(folder: Path) -> None:
    assert resolve_bot("greedy") == resolve_bot("builtin:greedy")
    (folder / "greedy").mkdir()
    (folder / "greedy" / "bot.py").write_text(SCRIPT)
    with pytest.raises(UnknownBot, match=r"use builtin:greedy or \./greedy"):
        resolve_bot("greedy")
    assert resolve_bot("./greedy").folder == folder / "greedy"


def test_there_are_four_builtins_with_a_description() -> None:
    bots = {bot.name: bot for bot in builtins()}
    assert {"random", "greedy", "suit_keeper", "counting"} <= bots.keys()
    assert all(bot.description for bot in bots.values())


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("clever", "CLEVER", True),
        ("clever-1", "clever_l", True),
        ("b0t", "bot", True),
        ("my.bot", "mybot", True),
        ("Ill", "111", True),
        ("clever", "cleverer", False),
        ("bot1", "bot2", False),
        ("modern", "modem", True),
        ("vvinner", "winner", True),
        ("C1ever", "dever", True),
        ("rnaurnau", "maumau", True),
    ],
)
def test_confusable_names(one: str, other: str, alike: bool) -> None:
    assert is_confusable(one, other) == alike
