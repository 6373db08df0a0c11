"""Results come from complete matches in schedule order, whatever the order of commits."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from sqlalchemy import Connection

from arena.ratings.live import RatedBoard
from arena.record.match import Verdict
from arena.store.database.store import Store
from arena.store.results.commit import commit_record
from arena.store.results.records import Piece
from arena.store.results.results import game_digests, match_results, rated_matches
from arena.store.tournaments.schedule import add_tournament, pieces
from tests.factories.ratings import live_ratings
from tests.store.samples import NOW, piece, record, tournament, void

SCHEDULE = (
    piece(1, 2),
    piece(1, 2, number=2, first=2, boards=1),
    piece(2, 3, round=2),
    piece(1, 3, round=3),
)


def rated_boards(tx: Connection, key: int, rounds: Sequence[int]) -> list[RatedBoard]:
    return [board for _, board in rated_matches(tx, key, rounds)]


def played(store: Store, order: tuple[int, ...], salt: str = "") -> int:
    """Write a tournament and commit these pieces in this order."""
    with store.writing() as tx:
        key = add_tournament(tx, tournament("a", "b", "c", rounds=3), SCHEDULE, NOW)
        made = pieces(tx, key)
    for number in order:
        with store.writing() as tx:
            commit_record(tx, made[number].key, record(made[number], salt=f"{key}{salt}"), NOW)
    return key


def test_a_match_counts_once_all_pieces_are_committed(store: Store) -> None:
    key = played(store, (1, 3))
    with store.reading() as tx:
        assert [(one.round, one.number) for one in match_results(tx, key, (1, 2, 3))] == [(3, 1)]
        assert len(list(rated_boards(tx, key, (1, 2, 3)))) == 2


def test_pieces_are_added_up(store: Store) -> None:
    key = played(store, (0, 1, 2, 3))
    with store.reading() as tx:
        first = match_results(tx, key, (1,))[0]
    assert [(seat.bot, seat.games, seat.score, seat.card_points) for seat in first.seats] == [
        (1, 6, Fraction(6), 0),
        (2, 6, Fraction(0), 60),
    ]
    assert first.seats[0].verdicts == {"OK": 6}


def test_two_remaining_bots_of_a_larger_table_have_scores(store: Store) -> None:
    wanted = (piece(1, 2, 3), piece(4, 5, pairing=2, boards=1), piece(4, 5, pairing=2, number=2, first=1))
    event = replace(tournament(*"abcde"), format="swiss", seats=3)
    with store.writing() as tx:
        key = add_tournament(tx, event, wanted, NOW)
        made = pieces(tx, key)
    for best, one in zip((0, 0, 1), made, strict=True):
        with store.writing() as tx:
            commit_record(tx, one.key, record(one, best, salt=str(key)), NOW)
    with store.reading() as tx:
        three, two = match_results(tx, key, (1,))
    assert three.points == {1: 1, 2: Fraction(1, 4), 3: Fraction(1, 4)}
    assert two.points == {4: Fraction(1, 3), 5: Fraction(2, 3)}


def test_results_do_not_depend_on_the_order_of_commits(store: Store) -> None:
    one, other = played(store, (0, 1, 2, 3)), played(store, (3, 2, 1, 0))
    with store.reading() as tx:
        assert match_results(tx, one, (1, 2, 3)) == match_results(tx, other, (1, 2, 3))
        groups = [tuple(rated_boards(tx, key, (1, 2, 3))) for key in (one, other)]
    assert groups[0] == groups[1]
    assert live_ratings(groups[0]) == live_ratings(groups[1])


def test_digests_come_in_schedule_order(store: Store) -> None:
    key = played(store, (2, 0, 3, 1))
    with store.reading() as tx:
        expected = [game.game_digest for one in pieces(tx, key) for game in record(one, salt=str(key)).games]
        assert list(game_digests(tx, key)) == expected


def committed(store: Store, wanted: Piece, verdict: Verdict, is_void: bool = False) -> int:
    with store.writing() as tx:
        key = add_tournament(tx, tournament(*"abcd"[: len(wanted.bots)]), (wanted,), NOW)
        (made,) = pieces(tx, key)
        given = record(made, verdict=verdict, salt=str(key))
        commit_record(tx, made.key, void(given) if is_void else given, NOW)
    return key


def test_void_boards_count_for_nobody(store: Store) -> None:
    key = committed(store, piece(1, 2), Verdict.OK, is_void=True)
    with store.reading() as tx:
        (match,) = match_results(tx, key, (1,))
        assert [seat.games for seat in match.seats] == [0, 0]
        assert [seat.share for seat in match.seats] == [Fraction(1, 2)] * 2
        assert match.seats[0].verdicts == {"VOID": 4}
        assert list(rated_boards(tx, key, (1,))) == []


def test_in_game_faults_are_rated_and_no_start_is_not(store: Store) -> None:
    crashed = committed(store, piece(1, 2), Verdict.DISCONNECT)
    absent = committed(store, piece(1, 2), Verdict.NO_START)
    with store.reading() as tx:
        assert [game.places for group in rated_boards(tx, crashed, (1,)) for game in group.games] == [
            (1, 2)
        ] * 4
        assert live_ratings(rated_boards(tx, absent, (1,))).raw == {}


def test_thirds_stay_exact(store: Store) -> None:
    key = committed(store, piece(1, 2, 3, 4, boards=7), Verdict.OK)
    with store.reading() as tx:
        (match,) = match_results(tx, key, (1,))
    assert [seat.share for seat in match.seats] == [Fraction(1), *[Fraction(1, 3)] * 3]
