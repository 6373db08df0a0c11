"""Build bots that run as plain processes: run a bot's build line with the user's shell in the bot's folder.

Bots in containers are not built here. Their author builds them beforehand, or their Dockerfile does.
"""

import contextlib
import os
import platform
import shutil
import struct
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.sandbox.docker.dockerfile import STATIC, base_of, missing_sources
from arena.service.bots.bot import Bot, portable_command
from arena.service.bots.files import BUILD
from arena.service.bots.folder import folder_bot
from arena.service.bots.shell import run_line
from arena.service.bots.toolchains import advice, check_tools
from arena.service.errors import BadBot
from arena.viewer.printable import last_lines, printable

DOCKERFILE: Final = "Dockerfile"
BUILD_S: Final = 600
MAX_LINES: Final = 20
MAX_LINE: Final = 300  # characters
SCRIPTS: Final = (".py", ".js", ".mjs", ".jar")

_ELF_MAGIC: Final = b"\x7fELF"
_ELF_BYTES: Final = 4_096  # bytes to read; program headers come first
_LITTLE_64: Final = b"\x02\x01"
_MACHINES: Final = {62: "x86_64", 183: "aarch64"}
_INTERPRETER: Final = 3  # PT_INTERP: present unless the program is static

Tell = Callable[[str], None]


class BuildFailed(BadBot):
    """A build failed. The user has already seen its output."""


def build(bot: Bot, tell: Tell, timeout_s: float = BUILD_S) -> Bot:
    """Build a bot if its build results are missing or older than its sources.

    Return the bot with its new files; if no build is needed, return it unchanged.

    `tell`: called with a line of text before the build. If the build fails, it is also called with each of
    the last lines of output.

    Raise BuildFailed if the build fails, BadBot if a build tool is missing or too old.
    """
    if not must_be_built(bot):
        return bot
    check_tools(bot)
    tell(f"building {bot.name}: {printable(bot.build, MAX_LINE)}")
    code, output = run_line(bot.build, bot.folder, timeout_s)
    if code != 0:
        for line in last_lines(output, MAX_LINES, MAX_LINE):
            tell(f"  | {line}")
        raise BuildFailed(
            f"building {bot.name} failed: `{bot.build}` in {bot.folder} {_how(code, timeout_s)}"
        )
    made = replace(folder_bot(bot.folder, bot.source), label=bot.label)
    if missing_file := _missing_file(made):
        raise BuildFailed(
            f"building {bot.name} did not make {missing_file}, which its command names: `{bot.build}`"
        )
    _touch(made)
    return made


def must_be_built(bot: Bot) -> bool:
    """True if the bot has a build line, and a build result is missing or older than a source."""
    return bool(bot.build and (_missing_file(bot) or not _built_files(bot) or newer_source(bot)))


def newer_source(bot: Bot) -> str:
    """Return the name of a source that is newer than the oldest build result.

    Return an empty text if every source is older, or if nothing is built yet.
    """
    made = _built_files(bot)
    oldest = min((path.stat().st_mtime_ns for path in made.values()), default=0)
    sources = (file for file in bot.files if made and file[0] not in made)
    return next((name for name, path in sources if path.stat().st_mtime_ns > oldest), "")


def check_container(bot: Bot, tell: Tell) -> None:
    """Raise BadBot if the bot cannot be started in a container from its present files. Nothing is built.

    `tell` is called with a warning if a source is newer than the last build.
    """
    files = dict(bot.files)
    if DOCKERFILE not in files:
        _check_base(bot)
        return
    missing = missing_sources(files[DOCKERFILE].read_text(errors="replace"), files)
    if missing:
        how = f"; build it first: {build_command(bot)}" if bot.build else ""
        raise BadBot(f"{files[DOCKERFILE]} copies the missing file {missing[0]}{how}")
    if bot.build and (source := newer_source(bot)):
        tell(f"{bot.name}: {source} is newer than the last build; to build: {build_command(bot)}")


