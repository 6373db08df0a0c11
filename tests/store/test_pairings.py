"""Pairings, byes and histories are read back as written."""

from dataclasses import replace
from fractions import Fraction

from arena.record.match import Verdict
from arena.store.database.store import Store
from arena.store.results.commit import commit_record
from arena.store.results.records import Piece, Round, StoredPairing
from arena.store.tournaments.pairings import byes, history, read_pairings
from arena.store.tournaments.schedule import add_byes, add_tournament, pieces
from arena.store.tournaments.states import withdraw
from arena.tournament.history import Bye, ByeKind, History, check_history
from arena.tournament.pairing.pairing import Pairing
from tests.store.samples import NOW, digest, piece, record, tournament


def two_cycles(store: Store, *wanted: Piece) -> int:
    """Write a tournament: rounds 1 and 3 in the first cycle, 2 in the second; 4 is not paired."""
    rounds = tuple(
        Round(number, key, digest(key), cycle=cycle, paired=number < 4)
        for number, (key, cycle) in enumerate(
            (("mau-mau@1", 1), ("prsi@1", 2), ("mau-mau@1", 1), ("mau-mau@1", 1)), 1
        )
    )
    with store.writing() as tx:
        return add_tournament(tx, replace(tournament(*"abcde"), rounds=rounds), wanted, NOW)


def play(store: Store, number: int, round: int, pairing: int, best: int) -> None:
    with store.writing() as tx:
        for one in pieces(tx, number, missing=True):
            if (one.round, one.pairing) == (round, pairing):
                assert commit_record(tx, one.key, record(one, best), NOW)


def test_pairings_list_white_first(store: Store) -> None:
    number = two_cycles(store, replace(piece(2, 3), bots_as_paired=(3, 2)), piece(1, 4, pairing=2))
    play(store, number, 1, 1, 0)
    with store.reading() as tx:
        assert read_pairings(tx, number) == (
            StoredPairing(1, 1, (3, 2), complete=True),
            StoredPairing(1, 2, (1, 4), complete=False),
        )


def test_a_cycle_has_rounds_of_its_own(store: Store) -> None:
    number = two_cycles(
        store, piece(1, 2), piece(2, 3, round=2), replace(piece(4, 5, round=3), bots_as_paired=(5, 4))
    )
    for round in (1, 2, 3):
        play(store, number, round, 1, 0)
    with store.writing() as tx:
        add_byes(tx, number, [Bye(3, 1, ByeKind.HALF), Bye(2, 1, ByeKind.FULL), Bye(4, 2, ByeKind.ZERO)])
    with store.reading() as tx:
        first, second = history(tx, number, 1), history(tx, number, 2)
        assert [bye.round for bye in byes(tx, number)] == [2, 3, 4]
    check_history(first)
    assert first.pairings == (Pairing(1, 1, (1, 2)), Pairing(2, 1, (5, 4)))
    assert first.byes == (Bye(2, 1, ByeKind.HALF),)
    assert first.points() == {1: Fraction(3, 2), 2: 0, 3: 0, 4: 1, 5: 0}
    assert second.pairings == (Pairing(1, 1, (2, 3)),)
    assert second.points() == {1: 1, 2: 1, 3: 0, 4: 0, 5: 0}


def withdrawn(store: Store, number: int, bot: int) -> History:
    with store.writing() as tx:
        withdraw(tx, number, bot, 1, NOW)
    with store.reading() as tx:
        return history(tx, number, 1)


def test_a_withdrawn_bot_forfeits_unplayed_matches(store: Store) -> None:
    number = two_cycles(store, piece(1, 2), piece(3, 4, pairing=2), piece(1, 3, round=3))
    play(store, number, 1, 1, 0)
    found = withdrawn(store, number, 1)
    results = {(match.round, match.number): match for match in found.matches}
    assert results.keys() == {(1, 1), (2, 1)}
    assert [results[place].played for place in sorted(results)] == [True, False]
    assert results[1, 1].points == {1: 1, 2: 0}
    assert results[2, 1].points == {1: 0, 3: 1}
    with store.reading() as tx:
        assert [one.bots for one in pieces(tx, number, missing=True)] == [(3, 4)]
        assert read_pairings(tx, number)[2] == StoredPairing(3, 1, (1, 3), complete=True, forfeits=(1,))


def test_a_partly_played_match_counts_its_games(store: Store) -> None:
    number = two_cycles(store, piece(1, 2), piece(1, 2, number=2, first=2))
    with store.writing() as tx:
        first, _ = pieces(tx, number)
        commit_record(tx, first.key, record(first), NOW)
    (match,) = withdrawn(store, number, 1).matches
    assert match.played
    assert match.points == {1: 1, 2: 0}
    assert [seat.games for seat in match.seats] == [4, 4]


def test_a_point_by_forfeit_stays_when_its_owner_withdraws_too(store: Store) -> None:
    number = two_cycles(store, piece(1, 2))
    withdrawn(store, number, 1)
    (match,) = withdrawn(store, number, 2).matches
    assert match.points == {1: 0, 2: 1}


def test_at_larger_tables_other_bots_share_the_better_places(store: Store) -> None:
    number = two_cycles(store, piece(1, 2, 3, 4))
    (match,) = withdrawn(store, number, 2).matches
    third = Fraction(2, 3)
    assert match.points == {1: third, 2: 0, 3: third, 4: third}
    assert [seat.bot for seat in match.seats if seat.never_started] == [2]
    assert [seat.verdicts for seat in match.seats if seat.verdicts] == [{Verdict.NO_START: 8}]
