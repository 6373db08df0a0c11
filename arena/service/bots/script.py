"""Bots that consist of one Python file, or of a class or function in it."""

import ast
import sys
from pathlib import Path
from typing import Final

from arena.service.bots.bot import PYTHON, Bot
from arena.service.bots.files import MAX_BYTES, read_up_to, version
from arena.service.bots.names import tidy_name
from arena.service.errors import BadBot

SCRIPT: Final = "bot.py"
USUAL: Final = (SCRIPT, "main.py")


def script_bot(path: Path, member: str) -> Bot:
    """Return the bot in a Python file: the whole file, or its class or function `member`.

    Raise BadBot if the file is not valid Python or has no such member.
    """
    if member and not member.isidentifier():
        raise BadBot(f"{member!r} is not the name of a class or function")
    check_script(path, read_up_to(MAX_BYTES, path), member)
    return unparsed_script_bot(path, member)


def unparsed_script_bot(path: Path, member: str) -> Bot:
    """Return the bot in a Python file without parsing the file. Call `check_script` first. Raise BadBot if
    the file cannot be read.
    """
    return Bot(
        name=tidy_name(member) if member else script_name(path),
        version=version([(path.name, path)], member),
        command=(sys.executable, *script_arguments(path.name, member)),
        folder=path.parent,
        source=f"{path}:{member}" if member else str(path),
        language=PYTHON,
        files=((path.name, path),),
    )


def script_name(path: Path) -> str:
    """Return a bot name made from the script's file name; for bot.py and main.py, from the folder's name."""
    return tidy_name(path.parent.name if path.name in USUAL else path.stem)


def script_arguments(script: str, member: str) -> tuple[str, ...]:
    """Return Python's command-line arguments to run a script as a bot.

    `member`: the class or function in the script that is the bot; empty for the whole script.
    """
    if not member:
        return (script,)
    return ("-c", f"import runpy, maumau; maumau.run(runpy.run_path({script!r})[{member!r}])")


def check_script(path: Path, source: bytes, member: str) -> None:
    """Raise BadBot if the source is not valid Python or does not define `member`. The source is not run."""
    try:
        parsed = ast.parse(source, str(path))
    except SyntaxError as error:
        raise BadBot(f"{path}, line {error.lineno or 1}: {error.msg}") from None
    except ValueError as error:
        raise BadBot(f"{path}: {error}") from None
    except (RecursionError, MemoryError):
        raise BadBot(
            f"{path}: cannot parse it: it is nested too deeply; write it with less nesting"
        ) from None
    if member and not {member, "*"} & _defined(parsed):
        raise BadBot(f"{path} defines no {member}")


def _defined(parsed: ast.Module) -> set[str]:
    """Return all names that a script defines, imports or uses, at any level."""
    definitions = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    names = {part.name for part in ast.walk(parsed) if isinstance(part, definitions)}
    imported = {part.asname or part.name for part in ast.walk(parsed) if isinstance(part, ast.alias)}
    assigned = {part.id for part in ast.walk(parsed) if isinstance(part, ast.Name)}
    return names | imported | assigned
