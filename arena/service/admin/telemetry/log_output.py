"""Write log messages to stderr, as JSON or text lines. Off unless --log-format or ARENA_LOG is set."""

import json
import logging
import os
import re
import sys
from datetime import UTC, datetime
from typing import Final

from arena.service.admin.telemetry.log_messages import COMMAND, Value, fields_of
from arena.service.errors import BadSettings
from arena.viewer.printable import printable

VARIABLE: Final = "ARENA_LOG"
MAX_VALUE: Final = 500  # characters
MAX_TRACE: Final = 4_000  # characters

_LEVELS: Final = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


class JsonLines(logging.Formatter):
    """A formatter that writes each message as one line of JSON, with all non-ASCII characters escaped."""

    def format(self, record: logging.LogRecord) -> str:
        # No text that a bot printed can start a new line.
        return json.dumps(_content(record), ensure_ascii=True)


class TextLines(logging.Formatter):
    """A formatter that writes each message as one line of text.

    An example: `2026-11-22T23:40:01.123Z info arena.run match finished match=7.1.2`.
    """

    def format(self, record: logging.LogRecord) -> str:
        content = _content(record)
        head = " ".join(str(content.pop(name)) for name in ("time", "level", "logger", "event"))
        return " ".join([head, *(f"{name}={_word(value)}" for name, value in content.items())])


def _content(record: logging.LogRecord) -> dict[str, Value]:
    when = datetime.fromtimestamp(record.created, UTC)
    content: dict[str, Value] = {
        "time": f"{when:%Y-%m-%dT%H:%M:%S}.{when.microsecond // 1000:03}Z",
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": printable(record.getMessage(), MAX_VALUE),
    }
    content |= {name: _shorten(value) for name, value in fields_of(record).items() if value is not None}
    if record.exc_info:
        lines = logging.Formatter().formatException(record.exc_info).splitlines()
        content["trace"] = " | ".join(printable(line, MAX_VALUE) for line in lines)[-MAX_TRACE:]
    return content


def _shorten(value: Value) -> Value:
    if isinstance(value, str):
        return printable(value, MAX_VALUE)
    return tuple(printable(one, MAX_VALUE) for one in value) if isinstance(value, tuple) else value


def _word(value: Value) -> str:
    """Return a field's value as one word. Text with blanks, quotes or "=" is put into quotes."""
    text = ",".join(value) if isinstance(value, tuple) else str(value)
    return (
        text
        if text.isascii() and text.isprintable() and not set(text) & {" ", '"', "="}
        else json.dumps(text)
    )


_SEED: Final = re.compile(r"--seed[ =]\S+")
_FORMATS: Final = {"json": JsonLines, "text": TextLines}


def configure(setting: str) -> None:
    """Start writing log messages to stderr, in this process and in processes that it starts.

    `setting`: "json" or "text", or one of them with a level, like "json:debug". Raise BadSettings for any
    other text.
    """
    form, _, level = setting.partition(":")
    if form not in _FORMATS or (level or "info") not in _LEVELS:
        raise BadSettings(
            f"invalid log format {printable(setting, 40)!r}; write json or text, or with a level, json:debug "
            f"({', '.join(_LEVELS)})"
        )
    os.environ[VARIABLE] = setting
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_FORMATS[form]())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("arena").setLevel(_LEVELS[level or "info"])


def is_configured() -> bool:
    """True if log messages are written to stderr."""
    return bool(os.environ.get(VARIABLE))


def configure_from_environment() -> None:
    """Start writing log messages if the variable ARENA_LOG is set, in the format that it names.

    Raise BadSettings if its value is invalid.
    """
    if is_configured():
        configure(os.environ[VARIABLE])


def log_remark(text: str) -> None:
    """Log a remark that a command shows to the user.

    Seeds in the remark are hidden, because cards can be computed from a seed.
    """
    COMMAND.info("%s", _SEED.sub("--seed …", text))


def log_error(text: str) -> None:
    """Log the error that ended a command."""
    COMMAND.error("%s", text)
