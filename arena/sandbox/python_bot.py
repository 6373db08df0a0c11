"""A Python bot that starts at once, forked from the fork server, which has already imported the SDK."""

import json
import os
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import maumau.dialing  # noqa: F401 - for the bots
from arena.sandbox.fork_server import fork_server
from arena.sandbox.process_title import show_command


def main() -> NoReturn:
    """Run a script as Python does, in the working directory, and exit with its exit code.

    The only command line argument is the command, as JSON: the path of Python, the script and its arguments.
    """
    fork_server.close()
    command = json.loads(sys.argv[1])
    show_command(command, os.environ["HOME"])  # a match finds the bot and its child processes by this HOME
    _, *sys.argv = command
    script = Path(sys.argv[0]).absolute()
    sys.path.insert(0, str(script.resolve().parent))
    time.tzset()
    program = sys.modules["__main__"] = ModuleType("__main__")
    vars(program).update(__file__=str(script), __cached__=None, __annotations__={})
    try:
        exec(compile(script.read_bytes(), script, "exec"), vars(program))
    except Exception as error:
        trace = error.__traceback__ and error.__traceback__.tb_next  # without this function
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        sys.exit(1)
    sys.exit()
