"""Before a bot is built, check that its build tools are installed and new enough."""

import re
import shutil
from collections.abc import Mapping
from typing import Final, NamedTuple

from arena.service.bots.bot import Bot
from arena.service.bots.shell import run_line
from arena.service.errors import BadBot

VERSION_TIMEOUT_S: Final = 60  # Go may download the version that go.mod names


class Tool(NamedTuple):
    """A compiler or other program that a bot's build commands need."""

    name: str
    version_line: str = ""  # a shell line that prints the installed version
    manifest: str = ""  # a file of the bot that states the oldest usable version, such as "go.mod"
    min_version: str = ""  # the regular expression that finds this version in `manifest`


NODE: Final = Tool("Node.js", "node --version", "package.json", r'"node": *">=([\d.]+)')
TOOLS: Final[Mapping[str, Tool]] = {
    "go": Tool("Go", "go version", "go.mod", r"(?m)^go ([\d.]+)"),
    "cargo": Tool("Rust", "rustc --version", "Cargo.toml", r'(?m)^rust-version *= *"([\d.]+)'),
    "npm": NODE,
    "node": NODE,
    "mvn": Tool(
        "Maven with Java",
        'mvn --version 2>/dev/null | grep -o "Java version.*"',
        "pom.xml",
        r"<maven\.compiler\.release>([\d.]+)",
    ),
    "java": Tool("a Java runtime"),
    "cmake": Tool("CMake", "cmake --version", "CMakeLists.txt", r"cmake_minimum_required\(VERSION ([\d.]+)"),
    "make": Tool("make"),
}


def check_tools(bot: Bot) -> None:
    """Raise BadBot if a tool that the bot's build line calls is missing or too old."""
    for program, tool in TOOLS.items():
        if re.search(rf"(?<![\w./-]){program}(?![\w./-])", bot.build):
            _check(bot, program, tool)


def advice(program: str) -> str:
    """Return advice for a user who does not have this program."""
    name = TOOLS[program].name if program in TOOLS else "it"
    return f"install {name}, or build elsewhere and use --runner docker"


def _check(bot: Bot, program: str, tool: Tool) -> None:
    floor = _min_version(bot, tool)
    needed = f"{bot.name} needs {tool.name} {floor} or newer" if floor else f"{bot.name} needs {tool.name}"
    if shutil.which(program) is None:
        raise BadBot(f"{needed}; found none: `{program}` is not on PATH; {advice(program)}")
    if not floor:
        return
    code, output = run_line(tool.version_line, bot.folder, VERSION_TIMEOUT_S)
    found = re.search(r"\d+(?:\.\d+)*", output.decode(errors="replace"))
    if code == 0 and found and _numbers(found[0]) < _numbers(floor):
        raise BadBot(f"{needed}; found {found[0]}; {advice(program)}")


def _min_version(bot: Bot, tool: Tool) -> str:
    """Return the oldest version of a tool that can build the bot.

    Return an empty text if the bot's files do not state a version.
    """
    manifest = dict(bot.files).get(tool.manifest)
    found = manifest and re.search(tool.min_version, manifest.read_text(errors="replace"))
    return found[1] if found else ""


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
