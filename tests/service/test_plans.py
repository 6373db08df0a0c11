"""What a tournament would be, before anything is written: the same as it then is."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.service.bots import Bot
from arena.service.errors import BadSettings
from arena.service.formats import DOUBLE_ROUND_ROBIN, GAUNTLET, ROUND_ROBIN, SWISS
from arena.service.reports.pairings import pairings
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.plans import PlannedBye, TournamentPlan, plan
from arena.service.tournaments.setup.settings import ByeRequest, TournamentSettings
from arena.store.database.store import Store
from arena.store.tournaments.list import progress
from tests.factories.made_up_matches import bots_in, by_chance, commit, new_queue, play_on


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bot, ...]:
    return bots_in(tmp_path_factory.mktemp("bots"), 9)


def tables(made: TournamentPlan, round: int) -> tuple[tuple[str, ...], ...]:
    return made.schedule[round - 1].tables


@pytest.mark.parametrize(
    ("format", "bots", "changes"),
    [
        (ROUND_ROBIN, 5, {}),
        (ROUND_ROBIN, 4, {"rulesets": ("mau-mau", "prsi")}),
        (DOUBLE_ROUND_ROBIN, 3, {}),
        (GAUNTLET, 2, {"pool": 4}),
        (ROUND_ROBIN, 7, {"seats": 3}),
        (ROUND_ROBIN, 5, {"seats": 4, "boards": 1}),
        (SWISS, 7, {"rounds": 3}),
        (SWISS, 6, {"rulesets": ("mau-mau", "prsi"), "rounds": 2}),
        (SWISS, 9, {"seats": 4, "rounds": 2}),
    ],
)
def test_the_plan_is_what_is_played(
    store: Store, field: tuple[Bot, ...], format: str, bots: int, changes: dict[str, object]
) -> None:
    pool = field[bots : bots + int(str(changes.pop("pool", 0)))]
    settings = TournamentSettings(field[:bots], boards=2, format=format, seed="00" * 32, pool=pool)
    settings = replace(settings, **changes)  # type: ignore[arg-type]  # different fields
    made = plan(settings)
    number = create(store, settings)
    play_on(store, number, by_chance(1))
    played = pairings(store, number)
    assert [round.ruleset for round in made.schedule] == [round.ruleset for round in played]
    for round, real in zip(made.schedule, played, strict=True):
        there = tuple(one.bots for one in real.tables)
        assert sorted(round.sizes) == sorted(map(len, there))
        if round.tables:
            assert round.tables == there
    with store.reading() as tx:
        assert made.games == progress(tx, number).games_total
    assert made.matches == sum(len(round.tables) for round in played)
    assert bool(made.schedule[-1].tables) == (format != SWISS)


def test_a_bot_starts_anew_for_each_seat_seating_and_piece(field: tuple[Bot, ...]) -> None:
    assert plan(TournamentSettings(field[:2])).sandboxes == 4
    assert plan(TournamentSettings(field[:2], boards=600)).sandboxes == 8
    assert plan(TournamentSettings(field[:5], seats=4)).sandboxes == 5 * 16


def test_byes_of_a_swiss(field: tuple[Bot, ...]) -> None:
    byes = (ByeRequest(1, "b"), ByeRequest(2, "c"))
    made = plan(TournamentSettings(field[:5], format=SWISS, rounds=2, byes=byes))
    first, second = made.schedule
    assert first.byes == (PlannedBye("b", "H"),)
    assert sorted(bot for table in first.tables for bot in table) == ["a", "c", "d", "e"]
    assert (second.tables, second.byes, second.sizes) == ((), (PlannedBye("c", "H"),), (2, 2))


def test_who_sits_out_of_an_odd_round_robin(field: tuple[Bot, ...]) -> None:
    out = [round.byes for round in plan(TournamentSettings(field[:3])).schedule]
    assert sorted(bye.bot for [bye] in out) == ["a", "b", "c"]


def test_a_swiss_of_rated_bots_begins_with_those_of_the_database(
    store: Store, field: tuple[Bot, ...]
) -> None:
    before = TournamentSettings(field[:4], boards=2)
    play_on(store, create(store, before), by_chance(2))
    settings = replace(before, format=SWISS)
    assert plan(settings, store).bots != plan(settings).bots
    number = create(store, settings)
    assert new_queue(store, number).take(1, ())
    real = pairings(store, number)[0].tables
    assert tables(plan(settings, store), 1) == tuple(one.bots for one in real)


def test_tables_of_a_swiss_that_are_drawn_later_are_not_told(field: tuple[Bot, ...]) -> None:
    settings = TournamentSettings(field[:8], format=SWISS, seats=4, rounds=1)
    assert tables(plan(settings), 1) == ()
    assert len(tables(plan(replace(settings, seed="1")), 1)) == 2


def test_pairs_that_leave_no_first_round(field: tuple[Bot, ...]) -> None:
    settings = TournamentSettings(field[:2], format=SWISS, forbidden=(("a", "b"),))
    with pytest.raises(BadSettings, match="1 forbidden pairs"):
        plan(settings)


@pytest.fixture
def begun(store: Store, field: tuple[Bot, ...]) -> Iterator[tuple[Store, int]]:
    number = create(store, TournamentSettings(field[:3], boards=2))
    [(piece, _)] = new_queue(store, number).take(1, ())
    commit(store, piece, by_chance(1))
    yield store, number


def test_a_plan_writes_nothing(begun: tuple[Store, int], field: tuple[Bot, ...], tmp_path: Path) -> None:
    before = (tmp_path / "arena.db").read_bytes()
    plan(TournamentSettings(field, format=SWISS), begun[0])
    assert (tmp_path / "arena.db").read_bytes() == before
