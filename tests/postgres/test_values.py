"""Values that SQLite accepts and PostgreSQL does not."""

from dataclasses import replace

import pytest
from sqlalchemy import insert, select

from arena.record.match import Clock
from arena.service.errors import UnknownTournament
from arena.service.reports.tournament_list import find_tournament
from arena.store.database.store import Store
from arena.store.ladder.bots import bot_line
from arena.store.ladder.encounters import make_encounters
from arena.store.results.commit import commit_record
from arena.store.tables.bots import OWNER
from arena.store.tables.results import FAULT
from arena.store.tournaments.list import tournament_line
from arena.store.tournaments.schedule import add_tournament, pieces
from arena.web.site import Settings
from tests.postgres.server import Server
from tests.store.samples import NOW, fault, piece, record, tournament
from tests.store.test_commit import scheduled
from tests.web.served import serving

pytestmark = pytest.mark.dear


def test_the_character_zero_is_stored_as_its_symbol(store: Store) -> None:
    _, (only,) = scheduled(store, piece(1, 2))
    with store.writing() as tx:
        said = replace(record(only), faults=(replace(fault(0), detail="a\0b", request="\0"),))
        assert commit_record(tx, only.key, said, NOW)
        found = tx.execute(select(FAULT.c.detail, FAULT.c.request, FAULT.c.output)).one()
    assert tuple(found) == ("a␀b", "␀", b"\0no")


def test_times_do_not_depend_on_the_servers_zone(store: Store, postgres: Server, url: str) -> None:
    key, _ = scheduled(store, piece(1, 2))
    with store.reading() as tx:
        line = tournament_line(tx, key)
    assert line
    assert line.created_at == NOW
    assert line.created_at.utcoffset() == NOW.utcoffset()
    with postgres.connected(url.rpartition("/")[2]) as other:
        assert other.execute("SELECT extract(epoch FROM created_at) FROM tournament").fetchone() == (
            NOW.timestamp(),
        )


@pytest.mark.parametrize("number", [2**31, 2**63, 10**30])
def test_impossible_numbers_find_nothing(store: Store, number: int) -> None:
    with pytest.raises(UnknownTournament):
        find_tournament(store, number)


def test_large_time_budgets_exceed_four_bytes(store: Store) -> None:
    slow = replace(tournament("a", "b"), clock=Clock(10_000, 3_600_000, 86_400_000))
    with store.writing() as tx:
        key = add_tournament(tx, slow, (piece(1, 2),), NOW)
        (only,) = pieces(tx, key)
        made = record(only)
        games = tuple(
            replace(game, seats=tuple(replace(seat, decisions=1_000) for seat in game.seats))
            for game in made.games
        )
        assert commit_record(tx, only.key, replace(made, games=games), NOW)
        assert {row["used"] for row in make_encounters(tx, key)} == {12.5 / 86_400_000}


def test_a_name_with_the_character_zero_finds_nothing(store: Store) -> None:
    with store.writing() as tx:
        tx.execute(insert(OWNER).values(name="anna"))
        assert bot_line(tx, "a\0b") is None


def test_pages_with_impossible_numbers_are_not_found(store: Store) -> None:
    with serving(store, Settings("http://127.0.0.1")) as site:
        for path in (
            "/tournaments/99999999999",
            "/matches/99999999999.1.1",
            "/matches/1.99999999999.1",
            "/live/1.1.99999999999",
            "/bots/a%00b",
            "/api/v1/matches/1.1.1/games/99999999999/log",
        ):
            assert site.client.get(path).status_code in (400, 404, 422), path
        for path in (
            "/matches?tournament=99999999999",
            "/matches?before=99999999999999999999",
            "/bots?author=%00",
        ):
            assert site.client.get(path).status_code in (200, 400, 404, 422), path
