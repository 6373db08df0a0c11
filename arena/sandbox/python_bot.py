"""A Python bot that starts at once, forked from the fork server, which has already imported the SDK."""

import ctypes
import gc
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Final, NoReturn

import maumau.dialing  # noqa: F401 - for the bots
from arena.sandbox.fork_server import fork_server

_STAT: Final = Path("/proc/self/stat")
_COMMAND_LINE: Final = 45  # the index of the command line's address among the fields after the program's name


def main() -> NoReturn:
    """Run a script as Python does, in the working directory, and exit with its exit code.

    The only command line argument is the command, as JSON: the path of Python, the script and its arguments.
    """
    fork_server.close()
    command = json.loads(sys.argv[1])
    _show(command, os.environ["HOME"])
    _, *sys.argv = command
    script = Path(sys.argv[0]).absolute()
    sys.path.insert(0, str(script.resolve().parent))
    time.tzset()
    gc.enable()
    program = sys.modules["__main__"] = ModuleType("__main__")
    vars(program).update(__file__=str(script), __cached__=None, __annotations__={})
    try:
        exec(compile(script.read_bytes(), script, "exec"), vars(program))
    except Exception as error:
        trace = error.__traceback__ and error.__traceback__.tb_next  # without this function
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        sys.exit(1)
    sys.exit()


def _show(command: Sequence[str], home: str) -> None:
    """Let `/proc` show a bot's command line and HOME, as if the bot had been executed.

    A match finds the bot and the bot's child processes by this HOME.
    """
    if not _STAT.exists():
        return
    fields = _STAT.read_text().rpartition(")")[2].split()
    command_start, command_end, environment_start, environment_end = map(
        int, fields[_COMMAND_LINE : _COMMAND_LINE + 4]
    )
    _write(command_start, command_end, "\0".join(command))
    _write(environment_start, environment_end, f"HOME={home}")


def _write(start: int, end: int, text: str) -> None:
    """Write a text to this process's memory at address `start`, and fill the rest up to `end` with zeros."""
    size = end - start
    ctypes.memmove(start, text.encode()[: size - 1].ljust(size, b"\0"), size)
