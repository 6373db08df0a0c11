"""A referee on duty: first the example bots play, then whoever is new meets those that are there."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread

import pytest

from arena.service.bots.names import fold_name
from arena.service.bots.resolve import bot_at
from arena.service.bots.stored_copies import keep_copy, relative_copy_path
from arena.service.common.paths import data_folder
from arena.service.ladder_service import matchmaking
from arena.service.ladder_service.loop import LOCK, run_ladder_service
from arena.service.ladder_service.matchmaking import (
    BUILTINS,
    DueTournament,
    LadderSettings,
    find_due,
    find_running,
)
from arena.service.reports.tournament_list import state_of, summaries
from arena.service.tournaments.setup.create import create
from arena.store.bots.submissions import Submission, SubmissionKind, SubmissionState, add_submission
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.records import TournamentState
from arena.store.tournaments.states import set_state
from tests.service.conftest import FindBot
from tests.statements import statements
from tests.store.samples import NOW
from tests.web.waiting import until

LADDER = LadderSettings(boards=1, runner="process")
GREEDY = Path("example_bots/greedy/bot.py")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "arena"


@pytest.fixture
def store(tmp_path: Path, data: Path) -> Iterator[Store]:
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened:
        yield opened


def register(store: Store, name: str, day: int = 0, **changed: object) -> str:
    """A bot of its own bytes; gives its version."""
    place = data_folder().parent / f"{name}{day}" / "bot.py"
    place.parent.mkdir(parents=True)
    place.write_text(f"{GREEDY.read_text()}\n# {name}, day {day}\n")
    bot = bot_at(place)
    with keep_copy(bot.files, bot.version):
        what = Submission(
            bot.version,
            SubmissionKind.FILES,
            relative_copy_path(bot.version),
            ("python3", "bot.py"),
            "python",
            "sent",
            "process",
        )
        what = replace(what, **changed)  # type: ignore[arg-type]  # its fields
        with store.writing() as tx:
            add_submission(tx, "anna", name, fold_name(name), what, NOW + timedelta(days=day))
    return bot.version


def names(wanted: DueTournament | None) -> tuple[list[str], list[str]]:
    assert wanted
    return [bot.name for bot in wanted.newcomers], [bot.name for bot in wanted.opponents]


def all_played(store: Store) -> None:
    wanted = find_due(store, LADDER, set())
    assert wanted
    number = _created(store, wanted)
    with store.writing() as tx:
        set_state(tx, number, TournamentState.CANCELLED)


def _created(store: Store, wanted: DueTournament) -> int:
    return create(store, wanted.settings(LADDER))


def test_on_an_empty_ladder_builtins_play_each_other(store: Store) -> None:
    assert names(find_due(store, LADDER, set())) == (list(BUILTINS), [])
    all_played(store)
    assert find_due(store, LADDER, set()) is None


def test_new_bots_meet_known_ones(store: Store) -> None:
    all_played(store)
    register(store, "anna")
    register(store, "berta", day=1)
    assert names(find_due(store, LADDER, set())) == (["berta", "anna"], list(BUILTINS))
    all_played(store)
    register(store, "anna", day=2)
    assert names(find_due(store, LADDER, set())) == (["anna"], [*BUILTINS, "berta"])


def test_the_newest_playable_version_of_each_bot_plays(store: Store) -> None:
    all_played(store)
    version = register(store, "anna")
    register(store, "anna", day=1, state=SubmissionState.FAILED)
    register(store, "berta", state=SubmissionState.DISABLED)
    register(store, "carla", rulesets=("detailed",))
    wanted = find_due(store, LADDER, set())
    assert wanted
    assert [(bot.name, bot.version) for bot in wanted.newcomers] == [("anna", version)]
    assert find_due(store, LADDER, {version}) is None


def test_a_damaged_bot_is_reported_once(store: Store, data: Path, caplog: pytest.LogCaptureFixture) -> None:
    all_played(store)
    register(store, "anna")
    unfit = {register(store, "berta", day=1)}
    shutil.rmtree(data / "bots")
    for _ in range(2):
        assert find_due(store, LADDER, unfit) is None
    [told] = caplog.messages
    assert re.match("anna@.{6} cannot play: the copy of anna@.{6} in .* is missing or damaged", told)


def test_an_idle_ladder_reads_no_finished_matches(
    store: Store, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def asked() -> int:
        with statements() as seen:
            assert find_running(store) is None
            assert find_due(store, LADDER, set()) is None
        return len(seen)

    all_played(store)
    before = asked()
    for day in range(4):
        register(store, "anna", day)
        all_played(store)
    shutil.rmtree(data / "bots")
    assert asked() == before
    assert not caplog.messages


def test_each_ruleset_has_its_own_new_bots(store: Store) -> None:
    all_played(store)
    wanted = find_due(store, replace(LADDER, rulesets=("mau-mau", "detailed")), set())
    assert wanted
    assert wanted.ruleset == "detailed"
    assert names(wanted) == (list(BUILTINS), [])


def test_a_started_tournament_continues_unless_paused(store: Store) -> None:
    assert find_running(store) is None
    wanted = find_due(store, LADDER, set())
    assert wanted
    create(store, replace(wanted.settings(LADDER), name="friday cup"))
    assert find_running(store) is None
    number = _created(store, wanted)
    assert find_running(store) == number
    with store.writing() as tx:
        set_state(tx, number, TournamentState.PAUSED)
    assert find_running(store) is None


@pytest.mark.dear
def test_a_second_referee_waits_for_the_first(
    store: Store, data: Path, bot: FindBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_bots = (bot("dice.py"), bot("last.py"))
    monkeypatch.setattr(matchmaking, "_builtins", lambda: first_bots)
    ended, told = Event(), list[str]()
    first = Thread(
        target=run_ladder_service, args=(store, LADDER, told.append), kwargs={"ended": ended}, daemon=True
    )
    second = Thread(
        target=run_ladder_service, args=(store, LADDER, told.append), kwargs={"ended": ended}, daemon=True
    )
    first.start()
    until((data / LOCK).exists)
    second.start()
    until(lambda: any("is over" in line for line in told))
    register(store, "anna")
    until(lambda: sum("is over" in line for line in told) == 2)
    ended.set()
    first.join()
    second.join()
    assert [one.name for one in summaries(store)] == ["ladder", "ladder"]
    assert [len(one.bots) for one in summaries(store)] == [3, 2]
    assert state_of(store, 2) == "over"
    assert "anna@" in told[2]
    assert told[1] == "Tournament 1 is over: 2 games, 0 faults."
