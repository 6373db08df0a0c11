"""Tables and ladders out of what was played."""

from dataclasses import replace

import pytest

from arena.service.errors import BadSettings
from arena.service.results import RunResult
from arena.service.run import run
from arena.service.settings import TournamentSettings
from arena.service.tables import entered, ladders
from arena.service.tournaments import create
from arena.store.store import Store


def test_the_ladder_of_one_tournament_is_its_table(played: tuple[Store, RunResult]) -> None:
    store, result = played
    (ladder,) = ladders(store)
    (table,) = result.tables
    assert {row.bot: row.rating for row in ladder.rows} == {row.bot: row.rating for row in table.rows}
    assert [row.rating for row in ladder.rows] == sorted((row.rating for row in ladder.rows), reverse=True)
    assert [(row.boards, row.games, row.step, len(row.history)) for row in ladder.rows] == [
        (6, 12, 32, 1)
    ] * 3
    assert ladders(store, "mau-mau") == (ladder,)
    assert ladders(store, "detailed") == ()
    with pytest.raises(BadSettings):
        ladders(store, "nonsense")


def test_open_seeds_and_unrated_tournaments_are_left_out(store: Store, settings: TournamentSettings) -> None:
    small = replace(settings, bots=settings.bots[:2], boards=1)
    for changed in (
        small,
        replace(small, seed="42"),
        replace(small, rated=False),
        replace(small, seed="11" * 32),
    ):
        run(store, create(store, changed), 1)
    (ladder,) = ladders(store)
    assert (ladder.tournaments, ladder.left_out) == (2, 2)
    assert [(row.boards, len(row.history)) for row in ladder.rows] == [(2, 2), (2, 2)]
    assert sum(row.rating for row in ladder.rows) == pytest.approx(0)


def test_bots_that_were_entered_are_listed(played: tuple[Store, RunResult]) -> None:
    bots = entered(played[0])
    assert [(bot.bot, bot.tournaments, bot.games) for bot in bots] == [
        ("dice", 1, 12),
        ("last", 1, 12),
        ("Shortest", 1, 12),
    ]
