"""Log messages: a text and named values (fields), logged through the standard library."""

import logging
from collections.abc import Callable
from typing import Final

FIELDS: Final = "fields"  # the attribute of a logging.LogRecord that holds our fields

RUNS: Final = logging.getLogger("arena.run")
UPLOADS: Final = logging.getLogger("arena.uploads")
REQUESTS: Final = logging.getLogger("arena.requests")
WORKERS: Final = logging.getLogger("arena.workers")
DATABASE: Final = logging.getLogger("arena.database")
COMMAND: Final = logging.getLogger("arena.command")

for _logger in (RUNS, REQUESTS, WORKERS, DATABASE, COMMAND):
    _logger.addHandler(logging.NullHandler())  # without --log-format, nothing goes to stderr

Value = str | int | float | bool | None | tuple[str, ...]
Fields = dict[str, Value]
Listener = Callable[[logging.Logger, str, Fields], None]

listeners: Final[list[Listener]] = []  # called for every message, whether it is written or not


def log_message(logger: logging.Logger, text: str, level: int = logging.INFO, **fields: Value) -> None:
    """Log a text with named values (`fields`). They must not contain secrets or players' cards."""
    for listen in listeners:
        listen(logger, text, fields)
    if logger.isEnabledFor(level):
        logger.log(level, "%s", text, extra={FIELDS: fields})


def fields_of(record: logging.LogRecord) -> Fields:
    """Return the fields of a log message; empty for a message that a library logged."""
    fields: Fields = getattr(record, FIELDS, {})
    return fields


def is_foreign(record: logging.LogRecord) -> bool:
    """True if a library logged the message, not the arena."""
    return not hasattr(record, FIELDS)
