"""Tables and ladders out of what was played."""

from dataclasses import replace

import pytest

from arena.service.bots import resolve_bot
from arena.service.errors import BadSettings
from arena.service.events.settings import TournamentSettings
from arena.service.events.tournaments import create
from arena.service.reports.ladders import ladders
from arena.service.reports.tables import entered
from arena.service.results import RunResult
from arena.store.store import Store
from tests.service.simulated import play_on
from tests.store.samples import record


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


def _play(store: Store, settings: TournamentSettings) -> None:
    """The second bot wins all its games."""
    number = create(store, settings)
    play_on(store, number, lambda piece: record(piece, 1, salt=f"{number}"))


@pytest.mark.dear
def test_open_seeds_and_unrated_tournaments_are_left_out(store: Store, settings: TournamentSettings) -> None:
    small = replace(settings, bots=settings.bots[:2], boards=1)
    for changed in (
        small,
        replace(small, seed="42"),
        replace(small, rated=False),
        replace(small, seed="11" * 32),
    ):
        _play(store, changed)
    (ladder,) = ladders(store)
    assert (ladder.tournaments, ladder.left_out) == (2, 2)
    assert [(row.boards, len(row.history)) for row in ladder.rows] == [(2, 2), (2, 2)]
    assert sum(row.rating for row in ladder.rows) == pytest.approx(0, abs=1e-5)


def test_bots_that_were_entered_are_listed(played: tuple[Store, RunResult]) -> None:
    bots = entered(played[0])
    assert [(bot.bot, bot.tournaments, bot.games) for bot in bots] == [
        ("dice", 1, 12),
        ("last", 1, 12),
        ("Shortest", 1, 12),
    ]


def test_bots_that_have_not_met_are_ranked_on_scales_of_their_own(
    store: Store, settings: TournamentSettings
) -> None:
    first, second, third = settings.bots
    for bots in ((first, second), (third, resolve_bot("random"))):
        _play(store, replace(settings, bots=bots, boards=1))
    (ladder,) = ladders(store)
    assert ladder.anchors == ("random", None)
    assert [row.scale for row in ladder.rows] == [1, 1, 2, 2]
    assert {row.bot for row in ladder.rows[:2]} == {third.name, "random"}
    for rows in (ladder.rows[:2], ladder.rows[2:]):
        assert rows[0].rating >= rows[1].rating or rows[0].bot == "random"
    assert sum(row.rating for row in ladder.rows[2:]) == pytest.approx(0, abs=1e-5)
    assert [row.no_margin for row in ladder.rows if row.bot != "random"] == ["too few boards"] * 3
