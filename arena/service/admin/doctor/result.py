"""What was found of one thing that was tried."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How it is: `warning` is something to know, with which everything works."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """`found`: what is there. `to_do`: how to mend it, empty where all is well."""

    name: str
    state: State
    found: str
    to_do: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Something to try, one line or more; `trying` says what, while it is tried."""

    part: str
    trying: str
    look: Callable[[], Iterable[Finding]]


def ok(name: str, found: str) -> Finding:
    return Finding(name, State.OK, found)


def warning(name: str, found: str, to_do: str) -> Finding:
    return Finding(name, State.WARNING, found, to_do)


def failed(name: str, found: str, to_do: str) -> Finding:
    return Finding(name, State.FAILED, found, to_do)
