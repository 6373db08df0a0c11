"""Columns that stand in several tables."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol, TypeVar

from arena.web.tables.cells import FAULTS, faults_cell, milliseconds, when_cell
from arena.web.tables.listing import Column


class Blamed(Protocol):
    """Who lost games by its own fault."""

    @property
    def illegal(self) -> int: ...
    @property
    def timeouts(self) -> int: ...
    @property
    def crashes(self) -> int: ...


class Played(Protocol):
    """What was played, the last time at that moment."""

    @property
    def played_at(self) -> datetime | None: ...


_Row = TypeVar("_Row")
_Blamed = TypeVar("_Blamed", bound=Blamed)
_Played = TypeVar("_Played", bound=Played)


def forfeits_column() -> Column[_Blamed]:
    """Games lost by an illegal move, out of time, by a crash."""
    return Column(
        "faults",
        "I / T / C",
        lambda row: row.illegal + row.timeouts + row.crashes,
        shown=lambda row: faults_cell(row.illegal, row.timeouts, row.crashes),
        numbers=True,
        most_first=True,
        about=FAULTS,
    )


def when_played(key: str, title: str) -> Column[_Played]:
    """How long it is since."""
    return Column(
        key,
        title,
        lambda row: row.played_at,
        shown=lambda row: when_cell(row.played_at),
        most_first=True,
    )


def mean_decision(
    key: str, mean_ms: Callable[[_Row], float | None], *, most_first: bool = False
) -> Column[_Row]:
    """The mean time of a decision, in milliseconds."""
    return Column(
        key,
        "Decision",
        mean_ms,
        shown=lambda row: milliseconds(mean_ms(row)),
        numbers=True,
        most_first=most_first,
        about="Mean time of a decision",
    )
