"""Telling that something happened: an event with fields, as a record of the standard library's logging."""

import logging
from typing import Final

FIELDS: Final = "fields"  # the attribute of a log record

RUNS: Final = logging.getLogger("arena.run")
UPLOADS: Final = logging.getLogger("arena.uploads")
REQUESTS: Final = logging.getLogger("arena.requests")
WORKERS: Final = logging.getLogger("arena.workers")
DATABASE: Final = logging.getLogger("arena.database")
COMMAND: Final = logging.getLogger("arena.command")

for _logger in (RUNS, REQUESTS, WORKERS, DATABASE, COMMAND):
    _logger.addHandler(logging.NullHandler())  # where nobody listens, nothing is written to stderr

Value = str | int | float | bool | None | tuple[str, ...]


def told(logger: logging.Logger, event: str, level: int = logging.INFO, **fields: Value) -> None:
    """Something happened. `fields`: no secret, and of hands nothing; what a bot wrote is bounded later."""
    if logger.isEnabledFor(level):
        logger.log(level, "%s", event, extra={FIELDS: fields})


def fields_of(record: logging.LogRecord) -> dict[str, Value]:
    """Those of an event; none of what others log."""
    found: dict[str, Value] = getattr(record, FIELDS, {})
    return found


def is_not_log_event(record: logging.LogRecord) -> bool:
    """Whether a record is none of these: for handlers that write for the eye."""
    return not hasattr(record, FIELDS)
