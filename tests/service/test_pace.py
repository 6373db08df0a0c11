"""How long a tournament would take: from what was played like it, else by playing a little of it."""

from datetime import timedelta

import pytest

from arena.service.bots import Bot
from arena.service.tournaments.setup import duration_estimate
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.duration_estimate import estimate
from arena.service.tournaments.setup.plans import Estimate, plan
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.results.commit import commit_record
from arena.store.tournaments.schedule import pieces, progress
from tests.service.conftest import FindBot
from tests.service.simulated import bots_in, by_chance


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bot, ...]:
    return bots_in(tmp_path_factory.mktemp("bots"), 4)


def played(store: Store, settings: TournamentSettings, seconds: list[float], salt: str = "") -> int:
    """A tournament whose matches were committed so many seconds each after the one before."""
    number = create(store, settings)
    with store.writing() as tx:
        now = progress(tx, number).created_at
        for piece, after in zip(pieces(tx, number), seconds, strict=True):
            now += timedelta(seconds=after)
            commit_record(tx, piece.key, by_chance(1, salt)(piece), now)
    return number


def known(store: Store, settings: TournamentSettings) -> Estimate:
    return estimate(settings, plan(settings, store), store, 1)


def test_it_goes_as_fast_as_it_went(store: Store, field: tuple[Bot, ...]) -> None:
    settings = TournamentSettings(field[:3], boards=4)  # three matches of eight games
    played(store, settings, [2.0, 2.0, 2.0])
    found = known(store, settings)
    assert found.seconds == pytest.approx(6.0)
    assert found.games_per_second == pytest.approx(4.0)
    assert found.basis == "tournament 1 of these bots, 24 games"
    assert known(store, TournamentSettings(field[:3], boards=8)).seconds == pytest.approx(12.0)


def test_a_night_in_which_nobody_played_does_not_count(store: Store, field: tuple[Bot, ...]) -> None:
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
        {"boards": 50},  # bots start less often a game
        pytest.param({"rulesets": ("prsi",)}, marks=pytest.mark.dear),
        pytest.param({"bots": 2}, marks=pytest.mark.dear),  # somebody else played as well
    ],
)
def test_what_was_played_otherwise_tells_nothing(
    store: Store, field: tuple[Bot, ...], other: dict[str, object]
) -> None:
    """Then a little is played, and these bots are none."""
    played(store, TournamentSettings(field[:3], boards=4), [1.0, 1.0, 1.0])
    bots = field[: int(str(other.pop("bots", 3)))]
    settings = TournamentSettings(bots, **{"boards": 4, **other})  # type: ignore[arg-type]
    assert "was timed" in known(store, settings).basis


@pytest.mark.dear
def test_without_any_a_little_is_played(bot: FindBot) -> None:
    settings = TournamentSettings((bot("last.py"), bot("dice.py")), boards=2)
    found = estimate(settings, plan(settings), None, 2)
    assert found.basis == "timed just now: last vs dice"
    assert found.seconds is not None
    assert found.games_per_second == pytest.approx(4 / found.seconds)
    assert 0.01 < found.seconds < 60


@pytest.mark.dear
def test_a_bot_at_fault_is_told(bot: FindBot) -> None:
    settings = TournamentSettings((bot("last.py"), bot("exits_at_once")), boards=1)
    found = estimate(settings, plan(settings), None, 1)
    assert found.seconds is None
    assert "a bot was at fault when last vs exits_at_once was timed" in found.basis


def test_a_bot_that_thinks_too_long_is_not_waited_for(bot: FindBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duration_estimate, "BUDGET_S", 0.05)
    settings = TournamentSettings((bot("last.py"), bot("dice.py")), boards=1)
    found = estimate(settings, plan(settings), None, 1)
    assert found.seconds is None
    assert found.basis == "no game of last vs dice was over in 0 s"
