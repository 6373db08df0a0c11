"""A tournament's setup is read back as written."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

from sqlalchemy import func, select

from arena.store.bots.bots import entered_bots
from arena.store.database.store import Store
from arena.store.results.records import Round, TournamentState
from arena.store.tables.schedule import HOUSE_RULES
from arena.store.tournaments.list import progress
from arena.store.tournaments.schedule import add_tournament, pieces, read_tournament, tournament_keys
from arena.store.tournaments.states import finish
from tests.store.samples import NOW, digest, piece, tournament


def test_a_tournament_is_read_back_as_it_was_written(store: Store) -> None:
    given = tournament("a", "b", "c", rounds=2)
    wanted = (piece(2, 1), piece(3, 1, round=2), piece(3, 1, round=2, number=2, first=2))
    with store.writing() as tx:
        key = add_tournament(tx, given, wanted, NOW)
    with store.reading() as tx:
        found = read_tournament(tx, key)
        assert found is not None
        keys = [entrant.bot_version for entrant in found.entrants]
        assert keys == sorted(set(keys))
        assert replace(found, entrants=tuple(replace(one, bot_version=0) for one in found.entrants)) == given
        assert tuple(replace(one, key=0) for one in pieces(tx, key)) == wanted
        assert read_tournament(tx, key + 1) is None
        assert tournament_keys(tx) == (key,)


def test_house_rules_are_stored_with_their_rounds(store: Store) -> None:
    house = Round(2, "sunday@12345678", digest("sunday"), '{"id":"sunday"}')
    given = tournament("a", "b")
    given = replace(given, rounds=(*given.rounds, house, replace(house, number=3)))
    with store.writing() as tx:
        keys = [add_tournament(tx, given, (piece(1, 2),), NOW) for _ in range(2)]
    with store.reading() as tx:
        for key in keys:
            found = read_tournament(tx, key)
            assert found is not None
            assert found.rounds == given.rounds
        assert tx.scalar(select(func.count()).select_from(HOUSE_RULES)) == 1


def test_the_same_version_twice_is_one_row(store: Store) -> None:
    with store.writing() as tx:
        for _ in range(2):
            add_tournament(tx, tournament("a", "B"), (piece(1, 2),), NOW)
        changed = tournament("a", "b")
        newer = replace(changed.entrants[0], version="f" * 64)
        add_tournament(tx, replace(changed, entrants=(newer, changed.entrants[1])), (piece(1, 2),), NOW)
    with store.reading() as tx:
        listed = entered_bots(tx)
    assert [(bot.bot, bot.tournaments) for bot in listed] == [("a", 1), ("a", 2), ("B", 1), ("B", 2)]


def test_times_come_back_in_utc_with_their_zone(store: Store) -> None:
    berlin = datetime(2026, 11, 20, 13, 0, tzinfo=timezone(timedelta(hours=1)))
    with store.writing() as tx:
        key = add_tournament(tx, tournament("a", "b"), (piece(1, 2),), berlin)
        assert progress(tx, key).finished_at is None
        finish(tx, key, berlin)
    with store.reading() as tx:
        found = progress(tx, key)
    assert found.created_at == found.finished_at == NOW
    assert found.created_at.tzinfo is UTC


def test_a_tournament_finishes_once(store: Store) -> None:
    with store.writing() as tx:
        key = add_tournament(tx, tournament("a", "b"), (), NOW)
        finish(tx, key, NOW)
        finish(tx, key, NOW + timedelta(days=1), TournamentState.CANCELLED)
        assert progress(tx, key).finished_at == NOW
        assert progress(tx, key).state is TournamentState.OVER
