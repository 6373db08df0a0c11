"""`kill -9` of the coordinator or a match at any moment: no commit is lost, and no result counts twice.

With bots that always play the same, standings and digest equal those of an undisturbed run.
"""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Event

import pytest

from arena.record.match import Limits
from arena.service.bots import resolve_bot
from arena.service.common.text import NO_CLOCK
from arena.service.reports.bot_output import fault_reports
from arena.service.results import RunResult
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import open_store, sqlite_url
from arena.store.results.ledger import find_broken_entry
from tests.conftest import Scale
from tests.factories.runs import run
from tests.faults.coordinated import SEED
from tests.faults.coordinator import Coordinator, coordinating, games, kill
from tests.figures import figures
from tests.web.waiting import descendants, is_running, until

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "tests" / "service" / "bots"
MAX_LINES = 6
TURN_S = 0.25  # between two signs of life of a coordinator


@pytest.mark.full
@pytest.mark.fault("F01")
def test_killed_at_any_statement(tmp_path: Path, scale: Scale) -> None:
    """Before and after each statement that writes. The matches are made up."""
    command = [sys.executable, "-m", "tests.faults.killed_at_statements", str(tmp_path)]
    most = scale.pick(quick=2, ci=6, full=100_000)
    done = subprocess.run([*command, str(most)], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    undisturbed, *found = map(json.loads, done.stdout.splitlines())
    assert len(found) >= min(most, 50)
    lost, doubled = sum(one["lost"] for one in found), sum(one["games"] - 16 for one in found)
    figures("kill at statements", rounds=len(found), lost=lost, doubled=doubled)
    assert (lost, doubled) == (0, 0)
    assert all(one["killed"] for one in found[:-1])  # a quick run may have fewer statements than the first
    assert all(one["ended"] == undisturbed for one in found)


@pytest.fixture(scope="module")
def settings() -> TournamentSettings:
    """Return three matches of bots that always play the same, however slow the machine is."""
    bots = tuple(resolve_bot(str(BOTS / name)) for name in ("last.py", "dice.py", "middle.py"))
    patient = Limits(start_ms=120_000)
    return TournamentSettings(bots, boards=1, seed=SEED, name="small", clock=NO_CLOCK, limits=patient)


@pytest.fixture(scope="module")
def undisturbed(settings: TournamentSettings, tmp_path_factory: pytest.TempPathFactory) -> RunResult:
    """Return the result if nothing is killed."""
    with open_store(sqlite_url(tmp_path_factory.mktemp("undisturbed") / "arena.db")) as store:
        return run(store, create(store, settings), jobs=2)


@pytest.mark.dear
@pytest.mark.fault("F01")
@pytest.mark.fault("F02")
def test_whatever_is_killed_nothing_is_lost_or_doubled(
    settings: TournamentSettings, undisturbed: RunResult, tmp_path: Path, scale: Scale
) -> None:
    """In each round kill one coordinator, or two in turn, and before that sometimes a match or two."""
    rounds = scale.pick(quick=1, ci=1, full=50)
    for number in range(rounds):
        url, rng = sqlite_url(tmp_path / f"{number}.db"), Random(f"{SEED} {number}")
        with open_store(url) as store:
            create(store, settings)
        seen: set[str] = set()
        kills = 0
        for _ in range(rng.choice((1, 1, 2))):
            kills += life_and_death(url, rng, len(settings.bots))
            seen |= set(games(url))
        with open_store(url) as store:
            result = run(store, 1, 2)
            assert fault_reports(store, 1) == ()
            with store.reading() as tx:
                assert find_broken_entry(tx) is None
        assert (result.event_digest, result.tables) == (undisturbed.event_digest, undisturbed.tables)
        final = games(url)
        lost, doubled = len(seen - set(final)), len(final) - undisturbed.games
        figures("kill rounds", rounds=1, lost=lost, doubled=doubled, kills=kills)
        assert (lost, doubled) == (0, 0)


def life_and_death(url: str, rng: Random, most: int) -> int:
    """Kill a coordinator at some moment, leave nothing running, and return how much was killed."""
    with coordinating(url) as coordinator:
        coordinator.until(0)
        kills = sum(one_match_dies(coordinator, rng) for _ in range(rng.randrange(3)))
        coordinator.until(rng.randrange(most), rng.randrange(MAX_LINES))
        Event().wait(rng.uniform(0, TURN_S))  # it may also be between two signs of life
        below = list(descendants(coordinator.pid))
        coordinator.kill()
        until(lambda: not any(map(is_running, below)))
        return kills + (not coordinator.over)


def one_match_dies(coordinator: Coordinator, rng: Random) -> bool:
    """Kill a match and return whether there was one. At most two die, otherwise one could become void."""
    coordinator.until(0, rng.randrange(1, MAX_LINES))
    matches = coordinator.matches()
    if matches:
        kill(rng.choice(matches))
    return bool(matches)
