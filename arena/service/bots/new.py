"""Create a new bot as a copy of a language's example bot. Except for Python, add a copy of the SDK."""

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
from arena.service.bots.builtin import example_folders, shipped_folder
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
# Names with another meaning for build tools.
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
BARE: Final = """\
import maumau


class MyBot(maumau.Bot):
    def choose(self, view):
        return view.legal[0]  # never empty, and every choice can be played as it is


if __name__ == "__main__":
    maumau.run(MyBot())
"""  # as in the README
POLICY: Final = "policy.npz"
WITH_POLICY: Final = f"""\
from pathlib import Path

import maumau
from maumau.envs.policy import PolicyBot, load_policy

POLICY = load_policy(Path(__file__).parent / "{POLICY}")


class MyBot(PolicyBot):
    def __init__(self):
        super().__init__(POLICY)


if __name__ == "__main__":
    maumau.run(MyBot)
"""
BARE_MANIFEST: Final = 'name = "{}"\nlanguage = "python"\ncommand = ["python", "bot.py"]\n'
IGNORED: Final = "build/\ntarget/\nnode_modules/\n.build/\n__pycache__/\n"


@dataclass(frozen=True, slots=True)
class NewBot:
    """A bot that was just created. `source`: the file that its author should edit."""

    name: str
    language: str
    folder: Path
    source: Path


def languages() -> tuple[str, ...]:
    """Return the languages in which a bot can be created."""
    return tuple(language for language in SOURCES if example_of(language) in example_folders())


def example_of(language: str) -> str:
    """Return the name of the example bot that is copied for this language."""
    return "greedy" if language == PYTHON else f"{language}_greedy"


def new_bot(
    name: str, language: str, folder: Path | None = None, *, bare: bool = False, policy: Path | None = None
) -> NewBot:
    """Create a bot in the new folder `folder`, and describe the bot in the return value.

    `folder`: None for a folder with the bot's name in the current folder.

    `bare`: create the shortest bot that plays, instead of a copy of the language's example. `policy`: a file
    with a trained policy (see `maumau.envs.policy`); create a bot that plays by this policy.

    Raise BadSettings if the name or language is invalid, or the folder exists or cannot be written.
    """
    target = Path(name) if folder is None else folder
    _check(name, language, target)
    if (bare or policy) and language != PYTHON:
        raise BadSettings(f"--bare and --from-policy are for {PYTHON}, not {language}; leave out --lang")
    if bare and policy:
        raise BadSettings("give --bare or --from-policy, not both")
    if policy:
        _check_policy(policy)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=target.parent) as scratch:
            made = Path(scratch, "bot")
            if policy:
                _write_simple(made, name, WITH_POLICY)
                shutil.copyfile(policy, made / POLICY)
            elif bare:
                _write_simple(made, name, BARE)
            else:
                _copy(made, name, language)
            made.rename(target)
    except OSError as error:
        raise BadSettings(f"cannot make {target}: {error.strerror}") from None
    return NewBot(name, language, target, _source(target, language))


def _check(name: str, language: str, target: Path) -> None:
    if language not in languages():
        hint = did_you_mean(language, languages()) or f"there are {', '.join(languages())}"
        raise BadSettings(f"unknown language {language!r}; {hint}")
    if not NAME.fullmatch(name):
        raise BadSettings(
            f"{name!r} cannot be a new bot's name: 1 to 32 letters, digits, _ and -, a letter first"
        )
    if language != PYTHON and name.casefold() in RESERVED:
        raise BadSettings(f"{name} has another meaning for build tools; choose another name")
    if target.exists() or target.is_symlink():
        raise BadSettings(f"{target} exists already; choose another name or --folder")


def _copy(target: Path, name: str, language: str) -> None:
    example = example_folders()[example_of(language)]
    shutil.copytree(example, target, ignore=_ignore_build_files)
    for path in _texts(target):
        path.write_text(_renamed(path.read_text(encoding="utf-8"), name, language), encoding="utf-8")
    if language != PYTHON:
        sdks = shipped_folder(SDK)
        if sdks is None or not (sdks / language).is_dir():
            raise BadSettings(f"this arena was installed without the SDK for {language}")
        shutil.copytree(sdks / language, target / SDK, ignore=_ignore_sdk_files)
    if not (target / ".gitignore").exists():
        (target / ".gitignore").write_text(IGNORED)


def _check_policy(file: Path) -> None:
    """Raise BadSettings if a file is not a trained policy (see `maumau.envs.policy`)."""
    from maumau.envs.policy import load_policy

    try:
        load_policy(file)
    except (OSError, ValueError) as problem:
        raise BadSettings(f"cannot use {file} as a policy: {problem}") from None


def _write_simple(target: Path, name: str, program: str) -> None:
    """Create the bot's folder `target` with a `bot.py`, a manifest and a .gitignore.

    `program`: the text of `bot.py`.
    """
    target.mkdir()
    (target / "bot.py").write_text(program)
    (target / MANIFEST).write_text(BARE_MANIFEST.format(name))
    (target / ".gitignore").write_text(IGNORED)


def _ignore_build_files(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name in LEFT_OUT or name.endswith(".pyc")]


def _ignore_sdk_files(folder: str, names: list[str]) -> list[str]:
    tests = [name for name in names if name in TESTS or name.endswith(TEST_FILES)]
    return [*_ignore_build_files(folder, names), *tests]


def _texts(folder: Path) -> Iterator[Path]:
    """Yield the paths of the text files in the folder of the new bot."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and b"\0" not in path.read_bytes():
            yield path


def _renamed(text: str, name: str, language: str) -> str:
    """Return the text of an example bot's file, with the new bot's name and the new path of the SDK."""
    if language == PYTHON:
        as_text = re.sub(rf'"{example_of(PYTHON)}"', f'"{name}"', text)
        return re.sub(rf"\b{example_of(PYTHON)}\b", _function_name(name, text), as_text)
    moved = text.replace(f"../../{SDK}/{language}", f"./{SDK}")
    return moved.replace(f"{language}_greedy", name).replace(f"{language}-greedy", name)


def _function_name(name: str, text: str) -> str:
    """Return the bot's name in a form that Python allows for functions.

    "_bot" is added to a name that is a keyword or already occurs in `text`, the bot's source.
    """
    function = re.sub(r"\W", "_", name)
    taken = iskeyword(function) or re.search(rf"\b{function}\b", text)
    return f"{function}_bot" if taken else function


def _source(folder: Path, language: str) -> Path:
    """Return the path of the new bot's main source file, or of its manifest if there is no source file."""
    found = sorted(folder.rglob(f"*{SOURCES[language]}"))
    own = (path for path in found if SDK not in path.relative_to(folder).parts)
    return next(own, folder / MANIFEST)
