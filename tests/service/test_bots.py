"""From what is typed to a bot, its name and its version."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from arena.service.bots import Promises, builtins, resolve_bot
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


LIMIT = "[limits]\n{}\n"
MANIFESTS = [
    ("command = 3", "1: command is to be a list of texts, the program first, not 3; write for example com"),
    ("command = []", "1: command is to be a list"),
    ('command = "python bot.py"', '1: command is to be a list of texts, the program first, not "python bot'),
    ("command = ['']", "1: command is to be a list"),
    ("command = [", "1: this is not TOML: a bracket or a quote here is not closed"),
    ('name = "a\\u202eb"', r"""1: "a\u202eb" cannot be a bot's name: 1 to 32 letters"""),
    ('description = "red \\u001b[31m"', "1: description contains the invisible character U+001B"),
    ('language = "a\\u202eb"', "1: language contains the invisible character U+202E"),
    ('build = """make\nall"""', "build contains the invisible character U+000A"),
    ('command = ["./bot", "a\\u2066b"]', "1: command contains the invisible character U+2066"),
    ('name = "---"', "cannot be a bot's name"),
    ('\nname = ""', "2: name is to be a text of 1 to 1,000 characters"),
    ("language = 1", "1: language is to be a text of 1 to 1,000 characters, not 1; write for example langu"),
    (f'description = "{"x" * 1001}"', "1: description is to be a text of 1 to 1,000"),
    ('comand = ["x"]', '1: there is no key "comand"; did you mean "command"?'),
    ("colour = 1", '1: there is no key "colour"; there are name, language, command'),
    ("memory_mb = 1", '1: there is no key "memory_mb"; it belongs below a line [limits]'),
    ('rulesets = "mau-mau"', '1: rulesets is to be a list of names; leave it out for all, not "mau-mau"'),
    ("rulesets = []", "1: rulesets is to be a list of names; leave it out for all"),
    ('rulesets = [\n "prsi",\n "mau-mua",\n]', '3: rulesets: no ruleset is called "mau-mua"; did you mean'),
    ('rulesets = ["skat"]', '1: rulesets: no ruleset is called "skat"; `arena ruleset list` shows'),
    ("limits = 3", "1: limits is to be a table, not 3; write for example [limits] and below it memory_mb"),
    (LIMIT.format("memory_mb = 0"), "2: limits: memory_mb is to be a whole number from 1 to 256, not 0"),
    (LIMIT.format("memory_mb = 1.5"), "2: limits: memory_mb is to be a whole number"),
    (LIMIT.format("games = true"), "2: limits: games is to be a whole number from 1 to 256, not true"),
    (LIMIT.format('decision_ms = "5"'), "2: limits: decision_ms is to be a number from 0.001 to 60,000"),
    (LIMIT.format("memory = 3"), '2: there is no key "memory" in limits; did you mean "memory_mb"?'),
    (LIMIT.format('command = ["x"]'), '2: there is no key "command" in limits; command stands above the'),
    ("colour = 1\nname = 2", '1: there is no key "colour"; there are name, language, command, build, '
        "description, rulesets, limits (and 1 more)"),
]  # fmt: skip


@pytest.mark.parametrize(("manifest", "said"), MANIFESTS)
def test_manifests_that_will_not_do(folder: Path, manifest: str, said: str) -> None:
    path = folder / "rusty" / "bot.toml"
    path.write_text(manifest)
    with pytest.raises(BadBot, match=re.escape(f"{path}:") + ".*" + re.escape(said)):
        resolve_bot("rusty")


def test_a_manifest_that_is_no_text(folder: Path) -> None:
    (folder / "rusty" / "bot.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(BadBot, match=r"bot\.toml: this is not UTF-8"):
        resolve_bot("rusty")


def test_a_manifest_without_a_command(folder: Path) -> None:
    (folder / "rusty" / "bot.toml").write_text('language = "rust"')
    with pytest.raises(
        BadBot, match=r"bot\.toml has no command; write a bot\.toml with, for example, command"
    ):
        resolve_bot("rusty")


def test_what_a_manifest_says_of_rulesets_and_limits(folder: Path) -> None:
    (folder / "plain" / "bot.toml").write_text(
        'rulesets = ["prsi", "mau-mau", "prsi"]\n[limits]\nmemory_mb = 100\ndecision_ms = 2.5\ngames = 8\n'
    )
    bot = resolve_bot("plain")
    assert bot.rulesets == ("prsi", "mau-mau")
    assert bot.limits == Promises(memory_mb=100, decision_ms=2.5, games=8)
    assert bot.command == (sys.executable, "bot.py")


@pytest.mark.parametrize("left", ["target", "node_modules", ".build", "__pycache__"])
def test_what_compilers_leave_is_no_part_of_a_bot(folder: Path, left: str) -> None:
    before = resolve_bot("plain")
    (folder / "plain" / left / "deep").mkdir(parents=True)
    (folder / "plain" / left / "deep" / "file").write_text("x")
    assert resolve_bot("plain") == before
    (folder / "plain" / "bot.toml").write_text(f'command = ["{left}/deep/file"]')
    with pytest.raises(BadBot, match=f"command names {left}/deep/file, which is no part of a bot"):
        resolve_bot("plain")


def test_too_many_files_are_no_bot(folder: Path) -> None:
    for number in range(1_001):
        (folder / "plain" / str(number)).touch()
    with pytest.raises(BadBot, match="more than 1,000 files"):
        resolve_bot("plain")


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
def test_names_that_one_takes_for_each_other(one: str, other: str, alike: bool) -> None:
    assert is_confusable(one, other) == alike
