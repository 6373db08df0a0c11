"""Counting the events of this process: whatever is told is heard here too."""

import logging
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram

from arena.service.admin.telemetry.log_event import DATABASE, REQUESTS, RUNS, Value, fields_of

_SECONDS: Final = (0.1, 0.5, 1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 14_400)
_COMMIT_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30)
_ANSWER_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
_ENDS: Final = {"match finished": "finished", "match void": "void", "match again": "again"}


class Counting(logging.Handler):
    """Counts in a registry. No label can hold what a bot's author or a visitor wrote."""

    def __init__(self, registry: CollectorRegistry) -> None:
        super().__init__(logging.INFO)
        self._matches = Counter(
            "arena_matches", "Matches that ended here, by how", ["end"], registry=registry
        )
        self._lasted = Histogram(
            "arena_match_seconds", "From a match's start to its record", buckets=_SECONDS, registry=registry
        )
        self._commit = Histogram(
            "arena_commit_seconds",
            "Storing a record, with what was waited for",
            buckets=_COMMIT_S,
            registry=registry,
        )
        self._trouble = Counter(
            "arena_database_trouble", "Times that the database could not be used", registry=registry
        )
        self._requests = Counter(
            "arena_http_requests", "Requests of the site", ["method", "route", "status"], registry=registry
        )
        self._answers = Histogram(
            "arena_http_answer_seconds",
            "Until an answer began",
            ["route"],
            buckets=_ANSWER_S,
            registry=registry,
        )

    def emit(self, record: logging.LogRecord) -> None:
        fields, event = fields_of(record), record.getMessage()
        if record.name == RUNS.name and event in _ENDS:
            self._ended(_ENDS[event], fields)
        elif record.name == REQUESTS.name:
            self._requests.labels(fields["method"], fields["route"], fields["status"]).inc()
            self._answers.labels(fields["route"]).observe(_number(fields["ms"]) / 1_000)
        elif record.name == DATABASE.name:
            self._trouble.inc()

    def _ended(self, how: str, fields: dict[str, Value]) -> None:
        self._matches.labels(how).inc()
        if fields.get("seconds") is not None:
            self._lasted.observe(_number(fields["seconds"]))
        if "commit_ms" in fields:
            self._commit.observe(_number(fields["commit_ms"]) / 1_000)


def _number(value: Value) -> float:
    assert isinstance(value, (int, float))
    return value
