"""The result of one check."""

from dataclasses import dataclass
from enum import StrEnum


class CheckState(StrEnum):
    """The state of a check's result: ok, warning or failed.

    A warning means that everything works but could be improved.
    """

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check of `arena doctor`: its state, a description, and advice on any problem."""

    name: str
    state: CheckState
    found: str  # what was found
    to_do: str = ""  # how to fix it; empty if all is well
    part: str = ""  # the heading under which it is printed


def ok(name: str, found: str) -> Finding:
    return Finding(name, CheckState.OK, found)


def warning(name: str, found: str, to_do: str) -> Finding:
    return Finding(name, CheckState.WARNING, found, to_do)


def failed(name: str, found: str, to_do: str) -> Finding:
    return Finding(name, CheckState.FAILED, found, to_do)
