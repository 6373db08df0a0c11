"""Cached standings and crosstables of large tournaments: a background job computes them, pages read them."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from arena.record.reader import BadLog
from arena.service.reports.export import to_json
from arena.service.reports.standings import tables
from arena.service.results import (
    BoardSaving,
    CrosstableCell,
    FairPlay,
    StandingsRow,
    StandingsTable,
    TieBreakColumn,
    UnlikelyResult,
)
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.ladder.cached_documents import DocumentKind, read_document, write_documents
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.list import (
    count_committed_boards,
    drop_tables_of_deleted,
    list_outdated_tables,
    read_data_state,
)
from arena.store.tournaments.schedule import read_tournament

LARGE: Final = 1_000  # boards; standings of smaller tournaments are computed quickly


def refresh_tables(store: Store, least_boards: int = LARGE) -> bool:
    """Compute and cache the outdated standings of large tournaments; False if all were up to date.

    `least_boards`: how many boards make a tournament large.
    """
    with store.reading() as tx:
        outdated = list_outdated_tables(tx, least_boards)
    made = [number for number, where in outdated if _refresh(store, number, str(where))]
    if made:
        with store.writing() as tx:
            drop_tables_of_deleted(tx)
    return bool(made)


def _refresh(store: Store, number: int, where: str) -> bool:
    with store.reading() as tx:
        tournament = read_tournament(tx, number)
    if tournament is None or tournament.format == COMPARE:
        return False
    _write(store, number, where, tables(store, number))
    return True


def _write(store: Store, number: int, where: str, made: tuple[StandingsTable, ...]) -> None:
    document = to_document(made)
    with store.writing() as tx:
        write_documents(tx, DocumentKind.TABLES, where, {number: document})


def to_document(made: tuple[StandingsTable, ...]) -> Any:  # noqa: ANN401 - JSON
    """Convert standings to values that JSON can store."""
    return json.loads(to_json(made, indent=None))


def compute_tables(store: Store, number: int, least_boards: int = LARGE) -> tuple[StandingsTable, ...]:
    """Compute and return a tournament's standings; cache them if it is large. Raises UnknownTournament.

    `least_boards`: how many boards make a tournament large.
    """
    with store.reading() as tx:
        where, boards = read_data_state(tx, number), count_committed_boards(tx, number)
    made = tables(store, number)
    if boards >= least_boards:
        with suppress(StoreFailed):  # without the cache only pages are slower
            _write(store, number, str(where), made)
    return made


def read_cached_tables(store: Store, number: int) -> tuple[StandingsTable, ...] | None:
    """Return a tournament's cached standings; None if they are missing or cannot be read."""
    try:
        with store.reading() as tx:
            document = read_document(tx, DocumentKind.TABLES, number)
        return None if document is None else tuple(map(_table, document))
    except (BadLog, ValueError, TypeError, KeyError):
        return None


def _table(data: Mapping[str, Any]) -> StandingsTable:
    saving, fair_play = data["saving"], data["fair_play"]
    made = {
        "anchors": tuple(data["anchors"]),
        "rows": tuple(StandingsRow(**{**row, "values": tuple(row["values"])}) for row in data["rows"]),
        "cells": tuple(tuple(map(_cell, cells)) for cells in data["cells"]),
        "tie_breaks": tuple(TieBreakColumn(**one) for one in data["tie_breaks"]),
        "frozen": tuple(data["frozen"]),
        "saving": None if saving is None else BoardSaving(**saving),
        "fair_play": FairPlay(
            **{**fair_play, "pairs": tuple(UnlikelyResult(**one) for one in fair_play["pairs"])}
        ),
    }
    return StandingsTable(**{**data, **made})


def _cell(data: Mapping[str, Any] | None) -> CrosstableCell | None:
    return None if data is None else CrosstableCell(data["share"], data["games"], tuple(data["matches"]))
