"""Report an error: one line or a JSON document with its cause and cure, and an exit code."""

import logging
import os
import re
import sys
import traceback
from typing import Final

import typer

from arena.cli.output import json_document
from arena.record import BadLog
from arena.rules import UnknownRuleset, WrongNumberOfPlayers
from arena.service.admin.telemetry.log_output import log_error
from arena.service.common.toml_reader import BadTomlFile
from arena.service.errors import INTERRUPTED, ArenaError, NotFound
from arena.viewer.printable import printable
from arena.viewer.replay.film import NoSuchSeat

USAGE: Final = 2  # exit code
_CAPITAL: Final = re.compile("(?<=[a-z])(?=[A-Z])")
# Messages of the library that parses command lines, and ours.
_REWORDED: Final = (
    (re.compile("^Invalid value: "), ""),
    (re.compile("^Invalid value for '(.*)': Input should be ([^,]*).*"), r"\1 must be \2"),
    (re.compile("' / '(?=.* must be)"), " / "),
    (re.compile("must be greater than or equal to"), "must be at least"),
    (re.compile("must be less than or equal to"), "must be at most"),
    (re.compile("must be a valid integer$"), "must be a whole number"),
    (re.compile("must be a valid number$"), "must be a number"),
    (re.compile("^No such option: "), "unknown option "),
    (re.compile(r" \(Possible options: (.*)\)$"), r"; did you mean \1?"),
)


def report_error(error: Exception, as_json: bool = False) -> int:
    """Print an error to stderr as text, JSON or a log message. Return the exit code.

    If ARENA_DEBUG is set, print the traceback first.
    """
    if os.environ.get("ARENA_DEBUG"):
        traceback.print_exception(error)
    line, code = line_and_code(error)
    if _is_logging():
        log_error(line)
        return code
    if as_json:
        _print_json(error, line, code)
        return code
    print(f"arena: {line}", file=sys.stderr)
    for other in _more_lines(error):
        print(other, file=sys.stderr)
    return code


def _print_json(error: Exception, line: str, code: int) -> None:
    """Print the error as JSON. The text after the last semicolon of `line` becomes the cure (what to do)."""
    message, _, cure = line.rpartition("; ")
    about = {"code": _name(error), "message": message or cure, "cure": cure if message else None}
    more = [text.removeprefix("arena: ") for text in _more_lines(error)]
    document = {"error": {**about, "exit_code": code, "more": more}}
    print(json_document(document), file=sys.stderr)


def _name(error: Exception) -> str:
    """Return the error's code for programs, e.g. "unknown_tournament"; "internal" for a bug in the arena."""
    if isinstance(error, typer.Abort):
        return "aborted"
    if isinstance(error, typer.TyperException):
        return "usage"
    if isinstance(error, (ArenaError, BadLog)) or _is_bad_input(error):
        return _CAPITAL.sub("_", type(error).__name__).lower()
    return "system" if isinstance(error, OSError) else "internal"


def _is_logging() -> bool:
    """True if stderr is used for log messages; then errors must be logged too."""
    if "ARENA_LOG" not in os.environ:
        return False

    return logging.getLogger().hasHandlers()


def _more_lines(error: Exception) -> list[str]:
    """Return a line for each further mistake (after the first) in a user's TOML file; empty for other
    errors.
    """
    if not isinstance(error, BadTomlFile):
        return []
    return [_one_line(f"arena: {error.path}:{line}: {what}") for line, what in error.mistakes[1:]]


def line_and_code(error: Exception) -> tuple[str, int]:
    """Return the line that reports an error to the user, and the command's exit code."""
    if isinstance(error, typer.Abort):
        return "aborted; nothing was changed", INTERRUPTED
    if isinstance(error, typer.TyperException):
        return _usage(error), error.exit_code
    if isinstance(error, ArenaError):
        return _one_line(str(error)), error.exit_code
    if isinstance(error, BadLog):
        return _one_line(f"not a game log, or a damaged one: {error}"), USAGE
    if _is_bad_input(error):
        unknown = isinstance(error, UnknownRuleset)
        return _one_line(str(error)), NotFound.exit_code if unknown else USAGE
    if isinstance(error, OSError):
        return _one_line(f"{error.strerror or error}: {error.filename or ''}".rstrip(": ")), 1
    about = f"{type(error).__name__}: {error}"
    return _one_line(f"internal error, {about}; please report it with the output of ARENA_DEBUG=1"), 1


def _usage(error: typer.TyperException) -> str:
    context: typer.Context | None = getattr(error, "ctx", None)
    hint = f"; see {context.command_path} --help" if context else ""
    message = error.format_message().rstrip(".")
    for pattern, ours in _REWORDED:
        message = pattern.sub(ours, message)
    return _one_line(message) + hint


def _is_bad_input(error: Exception) -> bool:
    """True if an exception of a lower layer, such as UnknownRuleset, means that the user's input was
    wrong.
    """
    return isinstance(error, (UnknownRuleset, WrongNumberOfPlayers, NoSuchSeat))


def _one_line(text: str) -> str:
    return printable(" ".join(text.split()), 1000)
