"""Cached standings of large tournaments, and cached winners of all finished tournaments.

A background job computes them, pages read them.
"""

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, Final

from arena.record.reader import BadLog
from arena.service.reports.export import to_json
from arena.service.reports.overall_standings import Winner, find_winner
from arena.service.reports.standings import tables
from arena.service.reports.tournament_list import find_tournament
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
from arena.store.ladder.cached_documents import (
    DocumentKind,
    read_document,
    read_documents,
    write_documents,
)
from arena.store.results.records import TournamentState
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.list import (
    TournamentDataState,
    count_committed_boards,
    drop_documents_of_deleted,
    list_outdated_tables,
    list_outdated_winners,
    read_data_state,
)
from arena.store.tournaments.schedule import read_tournament

LARGE: Final = 1_000  # boards; standings of smaller tournaments are computed quickly


def refresh_tables(store: Store, least_boards: int = LARGE) -> bool:
    """Compute and cache the outdated standings of large tournaments. Return False if all were up to date.

    `least_boards`: the number of boards from which a tournament counts as large.
    """
    with store.reading() as tx:
        outdated = list_outdated_tables(tx, least_boards)
    made = [number for number, where in outdated if _refresh(store, number, where)]
    if made:
        with store.writing() as tx:
            drop_documents_of_deleted(tx, DocumentKind.TABLES)
    return bool(made)


def refresh_winners(store: Store) -> bool:
    """Compute and cache the missing winners of finished tournaments. Return False if none was missing."""
    with store.reading() as tx:
        outdated = list_outdated_winners(tx)
    for number in outdated:
        compute_tables(store, number)
    if outdated:
        with store.writing() as tx:
            drop_documents_of_deleted(tx, DocumentKind.WINNER)
    return bool(outdated)


def _refresh(store: Store, number: int, where: TournamentDataState) -> bool:
    with store.reading() as tx:
        tournament = read_tournament(tx, number)
    if tournament is None or tournament.format == COMPARE:
        return False
    _write(store, number, where, tables(store, number), is_large=True)
    return True


def _write(
    store: Store, number: int, where: TournamentDataState, made: tuple[StandingsTable, ...], *, is_large: bool
) -> None:
    """Write a tournament's results to the cache: its standings if it is large, its winner if it is
    finished.

    `where`: the state of the tournament's data from which the results were computed. `made`: the standings
    under each ruleset.
    """
    is_finished = where.state is TournamentState.OVER
    if not (is_large or is_finished):
        return
    own_names = {entrant.name: entrant.bot for entrant in find_tournament(store, number).entrants}
    standings = {number: to_document(made)} if is_large else {}
    winner = {number: to_document(find_winner(made, own_names))} if is_finished else {}
    with store.writing() as tx:
        write_documents(tx, DocumentKind.TABLES, str(where), standings)
        write_documents(tx, DocumentKind.WINNER, str(where.changes), winner)


def to_document(made: tuple[StandingsTable, ...] | Winner | None) -> Any:  # noqa: ANN401 - JSON
    """Convert standings or a winner to values that JSON can store."""
    return json.loads(to_json(made, indent=None))


def compute_tables(store: Store, number: int, least_boards: int = LARGE) -> tuple[StandingsTable, ...]:
    """Compute and return a tournament's standings. Cache them if the tournament is large, and its winner if
    it is finished.

    `least_boards`: the number of boards from which a tournament counts as large. Raise UnknownTournament for
    an unknown number.
    """
    with store.reading() as tx:
        where, boards = read_data_state(tx, number), count_committed_boards(tx, number)
    made = tables(store, number)
    if where:
        with suppress(StoreFailed):  # without the cache only pages are slower
            _write(store, number, where, made, is_large=boards >= least_boards)
    return made


def read_cached_tables(store: Store, number: int) -> tuple[StandingsTable, ...] | None:
    """Return a tournament's standings from the cache; None if they are not there or cannot be read."""
    try:
        with store.reading() as tx:
            document = read_document(tx, DocumentKind.TABLES, number)
        return None if document is None else tuple(map(_table, document))
    except (BadLog, ValueError, TypeError, KeyError):
        return None


def read_winners(store: Store, numbers: Collection[int] | None) -> Mapping[int, Winner]:
    """Return the cached winners of tournaments, keyed by tournament number.

    `numbers`: the tournaments to read; None for all.
    """
    with suppress(BadLog, ValueError, TypeError), store.reading() as tx:
        documents = read_documents(tx, DocumentKind.WINNER, numbers)
        return {int(number): Winner(**document) for number, document in documents.items() if document}
    return {}


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
