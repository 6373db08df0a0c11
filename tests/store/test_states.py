"""A finished tournament is frozen; a running one is changed by one transaction at a time."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, select

from arena.store.database.store import Store
from arena.store.results.commit import commit_record
from arena.store.results.records import Entrant, Round, TournamentState
from arena.store.tables import METADATA
from arena.store.tables.results import COMMIT_MARK
from arena.store.tournaments.list import progress
from arena.store.tournaments.match import match_head
from arena.store.tournaments.schedule import (
    add_byes,
    add_entrant,
    add_forbidden,
    add_pieces,
    add_rounds,
    add_tournament,
    pieces,
)
from arena.store.tournaments.states import (
    Frozen,
    count_change,
    drop_unpaired,
    finish,
    lock_tournament,
    permit,
    read_state_and_changes,
    set_paired,
    set_state,
    withdraw,
)
from arena.tournament.history import Bye, ByeKind
from tests.store.samples import NOW, digest, piece, record, tournament

LATER = NOW + timedelta(hours=1)
NEWCOMER = Entrant(4, "d", "d", digest("d"), "builtin:d")
CHANGES: dict[str, Callable[[Connection, int], None]] = {
    "rounds": lambda tx, key: add_rounds(tx, key, [Round(3, "mau-mau@1", digest("mau-mau@1"))], LATER),
    "entrant": lambda tx, key: add_entrant(tx, key, NEWCOMER, LATER),
    "pieces": lambda tx, key: add_pieces(tx, key, [piece(1, 2, round=2)]),
    "byes": lambda tx, key: add_byes(tx, key, [Bye(1, 3, ByeKind.HALF)]),
    "forbidden": lambda tx, key: add_forbidden(tx, key, [(1, 2)]),
    "permitted": lambda tx, key: permit(tx, key, [(1, 3)]),
    "paused": lambda tx, key: set_state(tx, key, TournamentState.PAUSED),
    "running": lambda tx, key: set_state(tx, key, TournamentState.RUNNING),
    "changed": count_change,
    "paired": lambda tx, key: set_paired(tx, key, 2, LATER),
    "fewer rounds": drop_unpaired,
    "withdrawn": lambda tx, key: withdraw(tx, key, 2, 1, LATER),
}


def contents(store: Store) -> list[object]:
    """Return every row of every table, without what changes with each commit."""
    tables = [table for table in METADATA.sorted_tables if table is not COMMIT_MARK]
    with store.reading() as tx:
        return [tuple(row) for table in tables for row in tx.execute(select(table))]


def ended(store: Store, state: TournamentState) -> int:
    """Write a tournament of two rounds with one played piece, and end it in this state."""
    with store.writing() as tx:
        key = add_tournament(
            tx, tournament("a", "b", "c", rounds=2), (piece(1, 2), piece(3, 1, pairing=2)), NOW
        )
        add_forbidden(tx, key, [(1, 3)])
        first, _ = pieces(tx, key)
        assert commit_record(tx, first.key, record(first), NOW)
        finish(tx, key, NOW, state)
    return key


@pytest.mark.parametrize("state", [TournamentState.OVER, TournamentState.CANCELLED])
def test_a_finished_tournament_cannot_be_changed(store: Store, state: TournamentState) -> None:
    key = ended(store, state)
    before = contents(store)
    for change in CHANGES.values():
        with pytest.raises(Frozen), store.writing() as tx:
            change(tx, key)
        assert contents(store) == before


@pytest.mark.dear
def test_a_running_tournament_can_be_changed(store: Store) -> None:
    given = tournament("a", "b", "c", rounds=2)
    given = replace(given, rounds=(given.rounds[0], replace(given.rounds[1], paired=False)))
    for change in CHANGES.values():
        with store.writing() as tx:
            key = add_tournament(tx, given, (piece(1, 2),), NOW)
            add_forbidden(tx, key, [(1, 3)])
        before = contents(store)
        with store.writing() as tx:
            change(tx, key)
            assert lock_tournament(tx, key) in (TournamentState.RUNNING, TournamentState.PAUSED)
        assert (contents(store) == before) == (change is CHANGES["running"])


@pytest.mark.parametrize("state", [TournamentState.OVER, TournamentState.CANCELLED])
def test_a_late_record_is_not_written(store: Store, state: TournamentState) -> None:
    key = ended(store, state)
    before = contents(store)
    with store.writing() as tx:
        (late,) = pieces(tx, key, missing=True)
        assert not commit_record(tx, late.key, record(late), LATER)
    assert contents(store) == before


def test_forfeited_boards_are_not_played(store: Store) -> None:
    with store.writing() as tx:
        both = (piece(1, 2), piece(1, 2, number=2, first=2, boards=1), piece(3, 2, pairing=2))
        key = add_tournament(tx, tournament("a", "b", "c"), both, NOW)
        first, *_ = pieces(tx, key)
        assert commit_record(tx, first.key, record(first), NOW)
        withdraw(tx, key, 2, 1, LATER)
        heads = [match_head(tx, key, 1, pairing) for pairing in (1, 2)]
    assert [(head.boards, head.boards_done, head.boards_played) for head in heads if head] == [
        (3, 3, 2),
        (2, 2, 0),
    ]


def test_pulse_counts_changes(store: Store) -> None:
    with store.writing() as tx:
        key = add_tournament(tx, tournament("a", "b", "c", rounds=2), (piece(1, 2),), NOW)
        assert read_state_and_changes(tx, key) == (TournamentState.RUNNING, 0)
        set_state(tx, key, TournamentState.RUNNING)
        assert read_state_and_changes(tx, key) == (TournamentState.RUNNING, 0)
        set_state(tx, key, TournamentState.PAUSED)
        assert read_state_and_changes(tx, key) == (TournamentState.PAUSED, 1)
        count_change(tx, key)
        withdraw(tx, key, 3, 1, NOW)
        assert read_state_and_changes(tx, key) == (TournamentState.PAUSED, 3)


def test_unpaired_rounds_count_as_full(store: Store) -> None:
    rounds = [Round(number, "mau-mau@1", digest("mau-mau@1"), paired=False) for number in (2, 3)]
    with store.writing() as tx:
        key = add_tournament(tx, tournament("a", "b", "c"), (piece(1, 2),), NOW)
        add_rounds(tx, key, rounds, NOW)
        assert (progress(tx, key).games_done, progress(tx, key).games_total) == (0, 3 * 4)
        add_entrant(tx, key, NEWCOMER, NOW)
        assert progress(tx, key).games_total == 4 + 2 * 8
        withdraw(tx, key, 1, 1, NOW)
        assert progress(tx, key).games_total == 2 * 4
        finish(tx, key, NOW, TournamentState.CANCELLED)
        assert progress(tx, key).games_total == 0
