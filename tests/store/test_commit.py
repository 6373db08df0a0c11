"""Records are committed whole and once, or not at all."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from arena.record.match import MatchRecord, Verdict
from arena.record.storage import PackedLog
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.results.commit import WrongRecord, commit_record, is_record_stored
from arena.store.results.games import game_log, games_named
from arena.store.results.ledger import find_broken_entry
from arena.store.results.records import Piece
from arena.store.tables.results import FAULT, GAME, GAME_LOG, GAME_SEAT
from arena.store.tables.schedule import LEDGER
from arena.store.tournaments.list import progress
from arena.store.tournaments.schedule import add_tournament, count_faulty_games, pieces
from tests.conftest import Scale
from tests.factories.stored_games import game_at
from tests.store.samples import NOW, fault, piece, record, tournament

TABLES = (GAME, GAME_SEAT, GAME_LOG, FAULT, LEDGER)


def scheduled(
    store: Store, *wanted: Piece, bots: tuple[str, ...] = ("a", "b", "c")
) -> tuple[int, tuple[Piece, ...]]:
    """Write a tournament; return its number and its pieces with keys."""
    with store.writing() as tx:
        key = add_tournament(tx, tournament(*bots, rounds=max(one.round for one in wanted)), wanted, NOW)
        return key, pieces(tx, key)


def counts(store: Store) -> list[int]:
    with store.reading() as tx:
        return [tx.scalar(select(func.count()).select_from(table)) or 0 for table in TABLES]


def commit(store: Store, piece: Piece, given: MatchRecord) -> bool:
    with store.writing() as tx:
        return commit_record(tx, piece.key, given, NOW)


def test_a_record_is_written_with_games_seats_logs_faults_and_ledger(store: Store) -> None:
    _, (only,) = scheduled(store, piece(1, 2))
    assert commit(store, only, replace(record(only), faults=(fault(1),)))
    assert counts(store) == [4, 8, 4, 1, 1]


@pytest.mark.fault("F12")
def test_a_record_delivered_twice_counts_once(store: Store) -> None:
    _, (only,) = scheduled(store, piece(1, 2))
    assert commit(store, only, record(only))
    before = counts(store)
    assert not commit(store, only, record(only, salt="played again"))
    assert counts(store) == before


@pytest.mark.fault("F12")
def test_many_threads_deliver_the_same_records(store: Store, scale: Scale) -> None:
    copies = scale.pick(quick=20, ci=40, full=100)
    key, made = scheduled(
        store, *(piece(1, 2, number=number, first=number * 2 - 2) for number in range(1, 6))
    )
    with ThreadPoolExecutor(copies) as threads:
        deliveries = [
            threads.submit(commit, store, one, record(one, salt=str(copy)))
            for copy in range(copies)
            for one in made
        ]
        assert sum(delivery.result() for delivery in deliveries) == 5
    assert counts(store)[0] == 20
    with store.reading() as tx:
        assert find_broken_entry(tx) is None
        assert progress(tx, key).games_done == 20


@pytest.mark.fault("F12")
def test_is_written_tells_own_record_from_others(store: Store) -> None:
    _, (only,) = scheduled(store, piece(1, 2))
    mine, theirs = record(only), record(only, salt="played by somebody else")
    with store.reading() as tx:
        assert not is_record_stored(tx, only.key, mine)
    assert commit(store, only, mine)
    with store.reading() as tx:
        assert is_record_stored(tx, only.key, mine)
        assert not is_record_stored(tx, only.key, theirs)


def test_a_record_of_other_boards_is_refused_whole(store: Store) -> None:
    _, (only,) = scheduled(store, piece(1, 2))
    given = record(only)
    wrong = (
        replace(given, games=given.games[1:]),
        replace(given, games=(*given.games, given.games[0])),
        record(replace(only, first_board=5)),
        replace(given, games=(replace(given.games[0], seats=given.games[1].seats), *given.games[1:])),
    )
    for one in wrong:
        with pytest.raises(WrongRecord):
            commit(store, only, one)
    assert counts(store) == [0, 0, 0, 0, 0]
    assert commit(store, only, given)


@pytest.mark.fault("F12")
def test_a_record_whose_game_is_known_leaves_nothing(store: Store) -> None:
    _, (first, second) = scheduled(store, piece(1, 2), piece(1, 3, pairing=2))
    assert commit(store, first, record(first))
    before = counts(store)
    taken = record(second)
    known = replace(taken.games[-1], id=record(first).games[0].id)
    with pytest.raises(StoreFailed, match=r"(?i)unique"):
        commit(store, second, replace(taken, games=(*taken.games[:-1], known)))
    assert counts(store) == before


def test_matches_with_four_and_eight_seats_are_stored(store: Store) -> None:
    names = tuple("abcdefgh")
    _, (four, eight) = scheduled(store, piece(1, 2, 3, 4), piece(*range(1, 9), pairing=2), bots=names)
    assert commit(store, four, record(four))
    assert commit(store, eight, record(eight))
    assert counts(store)[:2] == [8 + 16, 8 * 4 + 16 * 8]


def test_the_ledger_shows_where_a_result_was_altered(store: Store) -> None:
    _, made = scheduled(store, *(piece(1, 2, number=number, first=number * 2 - 2) for number in range(1, 4)))
    for one in made:
        commit(store, one, record(one))
    with store.writing() as tx:
        assert find_broken_entry(tx) is None
        tx.execute(GAME.update().where(GAME.c.match_id == made[1].key).values(log_digest="0" * 64))
        broken = find_broken_entry(tx)
        assert broken is not None
        assert broken.number == 2


def test_the_ledger_shows_a_missing_entry(store: Store) -> None:
    _, made = scheduled(store, *(piece(1, 2, number=number, first=number * 2 - 2) for number in range(1, 4)))
    for one in made:
        commit(store, one, record(one))
    with store.writing() as tx:
        tx.execute(LEDGER.delete().where(LEDGER.c.number == 2))
        broken = find_broken_entry(tx)
        assert broken is not None
        assert broken.number == 2


def test_find_game_by_id_prefix_and_number(store: Store) -> None:
    key, (only,) = scheduled(store, piece(1, 2))
    given = record(only)
    commit(store, only, given)
    third = given.games[2]
    with store.reading() as tx:
        (by_name,) = games_named(tx, third.id[:8])
        assert by_name == game_at(tx, key, 1, 1, 3)
        assert (by_name.board, by_name.rotation) == (1, 0)
        assert game_log(tx, by_name.key) == PackedLog(f"log {third.id}".encode(), third.id)
        assert game_at(tx, key, 1, 1, 5) is None
        assert game_at(tx, key, 1, 1, 0) is None
        assert game_at(tx, key, 9, 9, 1) is None
        assert games_named(tx, "%") == ()


def test_progress_counts_games_and_those_with_a_fault(store: Store) -> None:
    key, (first, second) = scheduled(store, piece(1, 2), piece(1, 3, pairing=2))
    commit(store, first, record(first, verdict=Verdict.TIMEOUT))
    with store.reading() as tx:
        now = progress(tx, key)
        assert (now.games_done, now.games_total, count_faulty_games(tx, key)) == (4, 8, 4)
        assert pieces(tx, key, missing=True) == (second,)


@pytest.mark.fault("F07")
@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_full_disk_commits_nothing_and_says_so(store: Store) -> None:
    key, (only,) = scheduled(store, piece(1, 2, boards=200))
    with pytest.raises(StoreFailed, match="full"), store.writing() as tx:
        pages = tx.exec_driver_sql("PRAGMA page_count").scalar_one()
        tx.exec_driver_sql(f"PRAGMA max_page_count={pages + 2}")
        commit_record(tx, only.key, record(only), NOW)
    assert counts(store) == [0, 0, 0, 0, 0]
    with store.writing() as tx:
        tx.exec_driver_sql("PRAGMA max_page_count=1000000")
        assert commit_record(tx, only.key, record(only), NOW)
        assert progress(tx, key).games_done == 400
