"""From what somebody types to a bot that can be started: `builtin:NAME`, `path/bot.py[:Class]`, a folder."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.service.errors import BadBot, UnknownBot

BUILTIN: Final = "builtin:"
ME: Final = "me"
DIAL: Final = "dial"
GUEST_VERSION: Final = "0" * 64  # of who has no files
MANIFEST: Final = "bot.toml"
SCRIPT: Final = "bot.py"
USUAL: Final = (SCRIPT, "main.py")
MOST_FILES: Final = 1_000
MOST_BYTES: Final = 50_000_000
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
HERE: Final = Path()
PYTHONS: Final = ("python", "python3")


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as it lies on this machine. `source` finds it again; `version` is SHA-256 of its files.

    `files`: by their names in the bot's folder. `runner`: the only one that can start it, empty if any can.
    `label`: what the tables of a tournament call it, if not by its name.
    """

    name: str
    version: str
    command: tuple[str, ...]
    folder: Path
    source: str
    language: str = ""
    description: str = ""
    files: tuple[tuple[str, Path], ...] = ()
    runner: str = ""
    label: str = ""


def resolve_bot(text: str, folder: Path = HERE) -> Bot:
    """The bot that this text names, a path as seen from the folder. Raises UnknownBot, BadBot.

    A bare name is a builtin, unless there is also something of that name in the folder.
    """
    if text in (ME, DIAL):
        raise UnknownBot(f"{text} plays only in `arena play`")
    if text.startswith(BUILTIN):
        return _builtin(text.removeprefix(BUILTIN))
    path, _, member = text.partition(":")
    if not path:
        raise UnknownBot(f"{text!r} names no bot; `arena bot` lists those that come with the arena")
    if not _exists(folder / path):
        if path == text and "/" not in text and not text.endswith(".py"):
            return _builtin(text)
        raise UnknownBot(f"there is no bot at {path}")
    if path in _builtin_folders():
        raise UnknownBot(f"{path} is a builtin and a path: say {BUILTIN}{path} or ./{path}")
    return _at((folder / path).resolve(), member)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise UnknownBot(f"{path}: {error.strerror}") from None


def builtins() -> tuple[Bot, ...]:
    """The bots that come with the arena, by name."""
    return tuple(_builtin(name) for name in sorted(_builtin_folders()))


def _builtin(name: str) -> Bot:
    folders = _builtin_folders()
    if name not in folders:
        near = get_close_matches(name, folders, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(folders))}"
        raise UnknownBot(f"there is no builtin bot {name!r}; {hint}")
    return _folder_bot(folders[name], f"{BUILTIN}{name}")


@cache
def _builtin_folders() -> Mapping[str, Path]:
    """The example bots: in an installed arena beside its modules, in a checkout at the top."""
    package = Path(__file__).parents[1]
    roots = (package / "_example_bots", package.parent / "example_bots")
    root = next((root for root in roots if root.is_dir()), None)
    return {folder.parent.name: folder.parent for folder in root.glob(f"*/{MANIFEST}")} if root else {}


def _at(path: Path, member: str) -> Bot:
    if path.is_dir() and not member:
        return _folder_bot(path, str(path))
    if path.is_file() and path.suffix == ".py":
        return _script_bot(path, member)
    raise BadBot(f"{path} is neither a Python file nor a folder with a {MANIFEST} or {SCRIPT}")


def _script_bot(path: Path, member: str) -> Bot:
    """One Python file; with a member, the bot is that class or function of it."""
    if member and not member.isidentifier():
        raise BadBot(f"{member!r} is not the name of a class or function")
    _check_script(path, member)
    return Bot(
        name=_name(member) if member else script_name(path),
        version=version([(path.name, path)], member),
        command=(sys.executable, *_started(path.name, member)),
        folder=path.parent,
        source=f"{path}:{member}" if member else str(path),
        language="python",
        files=((path.name, path),),
    )


