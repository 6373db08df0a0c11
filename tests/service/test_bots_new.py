"""A bot is begun from the example of its language, and plays at once."""

import re
import runpy
from pathlib import Path

import pytest

import maumau
from arena.service.bots import resolve_bot
from arena.service.bots.builtin import example_folders
from arena.service.bots.new import SOURCES, example_of, languages, new_bot
from arena.service.errors import BadSettings
from arena.service.play import play_match

LEFT = ("build", "target", "node_modules", ".build", "tests", "test", "__pycache__")


@pytest.mark.parametrize("language", languages())
def test_new_bot_does_not_mention_the_example(language: str, tmp_path: Path) -> None:
    made = new_bot("Mine-1", language, tmp_path / "deep" / "mine")
    assert made.source.is_file()
    assert made.source.suffix == SOURCES[language]
    bot = resolve_bot(str(made.folder))
    assert (bot.name, bot.language) == ("Mine-1", language)
    own = [path for path in made.folder.rglob("*") if path.is_file() and "sdk" not in path.parts]
    for path in own:
        assert not re.search(rf"{example_of(language)}|{language}-greedy|\.\./", path.read_text()), path
    assert not [path for path in made.folder.rglob("*") if path.name in LEFT]
    assert "build/" in (made.folder / ".gitignore").read_text()
    assert (made.folder / "sdk").is_dir() == (language != "python")
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["mine"], "nothing is left behind"


def test_every_language_can_be_created() -> None:
    examples = {name.removesuffix("_greedy") for name in example_folders() if name.endswith("_greedy")}
    assert set(languages()) == {"python", *examples}


@pytest.mark.dear
@pytest.mark.parametrize("bare", [False, True])
def test_a_new_python_bot_plays_at_once(bare: bool, tmp_path: Path) -> None:
    bot = resolve_bot(str(new_bot("clever", "python", tmp_path / "clever", bare=bare).folder))
    result = play_match([bot, resolve_bot("builtin:random")], "mau-mau")
    assert result.bots == ("clever", "random")
    assert result.games_with_fault == 0


def test_only_python_bots_are_bare(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="--bare"):
        new_bot("clever", "go", tmp_path / "clever", bare=True)


@pytest.mark.parametrize("name", ["class", "maumau", "max", "worth", "Choice"])
def test_new_python_bot_may_have_a_name_that_it_uses(name: str, tmp_path: Path) -> None:
    made = new_bot(name, "python", tmp_path / "new")
    assert resolve_bot(str(made.folder)).name == name
    (bot,) = (one for one in runpy.run_path(str(made.source)).values() if isinstance(one, maumau.Bot))
    assert maumau.simulate([bot, "random"], games=2, seed=1).bots == (f"{name}_bot", "random")


@pytest.mark.parametrize(
    ("name", "language", "said"),
    [
        ("mine", "pyton", "unknown language 'pyton'; did you mean \"python\"?"),
        ("mine", "brainfuck", "there are python"),
        ("1mine", "python", "cannot be a new bot's name: 1 to 32 letters"),
        ("../mine", "python", "cannot be a new bot's name"),
        ("", "python", "cannot be a new bot's name"),
        ("m" * 33, "python", "cannot be a new bot's name"),
        ("mine\n", "python", "cannot be a new bot's name"),
        ("there", "python", "there exists already"),
        ("dangling", "python", "dangling exists already"),
        ("file/mine", "python", "cannot be a new bot's name"),
    ],
)
def test_invalid_new_bots_are_refused(
    name: str, language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    Path("dangling").symlink_to("nowhere")
    with pytest.raises(BadSettings, match=re.escape(said)):
        new_bot(name, language)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dangling", "there"]


def test_names_known_to_build_tools_are_refused(tmp_path: Path) -> None:
    for language in languages()[1:]:
        for name in ("test", "maumau"):
            with pytest.raises(BadSettings, match=f"{name} has another meaning"):
                new_bot(name, language, tmp_path / "mine")


def test_new_go_bot_may_have_the_name_of_a_package(tmp_path: Path) -> None:
    """The paths of those packages have no folder in front, or another one."""
    made = new_bot("sort", "go", tmp_path / "new")
    assert (made.folder / "go.mod").read_text().startswith("module bots/sort\n")


def test_unwritable_target_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadSettings, match=r"cannot make .*(Not a directory|File exists)"):
        new_bot("mine", "python", tmp_path / "file" / "mine")
