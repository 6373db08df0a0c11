"""The estimated time of a tournament: from past tournaments, else from a default speed."""

from datetime import timedelta

import pytest

from arena.service.bots import Bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.duration_estimate import DEFAULT_GAME_S, DEFAULT_START_S, estimate
from arena.service.tournaments.setup.plans import Estimate, plan
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.results.commit import commit_record
from arena.store.tournaments.list import progress
from arena.store.tournaments.schedule import pieces
from tests.factories.made_up_matches import bots_in, by_chance


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bot, ...]:
    return bots_in(tmp_path_factory.mktemp("bots"), 4)


def played(store: Store, settings: TournamentSettings, seconds: list[float], salt: str = "") -> int:
    """Create a tournament; `seconds`: the times between its commits."""
    number = create(store, settings)
    with store.writing() as tx:
        now = progress(tx, number).created_at
        for piece, after in zip(pieces(tx, number), seconds, strict=True):
            now += timedelta(seconds=after)
            commit_record(tx, piece.key, by_chance(1, salt)(piece), now)
    return number


def known(store: Store, settings: TournamentSettings) -> Estimate:
    return estimate(settings, plan(settings, store), store, 1)


def test_the_speed_of_a_past_tournament_is_expected(store: Store, field: tuple[Bot, ...]) -> None:
    settings = TournamentSettings(field[:3], boards=4)  # three matches of eight games
    played(store, settings, [2.0, 2.0, 2.0])
    found = known(store, settings)
    assert found.seconds == pytest.approx(6.0)
    assert found.games_per_second == pytest.approx(4.0)
    assert found.basis == "tournament 1 of these bots, 24 games"
    assert known(store, TournamentSettings(field[:3], boards=8)).seconds == pytest.approx(12.0)


def test_a_break_between_commits_is_not_counted(store: Store, field: tuple[Bot, ...]) -> None:
    settings = TournamentSettings(field, boards=4)
    played(store, settings, [1.0, 1.0, 40_000.0, 0.0, 2.0, 1.0])
    assert known(store, settings).seconds == pytest.approx(6.0)


def test_several_tournaments_and_rulesets(store: Store, field: tuple[Bot, ...]) -> None:
    settings = TournamentSettings(field[:3], ("mau-mau", "prsi"), boards=4)
    played(store, settings, [1.0, 1.0, 1.0, 3.0, 3.0, 3.0], "one")
    played(store, settings, [1.0, 1.0, 1.0, 3.0, 3.0, 3.0], "two")
    found = known(store, settings)
    assert found.seconds == pytest.approx(12.0)
    assert found.basis.startswith("tournaments 1, 2 of these bots, 96 games")


@pytest.mark.parametrize(
    "other",
    [
        {"boards": 50},  # bots start less often per game
        pytest.param({"rulesets": ("prsi",)}, marks=pytest.mark.dear),
        pytest.param({"bots": 2}, marks=pytest.mark.dear),  # another bot played as well
    ],
)
def test_unlike_tournaments_are_not_used(
    store: Store, field: tuple[Bot, ...], other: dict[str, object]
) -> None:
    played(store, TournamentSettings(field[:3], boards=4), [1.0, 1.0, 1.0])
    bots = field[: int(str(other.pop("bots", 3)))]
    settings = TournamentSettings(bots, **{"boards": 4, **other})  # type: ignore[arg-type]
    assert known(store, settings).basis.startswith("no past tournament")


def test_without_past_tournaments_a_default_speed_is_used(field: tuple[Bot, ...]) -> None:
    settings = TournamentSettings(field[:2], boards=10)
    found = estimate(settings, plan(settings), None, 1)
    assert found.seconds == pytest.approx(4 * DEFAULT_START_S + 20 * DEFAULT_GAME_S)
    assert found.games_per_second == pytest.approx(20 / found.seconds)
