"""Making what a bot consists of: its build line, run in its folder by this user's shell, as its author would.

Only where its processes may run here as well. What a container holds its author builds, or its Dockerfile.
"""

import contextlib
import os
import re
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.sandbox.docker.dockerfile import STATIC, base_of, missing_sources
from arena.service.bots.binary import find_binary_problem
from arena.service.bots.bot import Bot, anywhere
from arena.service.bots.files import BUILD
from arena.service.bots.folder import folder_bot
from arena.service.bots.shell import run_line
from arena.service.errors import BadBot
from arena.viewer.printable import last_lines, printable

DOCKERFILE: Final = "Dockerfile"
BUILD_S: Final = 600
LINES_TOLD: Final = 20
MAX_LINE: Final = 300  # characters
SCRIPTS: Final = (".py", ".js", ".mjs", ".jar")
TOOLS: Final[Mapping[str, str]] = {
    "go": "Go",
    "cargo": "Rust",
    "npm": "Node.js",
    "node": "Node.js",
    "mvn": "Maven",
    "java": "a Java runtime",
    "cmake": "CMake",
    "make": "make",
}

Tell = Callable[[str], None]


class BuildFailed(BadBot):
    """A build line did not do what it is there for; what it printed was told."""


def built(bot: Bot, tell: Tell, timeout_s: float = BUILD_S) -> Bot:
    """The bot, its build line run where what that makes is missing or older than a source. Raises BadBot.

    `tell` is given lines: that it is built, and where it fails the last of what was printed.
    """
    if not must_be_built(bot):
        return bot
    _check_tools(bot)
    tell(f"building {bot.name}: {printable(bot.build, MAX_LINE)}")
    code, output = run_line(bot.build, bot.folder, timeout_s)
    if code != 0:
        for line in last_lines(output, LINES_TOLD, MAX_LINE):
            tell(f"  | {line}")
        raise BuildFailed(
            f"building {bot.name} failed: `{bot.build}` in {bot.folder} {_how(code, timeout_s)}"
        )
    made = replace(folder_bot(bot.folder, bot.source), label=bot.label)
    if lacking := _lacking(made):
        raise BuildFailed(f"building {bot.name} made no {lacking}, which its command names: `{bot.build}`")
    _touch(made)
    return made


def must_be_built(bot: Bot) -> bool:
    """Whether what its build line makes is missing or older than a source."""
    return bool(bot.build and (_lacking(bot) or not _made(bot) or newer_source(bot)))


def newer_source(bot: Bot) -> str:
    """The name of a file that was changed after the bot was built, empty if there is none."""
    made = _made(bot)
    oldest = min((path.stat().st_mtime_ns for path in made.values()), default=0)
    sources = (file for file in bot.files if made and file[0] not in made)
    return next((name for name, path in sources if path.stat().st_mtime_ns > oldest), "")


def check_container(bot: Bot, tell: Tell) -> None:
    """See that a container can be made of the files: on this machine nothing is built. Raises BadBot."""
    files = dict(bot.files)
    if DOCKERFILE not in files:
        _check_base(bot)
        return
    missing = missing_sources(files[DOCKERFILE].read_text(errors="replace"), files)
    if missing:
        how = f"; build it first: {build_command(bot)}" if bot.build else ""
        raise BadBot(f"{files[DOCKERFILE]} copies {missing[0]}, which is not there{how}")
    if bot.build and (source := newer_source(bot)):
        tell(f"{bot.name}: {source} is newer than what was built of it; to build it: {build_command(bot)}")


def _check_base(bot: Bot) -> None:
    """Without a Dockerfile, what starts the bot is to be known, and there. Raises BadBot."""
    command = anywhere(bot.command)
    if lacking := _lacking(bot):
        how = f"; build it first: {build_command(bot)}" if bot.build else ""
        raise BadBot(f"{bot.name}: command names {lacking}, which is not there{how}")
    base = base_of(command, dict(bot.files))
    if not base:
        raise BadBot(
            f"{bot.name} is started with `{printable(command[0], 40)}` and has no {DOCKERFILE}: without one "
            "only python, node, java and a static binary of the bot's own are started in a container"
        )
    if base == STATIC and (wrong := find_binary_problem(bot.folder / command[0])):
        raise BadBot(f"{bot.name}: {command[0]} {wrong}")


def build_command(bot: Bot) -> str:
    """What its author types to build it."""
    return f"(cd {printable(str(bot.folder), MAX_LINE)} && {printable(bot.build, MAX_LINE)})"


def check_program(bot: Bot) -> None:
    """Raises BadBot where what a bot is started with is not on this machine."""
    program = bot.command[0]
    if lacking := _lacking(bot):
        raise BadBot(f"{bot.folder}: command names {lacking}, which is not there")
    if "/" not in program and shutil.which(program) is None:
        raise BadBot(f"{bot.name} is started with `{program}`, which is not on PATH: {_to_do(program)}")


# ---- what is there ----


def _made(bot: Bot) -> dict[str, Path]:
    """What its build line makes: all in build/, and the program that is started."""
    program = _in_folder(bot.command[0])
    return {name: path for name, path in bot.files if name.startswith(f"{BUILD}/") or name == program}


def _lacking(bot: Bot) -> str:
    """A file that the command names, in build/, a script, or the program itself, and that is not there."""
    arguments = bot.command[1:]
    named = [os.path.normpath(part) for part in arguments if part.startswith(f"{BUILD}/") or _is_script(part)]
    program = _in_folder(bot.command[0])
    return next((name for name in (program, *named) if name and not (bot.folder / name).is_file()), "")


def _is_script(part: str) -> bool:
    """Whether an argument is by its looks a file of the bot's."""
    return part.endswith(SCRIPTS) and not part.startswith(("-", "/")) and " " not in part


def _in_folder(part: str) -> str:
    """A part of a command as a path in the bot's folder, empty if it is none."""
    return os.path.normpath(part) if "/" in part and not part.startswith("/") else ""


def _touch(bot: Bot) -> None:
    """A tool that found nothing to do left its files as old as they were; a source may be of tomorrow."""
    made = _made(bot)
    sources = (path.stat().st_mtime_ns for name, path in bot.files if name not in made)
    now = max(time.time_ns(), *sources)
    for path in made.values():
        with contextlib.suppress(OSError):
            os.utime(path, ns=(now, now))


# ---- what is said ----


def _check_tools(bot: Bot) -> None:
    for tool in TOOLS:
        if re.search(rf"(?<![\w./-]){tool}(?![\w./-])", bot.build) and shutil.which(tool) is None:
            raise BadBot(f"{bot.name} is built with `{tool}`, which is not on PATH: {_to_do(tool)}")


def _to_do(tool: str) -> str:
    return f"install {TOOLS.get(tool, 'it')}, or play what is built elsewhere with --runner docker"


def _how(code: int | None, timeout_s: float) -> str:
    if code is None:
        return f"took longer than {timeout_s:g} s and was ended"
    return f"ended with exit code {code}" if code >= 0 else f"was killed by signal {-code}"
