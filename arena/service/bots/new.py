"""Beginning a bot: a copy of the example bot of a language, with the SDK in it unless that is installed."""

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from keyword import iskeyword
from pathlib import Path
from typing import Final

from arena.rules.house_rules.problems import did_you_mean
from arena.service.bots.bot import PYTHON
from arena.service.bots.builtin import example_folders, shipped
from arena.service.bots.files import BUILD, NOT_PARTS
from arena.service.bots.manifest import MANIFEST
from arena.service.errors import BadSettings

NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")
SDK: Final = "sdk"
SOURCES: Final[Mapping[str, str]] = {
    PYTHON: ".py",
    "typescript": ".ts",
    "rust": ".rs",
    "go": ".go",
    "java": ".java",
    "cpp": ".cpp",
}
# What build tools take for something else.
RESERVED: Final = (
    "all",
    "alloc",
    "build",
    "clean",
    "core",
    "help",
    "install",
    "maumau",
    "node_modules",
    "proc_macro",
    "std",
    "test",
    SDK,
)
LEFT_OUT: Final = (*NOT_PARTS, BUILD, ".build", ".git", "dist", "package-lock.json", "Cargo.lock")
TESTS: Final = ("test", "tests")
TEST_FILES: Final = ("_test.go", ".test.ts")
IGNORED: Final = "build/\ntarget/\nnode_modules/\n.build/\n__pycache__/\n"


@dataclass(frozen=True, slots=True)
class NewBot:
    """A bot that was begun, and the file to go on with."""

    name: str
    language: str
    folder: Path
    source: Path


def languages() -> tuple[str, ...]:
    """Those that a bot can be begun in."""
    return tuple(language for language in SOURCES if example_of(language) in example_folders())


def example_of(language: str) -> str:
    """The name of the example bot in a language."""
    return "greedy" if language == PYTHON else f"{language}_greedy"


def new_bot(name: str, language: str, folder: Path | None = None) -> NewBot:
    """Begin a bot in a folder, by default one of its name here, that is not there yet. Raises BadSettings."""
    target = Path(name) if folder is None else folder
    _check(name, language, target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=target.parent) as scratch:
            made = Path(scratch, "bot")
            _copy(made, name, language)
            made.rename(target)
    except OSError as error:
        raise BadSettings(f"{target} cannot be made: {error.strerror}") from None
    return NewBot(name, language, target, _source(target, language))


def _check(name: str, language: str, target: Path) -> None:
    if language not in languages():
        hint = did_you_mean(language, languages()) or f"there are {', '.join(languages())}"
        raise BadSettings(f"no bot can be begun in {language!r}; {hint}")
    if not NAME.fullmatch(name):
        raise BadSettings(
            f"{name!r} cannot be a new bot's name: 1 to 32 letters, digits, _ and -, a letter first"
        )
    if language != PYTHON and name.casefold() in RESERVED:
        raise BadSettings(f"{name} means something else to build tools: choose another name")
    if target.exists() or target.is_symlink():
        raise BadSettings(f"{target} is there already: choose another name, or another --folder")


def _copy(target: Path, name: str, language: str) -> None:
    example = example_folders()[example_of(language)]
    shutil.copytree(example, target, ignore=_ignore_build_files)
    for path in _texts(target):
        path.write_text(_renamed(path.read_text(encoding="utf-8"), name, language), encoding="utf-8")
    if language != PYTHON:
        sdks = shipped(SDK)
        if sdks is None or not (sdks / language).is_dir():
            raise BadSettings(f"this arena was installed without the SDK for {language}")
        shutil.copytree(sdks / language, target / SDK, ignore=_ignore_sdk_files)
    if not (target / ".gitignore").exists():
        (target / ".gitignore").write_text(IGNORED)


def _ignore_build_files(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name in LEFT_OUT or name.endswith(".pyc")]


def _ignore_sdk_files(folder: str, names: list[str]) -> list[str]:
    tests = [name for name in names if name in TESTS or name.endswith(TEST_FILES)]
    return [*_ignore_build_files(folder, names), *tests]


def _texts(folder: Path) -> Iterator[Path]:
    """The files of the bot's own that hold text."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and b"\0" not in path.read_bytes():
            yield path


def _renamed(text: str, name: str, language: str) -> str:
    """A file of the example as one of the new bot, its SDK in a folder of its own."""
    if language == PYTHON:
        as_text = re.sub(rf'"{example_of(PYTHON)}"', f'"{name}"', text)
        return re.sub(rf"\b{example_of(PYTHON)}\b", _function(name, text), as_text)
    moved = text.replace(f"../../{SDK}/{language}", f"./{SDK}")
    return moved.replace(f"{language}_greedy", name).replace(f"{language}-greedy", name)


def _function(name: str, text: str) -> str:
    """What a Python bot's function is called: as the bot, if that means nothing else there."""
    function = re.sub(r"\W", "_", name)
    taken = iskeyword(function) or re.search(rf"\b{function}\b", text)
    return f"{function}_bot" if taken else function


def _source(folder: Path, language: str) -> Path:
    """The file that is the bot."""
    found = sorted(folder.rglob(f"*{SOURCES[language]}"))
    own = (path for path in found if SDK not in path.relative_to(folder).parts)
    return next(own, folder / MANIFEST)
