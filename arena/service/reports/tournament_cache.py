"""Tables of large tournaments that are kept: made beside the site, read by its pages."""

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from arena.record.compression import compress, decompress
from arena.record.reader import BadLog
from arena.service.reports.export import to_json
from arena.service.reports.standings import tables
from arena.service.results import (
    BoardSaving,
    CrosstableCell,
    FairPlay,
    StandingsRow,
    Table,
    TieBreakColumn,
    UnlikelyResult,
)
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.tournaments.cached_tables import (
    committed_boards,
    drop_figures_of_nobody,
    outdated_events,
    put_figures,
    read_cached_figures,
)
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.list import position
from arena.store.tournaments.schedule import read_tournament

LARGE: Final = 1_000  # boards; the tables of smaller tournaments are made in a moment


def keep_figures(store: Store, least_boards: int = LARGE) -> bool:
    """Make the tables anew that are not true any more; False if all are."""
    with store.reading() as tx:
        old = outdated_events(tx, least_boards)
    made = [number for number, where in old if _keep(store, number, str(where))]
    if made:
        with store.writing() as tx:
            drop_figures_of_nobody(tx)
    return bool(made)


def _keep(store: Store, number: int, where: str) -> bool:
    with store.reading() as tx:
        tournament = read_tournament(tx, number)
    if tournament is None or tournament.format == COMPARE:
        return False
    _put(store, number, where, tables(store, number))
    return True


def _put(store: Store, number: int, where: str, made: tuple[Table, ...]) -> None:
    figures = compress(_document(made))
    with store.writing() as tx:
        put_figures(tx, number, where, figures, datetime.now(UTC))


def _document(made: tuple[Table, ...]) -> bytes:
    return to_json(made, indent=None).encode()


def figures_of(store: Store, number: int) -> bytes:
    """What is kept of a tournament, computed anew, as JSON. Raises UnknownTournament."""
    return _document(tables(store, number))


def tables_kept(store: Store, number: int, least_boards: int = LARGE) -> tuple[Table, ...]:
    """The tables, computed; those of a large tournament are kept as well. Raises UnknownTournament."""
    with store.reading() as tx:
        where, boards = position(tx, number), committed_boards(tx, number)
    made = tables(store, number)
    if boards >= least_boards:
        with suppress(StoreFailed):  # it is only for those who look later
            _put(store, number, str(where), made)
    return made


def read_cached_tables(store: Store, number: int) -> tuple[Table, ...] | None:
    """The tables that are kept; None: there are none, or another version of this program made them."""
    with store.reading() as tx:
        figures = read_cached_figures(tx, number)
    if figures is None:
        return None
    try:
        return tuple(map(_table, json.loads(decompress(figures))))
    except (BadLog, ValueError, TypeError, KeyError):
        return None


def _table(data: Mapping[str, Any]) -> Table:
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
    return Table(**{**data, **made})


def _cell(data: Mapping[str, Any] | None) -> CrosstableCell | None:
    return None if data is None else CrosstableCell(data["share"], data["games"], tuple(data["matches"]))