def _check_base(bot: Bot) -> None:
    """Raise BadBot if a bot without a Dockerfile cannot be started in one of the arena's own images."""
    command = portable_command(bot.command)
    if missing_file := _missing_file(bot):
        how = f"; build it first: {build_command(bot)}" if bot.build else ""
        raise BadBot(f"{bot.name}: its command names the missing file {missing_file}{how}")
    base = base_of(command, dict(bot.files))
    if not base:
        raise BadBot(
            f"{bot.name} is started with `{printable(command[0], 40)}` and has no {DOCKERFILE}; without one "
            "a container can only start python, node, java and a static program of the bot"
        )
    if base == STATIC and (wrong := find_binary_problem(bot.folder / command[0])):
        raise BadBot(f"{bot.name}: {command[0]} {wrong}")


def build_command(bot: Bot) -> str:
    """Return the shell command with which a user can build the bot."""
    return f"(cd {printable(str(bot.folder), MAX_LINE)} && {printable(bot.build, MAX_LINE)})"


def check_program(bot: Bot) -> None:
    """Raise BadBot if a program or file that the bot's command needs is missing on this machine."""
    program = bot.command[0]
    if missing_file := _missing_file(bot):
        raise BadBot(f"{bot.folder}: command names the missing file {missing_file}")
    if "/" not in program and shutil.which(program) is None:
        raise BadBot(f"{bot.name} is started with `{program}`, which is not on PATH; {advice(program)}")


# ---- files ----


def _built_files(bot: Bot) -> dict[str, Path]:
    """Return the build results by name: the files in build/, and the program that the command starts."""
    program = _in_folder(bot.command[0])
    return {name: path for name, path in bot.files if name.startswith(f"{BUILD}/") or name == program}


def _missing_file(bot: Bot) -> str:
    """Return the first missing file among those that the bot's command names; empty if all exist.

    Only the program, scripts and files in build/ are checked.
    """
    arguments = bot.command[1:]
    named = [os.path.normpath(part) for part in arguments if part.startswith(f"{BUILD}/") or _is_script(part)]
    program = _in_folder(bot.command[0])
    return next((name for name in (program, *named) if name and not (bot.folder / name).is_file()), "")


def _is_script(part: str) -> bool:
    """True if an argument of a command looks like a script of the bot."""
    return part.endswith(SCRIPTS) and not part.startswith(("-", "/")) and " " not in part


def _in_folder(part: str) -> str:
    """Return a part of a bot's command as a path in the bot's folder; empty if it is not a relative path."""
    return os.path.normpath(part) if "/" in part and not part.startswith("/") else ""


def _touch(bot: Bot) -> None:
    """Make the build results at least as new as every source.

    Otherwise the bot would be built again at each start.
    """
    made = _built_files(bot)
    sources = (path.stat().st_mtime_ns for name, path in bot.files if name not in made)
    now = max(time.time_ns(), *sources)
    for path in made.values():
        with contextlib.suppress(OSError):
            os.utime(path, ns=(now, now))


# ---- messages ----


def _how(code: int | None, timeout_s: float) -> str:
    if code is None:
        return f"took longer than {timeout_s:g} s and was stopped"
    return f"ended with exit code {code}" if code >= 0 else f"was killed by signal {-code}"


# ---- static programs ----


def find_binary_problem(path: Path, machine: str = platform.machine()) -> str:
    """Return why a program cannot run in a container without libraries; empty if no reason is found.

    `machine`: the processor of this machine, such as "x86_64".
    """
    with path.open("rb") as file:
        head = file.read(_ELF_BYTES)
    if not head.startswith(_ELF_MAGIC):
        return "is not a Linux program"
    if head[4:6] != _LITTLE_64:
        return f"is not a program for {machine}"
    try:
        kind, offset, size, number = _program_headers(head)
        headers = [struct.unpack_from("<I", head, offset + size * each)[0] for each in range(number)]
    except struct.error:
        return "is damaged"
    if _MACHINES.get(kind, "another processor") != machine:
        return f"is built for {_MACHINES.get(kind, 'another processor')}, and this arena runs on {machine}"
    if _INTERPRETER in headers:
        return "needs shared libraries; link it statically"
    return ""


def _program_headers(head: bytes) -> tuple[int, int, int, int]:
    """Return an ELF program's machine code, and the offset, size and number of its program headers."""
    (machine,) = struct.unpack_from("<H", head, 18)
    (offset,) = struct.unpack_from("<Q", head, 32)
    size, number = struct.unpack_from("<HH", head, 54)
    return machine, offset, size, number
