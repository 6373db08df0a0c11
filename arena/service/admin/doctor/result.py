"""The result of one check."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """The state of a result. With a `warning`, everything works."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """A result: `found` describes it, `to_do` says how to fix it."""

    name: str
    state: State
    found: str
    to_do: str = ""


def ok(name: str, found: str) -> Finding:
    return Finding(name, State.OK, found)


def warning(name: str, found: str, to_do: str) -> Finding:
    return Finding(name, State.WARNING, found, to_do)


def failed(name: str, found: str, to_do: str) -> Finding:
    return Finding(name, State.FAILED, found, to_do)
