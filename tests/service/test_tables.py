"""Tables and ladders out of what was played."""

from dataclasses import replace

import pytest

from arena.service.bots import resolve_bot
from arena.service.errors import BadSettings
from arena.service.ladder.cache import refresh_ladders
from arena.service.reports.ladder_ratings import ladders, overall_ladder
from arena.service.reports.standings import list_entered_bots, tables
from arena.service.results import RunResult
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.ladder.cached_ladders import read_rows
from tests.factories.made_up_matches import play_on
from tests.store.samples import record


def test_the_ladder_of_one_tournament_is_its_table(played: tuple[Store, RunResult]) -> None:
    store, result = played
    (ladder,) = ladders(store)
    (table,) = result.tables
    assert {row.bot: row.elo for row in ladder.rows} == {row.bot: row.elo for row in table.rows}
    elos = [row.elo for row in ladder.rows if row.elo is not None]
    assert elos == sorted(elos, reverse=True)
    assert [(row.boards, row.games, row.step, len(row.history)) for row in ladder.rows] == [
        (6, 12, 32, 1)
    ] * 3
    assert ladders(store, "mau-mau") == (ladder,)
    assert ladders(store, "detailed") == ()
    with pytest.raises(BadSettings):
        ladders(store, "nonsense")


def _play(store: Store, settings: TournamentSettings) -> None:
    """The bot that is entered second wins all its games."""
    number = create(store, settings)
    play_on(store, number, lambda piece: record(piece, piece.bots.index(2), salt=f"{number}"))


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
    assert sum(row.elo or 0 for row in ladder.rows) == pytest.approx(0, abs=1e-5)


def test_bots_that_were_entered_are_listed(played: tuple[Store, RunResult]) -> None:
    bots = list_entered_bots(played[0])
    assert [(bot.bot, bot.tournaments, bot.games) for bot in bots] == [
        ("dice", 1, 12),
        ("last", 1, 12),
        ("Shortest", 1, 12),
    ]


def test_bots_that_have_not_met_are_ranked_on_scales_of_their_own(
    store: Store, settings: TournamentSettings
) -> None:
    first, second, third = settings.bots
    dice = resolve_bot("random")
    for bots in ((first, second), (second, first), (third, dice), (dice, third)):
        _play(store, replace(settings, bots=bots, boards=1))
    (ladder,) = ladders(store)
    assert ladder.anchors == ("random", None)
    assert [row.scale for row in ladder.rows] == [1, 1, 2, 2]
    assert {row.bot for row in ladder.rows[:2]} == {third.name, "random"}
    assert [row.elo for row in ladder.rows] == pytest.approx([0] * 4, abs=1e-5)
    assert {row.no_margin for row in ladder.rows} == {"too few boards"}


@pytest.mark.dear
def test_a_bot_that_lost_every_game_is_ranked_last_by_its_bound(
    store: Store, settings: TournamentSettings
) -> None:
    """The others are rated, and the anchor of the ladder, which nothing can be measured from, is not at 0."""
    first, second, _ = settings.bots
    dice = resolve_bot("random")
    for bots in ((first, second), (second, first), (dice, first), (dice, second)):
        _play(store, replace(settings, bots=bots, boards=40))
    (ladder,) = ladders(store)
    assert ladder.anchors == (None,)
    assert [row.bot for row in ladder.rows][2] == "random"
    *rated, last = ladder.rows
    assert all(row.elo is not None and row.margin is not None for row in rated)
    assert (last.elo, last.low, last.margin, last.no_margin) == (None, None, None, None)
    assert last.high is not None
    assert last.high < -300
    assert [(row.best, row.worst) for row in ladder.rows] == [(1, 2), (1, 2), (3, 3)]
    found = overall_ladder(store)
    assert [row.bot for row in found.rows][2] == "random"
    assert [row.bounded for row in found.rows] == [(), (), ("mau-mau@1",)]
    assert found.rows[2].margin is None
    (table,) = tables(store, 3)
    assert {row.bot: (row.elo, row.low is None, row.high is None) for row in table.rows} == {
        "random": (None, True, True),
        first.name: (None, True, True),
    }  # in this tournament alone nothing can be measured


@pytest.mark.dear
def test_no_bot_stands_above_its_peak(store: Store, settings: TournamentSettings) -> None:
    """Live Elo is measured from the anchor, which also falls when somebody else beats it."""
    first, second, _ = settings.bots
    dice = resolve_bot("random")
    for bots in ((dice, first), (dice, second)):
        _play(store, replace(settings, bots=bots, boards=8))
    refresh_ladders(store)
    with store.reading() as tx:
        rows = {row.bot: row for row in read_rows(tx, "mau-mau@1")[0]}
    row = rows[first.name]
    assert row.live is not None
    assert row.live > row.recent[-1] + 1
    assert row.peak == pytest.approx(row.live, abs=0.1)
