"""A bot that is one Python file, or a class or function in one."""

import ast
import sys
from pathlib import Path
from typing import Final

from arena.service.bots.bot import PYTHON, Bot
from arena.service.bots.files import version
from arena.service.bots.names import tidied
from arena.service.errors import BadBot

SCRIPT: Final = "bot.py"
USUAL: Final = (SCRIPT, "main.py")


def script_bot(path: Path, member: str) -> Bot:
    """One Python file; with a member, the bot is that class or function of it. Raises BadBot."""
    if member and not member.isidentifier():
        raise BadBot(f"{member!r} is not the name of a class or function")
    _check(path, member)
    return Bot(
        name=tidied(member) if member else script_name(path),
        version=version([(path.name, path)], member),
        command=(sys.executable, *started(path.name, member)),
        folder=path.parent,
        source=f"{path}:{member}" if member else str(path),
        language=PYTHON,
        files=((path.name, path),),
    )


def script_name(path: Path) -> str:
    """What a bot is called after its script; one of the usual names says nothing, its folder's does."""
    return tidied(path.parent.name if path.name in USUAL else path.stem)


def started(script: str, member: str) -> tuple[str, ...]:
    """What Python is given to run it."""
    if not member:
        return (script,)
    return ("-c", f"import runpy, maumau; maumau.run(runpy.run_path({script!r})[{member!r}])")


def _check(path: Path, member: str) -> None:
    """Raises BadBot where it can be seen without starting it that this is no bot."""
    try:
        parsed = ast.parse(path.read_bytes(), str(path))
    except OSError as error:
        raise BadBot(f"{path}: {error.strerror}") from None
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