def _check_script(path: Path, member: str) -> None:
    """Raises BadBot where it can be seen without starting it that this is no bot."""
    try:
        parsed = ast.parse(path.read_bytes(), str(path))
    except SyntaxError as error:
        raise BadBot(f"{path}, line {error.lineno or 1}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise BadBot(f"{path}: {error}") from None
    if member and not {member, "*"} & _defined(parsed):
        raise BadBot(f"{path} defines no {member}")


def _defined(parsed: ast.Module) -> set[str]:
    """All names that the script gives to something, anywhere."""
    definitions = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    names = {part.name for part in ast.walk(parsed) if isinstance(part, definitions)}
    imported = {part.asname or part.name for part in ast.walk(parsed) if isinstance(part, ast.alias)}
    assigned = {part.id for part in ast.walk(parsed) if isinstance(part, ast.Name)}
    return names | imported | assigned


def script_name(path: Path) -> str:
    """What a bot is called after its script; one of the usual names says nothing, its folder's does."""
    return _name(path.parent.name if path.name in USUAL else path.stem)


def _started(script: str, member: str) -> tuple[str, ...]:
    if not member:
        return (script,)
    return ("-c", f"import runpy, maumau; maumau.run(runpy.run_path({script!r})[{member!r}])")


def _folder_bot(folder: Path, source: str) -> Bot:
    """A folder with a manifest, or with a script of the usual name."""
    manifest = _manifest(folder / MANIFEST)
    files = _files(folder)
    return Bot(
        name=_name(str(manifest.get("name", folder.name))),
        version=version(files),
        command=_command(folder, manifest),
        folder=folder,
        source=source,
        language=str(manifest.get("language", "python")),
        description=str(manifest.get("description", "")),
        files=tuple(files),
    )


def _manifest(path: Path) -> Mapping[str, object]:
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadBot(f"{path}: {error}") from None


def _command(folder: Path, manifest: Mapping[str, object]) -> tuple[str, ...]:
    """How it is started: the manifest's command, in which "python" is the one that runs the arena."""
    command = manifest.get("command")
    if command is None and (folder / SCRIPT).is_file():
        return (sys.executable, SCRIPT)
    if not isinstance(command, list) or not command or not all(isinstance(part, str) for part in command):
        raise BadBot(
            f'{folder}: {MANIFEST} has no command; write for example command = ["python", "{SCRIPT}"]'
        )
    return (sys.executable if command[0] in PYTHONS else command[0], *command[1:])


def _name(text: str) -> str:
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", text)
    if not NAME.fullmatch(name):
        raise BadBot(
            f"{text!r} cannot be a bot's name: 1 to 32 letters, digits, dots, dashes, a letter first"
        )
    return name


def _files(folder: Path) -> list[tuple[str, Path]]:
    """The files that make a bot what it is, by their names in the folder; hidden and compiled ones do not."""
    found = []
    for path in folder.rglob("*"):
        name = path.relative_to(folder)
        if path.is_file() and path.suffix != ".pyc" and not any(_unseen(part) for part in name.parts):
            found.append((name.as_posix(), path))
        if len(found) > MOST_FILES:
            raise BadBot(f"{folder} holds more than {MOST_FILES} files")
    return found


def _unseen(part: str) -> bool:
    return part.startswith(".") or part == "__pycache__"


def version(files: Iterable[tuple[str, Path]], member: str = "") -> str:
    """SHA-256 over names, sizes and bytes of the files in the order of their names; then the member."""
    hasher = sha256()
    total = 0
    for name, path in sorted(files):
        content = path.read_bytes()
        total += len(content)
        if total > MOST_BYTES:
            raise BadBot(f"a bot may have {MOST_BYTES // 1_000_000} MB, there is more at {path.parent}")
        hasher.update(f"{name}\n{len(content)}\n".encode() + content)
    hasher.update(member.encode())
    return hasher.hexdigest()
