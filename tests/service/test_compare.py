"""Comparisons with real matches: the same seed gives the same decision."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from arena.ratings.sprt import Model, Sprt
from arena.record.verify import verify
from arena.service.bots import Bot, resolve_bot
from arena.service.compare.compare import (
    CompareSettings,
    create_comparison,
    find_comparison,
    schedule,
    sequential_test,
    unfinished_comparison,
)
from arena.service.compare.report import CompareProgress, CompareResult, report
from arena.service.compare.result import tally
from arena.service.compare.run import compare
from arena.service.errors import BadSettings, UnknownTournament
from arena.service.reports.ladder_ratings import ladders
from arena.service.reports.tournament_list import find_tournament, summaries, unfinished
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.games import game_log
from arena.store.results.ledger import find_broken_entry
from arena.store.results.records import TournamentState
from arena.store.tournaments.states import finish
from tests.factories.runs import run
from tests.factories.stored_games import game_at
from tests.service.conftest import FindBot
from tests.service.test_full_disk import limit

SEED = "00" * 31 + "01"


def builtin(name: str) -> Bot:
    return resolve_bot(f"builtin:{name}")


@pytest.fixture(scope="module")
def settings(bot: FindBot) -> CompareSettings:
    """Return settings of a comparison that is decided in the second piece."""
    return CompareSettings(builtin("greedy"), bot("dice.py"), Sprt(0, 20), seed=SEED)


@pytest.fixture(scope="module")
def told() -> list[CompareProgress]:
    """Return the list that collects the progress."""
    return []


@pytest.fixture(scope="module")
def undisturbed(
    settings: CompareSettings, told: list[CompareProgress], tmp_path_factory: pytest.TempPathFactory
) -> CompareResult:
    """Return the result of an uninterrupted run."""
    with open_store(sqlite_url(tmp_path_factory.mktemp("compare") / "arena.db")) as store:
        number = create_comparison(store, settings)
        result = compare(store, number, 1, told.append)
        assert report(store, number, result.seconds) == result
        with store.reading() as tx:
            assert find_broken_entry(tx) is None
            for game in (1, 2, result.games_played):
                found = game_at(tx, number, 1, 1, game)
                assert found is not None
                log = game_log(tx, found.key)
                assert log is not None
                assert verify(log.data()).ok
        assert [ladder.rows for ladder in ladders(store)] == [()], "it is unrated"
        return result


@pytest.mark.dear
def test_greedy_is_better_than_chance(undisturbed: CompareResult) -> None:
    found = undisturbed.figures
    assert found is not None
    assert (undisturbed.ended, undisturbed.decision) == ("decided", "H1")
    assert undisturbed.llr >= undisturbed.upper
    assert 50 <= found.groups <= undisturbed.groups_played <= 250
    assert found.games == 2 * found.groups == found.wins + found.draws + found.losses
    assert sum(count for _, count in found.group_scores) == found.groups
    assert found.elo.value is not None
    assert 20 < found.elo.value < 400
    assert "greedy is better than dice" in undisturbed.conclusion
    assert undisturbed.secret == SEED


@pytest.mark.dear
def test_each_seat_has_its_results(undisturbed: CompareResult) -> None:
    found = undisturbed.figures
    assert found is not None
    first, second = undisturbed.by_seat
    assert (first.seat, second.seat) == (1, 2)
    assert first.wins + second.wins == found.wins
    assert first.wins + first.draws + first.losses == found.groups
    assert (first.score + second.score) / 2 == pytest.approx(found.score)


@pytest.mark.dear
def test_progress_leads_to_the_decision(undisturbed: CompareResult, told: list[CompareProgress]) -> None:
    lines = [one for one in told if one.run.committed]
    assert lines[-1].state.llr == undisturbed.llr
    assert lines[-1].run.games_done >= undisturbed.games_played  # the next match may have started
    assert lines[0].figures is not None
    assert lines[0].figures.groups == 50
    assert lines[0].run.seconds_left is not None
    assert [one.run.games_done for one in told] == sorted(one.run.games_done for one in told)
    assert [one.run.paused for one in told if one.run.paused] == []


def same(one: CompareResult, other: CompareResult) -> bool:
    """Compare two results without their times."""
    return replace(one, seconds=0, tournament=0) == replace(other, seconds=0, tournament=0)


@pytest.mark.full
def test_two_matches_at_once_decide_the_same(
    undisturbed: CompareResult, settings: CompareSettings, store: Store
) -> None:
    assert same(compare(store, create_comparison(store, settings), jobs=2), undisturbed)


@pytest.mark.dear
def test_an_interrupted_comparison_resumes(
    undisturbed: CompareResult, settings: CompareSettings, store: Store
) -> None:
    number, cancel = create_comparison(store, settings), Event()

    def after_the_first(now: CompareProgress) -> None:
        if now.run.committed:
            cancel.set()

    stopped = compare(store, number, 2, after_the_first, cancel)
    assert (stopped.ended, stopped.finished, stopped.decision) == ("interrupted", False, None)
    assert (stopped.games_played, stopped.secret, stopped.event_digest) == (100, None, None)
    assert unfinished_comparison(store) == number
    assert same(compare(store, number, 1), undisturbed)
    told: list[CompareProgress] = []
    assert same(compare(store, number, 1, told.append), undisturbed)
    assert told == [], "nothing is played again"
    with pytest.raises(UnknownTournament):
        unfinished_comparison(store)


KILLED = """
import sys
from arena.service.compare.run import compare
from arena.store.database.store import open_store
with open_store(sys.argv[1]) as store:
    compare(store, 1, 2, lambda now: print("committed" if now.run.committed else "", flush=True))
"""


@pytest.mark.dear
@pytest.mark.fault("F01")
def test_a_killed_comparison_loses_and_doubles_nothing(
    undisturbed: CompareResult, settings: CompareSettings, tmp_path: Path
) -> None:
    url = sqlite_url(tmp_path / "arena.db")
    with open_store(url) as store:
        create_comparison(store, settings)
    command = [sys.executable, "-c", KILLED, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout
        assert any(line == "committed\n" for line in process.stdout)
        os.killpg(process.pid, signal.SIGKILL)
    with open_store(url) as store:
        assert same(compare(store, 1), undisturbed)
        with store.reading() as tx:
            assert find_broken_entry(tx) is None


@pytest.mark.dear
def test_swapped_bots_play_the_same_games(
    undisturbed: CompareResult, settings: CompareSettings, store: Store
) -> None:
    turned = replace(settings, first=settings.second, second=settings.first, test=Sprt(-20, 0))
    found = compare(store, create_comparison(store, turned), jobs=2)
    assert found.decision == "H0"
    assert found.event_digest == undisturbed.event_digest
    assert found.llr == pytest.approx(-undisturbed.llr)
    assert "dice is worse than greedy" in found.conclusion


@pytest.mark.dear
def test_a_deterministic_bot_ties_with_itself(bot: FindBot, store: Store) -> None:
    """Every board is tied, so there is no variance."""
    same_bot = CompareSettings(bot("last.py"), bot("last.py"), Sprt(0, 40), seed=SEED)
    found = compare(store, create_comparison(store, same_bot), jobs=1)
    assert found.decision == "H0"
    assert [one.bot for one in found.bots] == ["last", "last (2)"]
    assert found.figures is not None
    assert dict(found.figures.group_scores) == {0.0: 0, 0.25: 0, 0.5: 50, 0.75: 0, 1.0: 0}
    assert (found.figures.elo.value, found.figures.nelo.value, found.figures.los) == (0, 0, None)
    assert found.conclusion == "All 50 boards were tied; the bots may play identically."


@pytest.mark.dear
def test_no_decision_after_the_last_board(bot: FindBot, store: Store) -> None:
    even = CompareSettings(bot("last.py"), bot("last.py"), Sprt(0, 40, model=Model.NORMALISED), boards=50)
    found = compare(store, create_comparison(store, even), jobs=1)
    assert (found.ended, found.decision, found.groups_played) == ("no decision", None, 50)
    assert "identically" in found.conclusion
    assert found.finished


@pytest.mark.dear
def test_tables_of_three_and_others_at_the_table(bot: FindBot, store: Store) -> None:
    three = CompareSettings(bot("middle.py"), bot("last.py"), Sprt(0, 40), seed=SEED, boards=25)
    alone = compare(store, create_comparison(store, replace(three, seats=3)), jobs=2)
    assert [one.name for one in find_tournament(store, 1).entrants] == [
        "middle", "last", "last (2)", "middle (2)"
    ]  # fmt: skip
    assert (alone.groups_played, alone.games_played, len(alone.by_seat)) == (50, 150, 3)
    among = compare(
        store, create_comparison(store, replace(three, seats=3, others=(bot("dice.py"),))), jobs=2
    )
    assert (among.groups_played, among.others) == (50, ("dice",))
    for found in (alone, among):
        assert found.figures is not None
        assert found.figures.games == 3 * found.figures.groups


@pytest.mark.dear
def test_equal_bots_tie_every_board_at_larger_tables(bot: FindBot, store: Store) -> None:
    """Neither table favours a bot."""
    even = CompareSettings(bot("last.py"), bot("last.py"), Sprt(0, 40), seats=3, boards=25, seed=SEED)
    found = compare(store, create_comparison(store, even), jobs=2)
    assert found.figures is not None
    assert {score for score, count in found.figures.group_scores if count} == {0.5}


@pytest.mark.dear
def test_a_bot_that_does_not_start_ends_the_comparison(bot: FindBot, store: Store) -> None:
    found = compare(
        store, create_comparison(store, CompareSettings(bot("last.py"), bot("exits_at_once"), Sprt())), 1
    )
    assert (found.ended, found.absent) == ("a bot did not start", ("exits_at_once",))
    assert (found.decision, found.figures, found.finished) == (None, None, True)
    assert found.games_played == found.faults == found.bots[1].crashes == 100


@pytest.mark.dear
def test_faults_are_counted(bot: FindBot, store: Store) -> None:
    found = compare(
        store, create_comparison(store, CompareSettings(bot("last.py"), bot("illegal"), Sprt(0, 40))), 1
    )
    assert found.finished
    assert (found.bots[0].illegal, found.bots[1].illegal) == (0, found.faults)
    assert found.faults > 0


@pytest.mark.dear
@pytest.mark.fault("F07")
def test_a_comparison_waits_while_the_disk_is_full(
    undisturbed: CompareResult, settings: CompareSettings, store: Store
) -> None:
    number = create_comparison(store, settings)
    limit(store, 1)
    paused: list[str] = []

    def make_room(now: CompareProgress) -> None:
        if now.run.paused:
            paused.append(now.run.paused)
            limit(store, 1_000_000)

    assert same(compare(store, number, 1, make_room), undisturbed)
    assert len(paused) == 1
    assert "make room" in paused[0]


@pytest.mark.dear
def test_a_cancelled_comparison_ends(settings: CompareSettings, store: Store) -> None:
    from datetime import UTC, datetime

    number = create_comparison(store, settings)

    def cancel(now: CompareProgress) -> None:
        if now.run.committed:
            with store.writing() as tx:
                finish(tx, number, datetime.now(UTC), TournamentState.CANCELLED)

    found = compare(store, number, 1, cancel)
    assert (found.ended, found.games_played) == ("cancelled", 100)
    assert compare(store, number, 1).games_played == 100


def test_tournaments_and_comparisons_are_told_apart(
    settings: CompareSettings, bot: FindBot, store: Store
) -> None:
    number = create_comparison(store, settings)
    with pytest.raises(BadSettings, match=f"arena compare --resume {number}"):
        run(store, number)
    with pytest.raises(UnknownTournament, match="no unfinished tournament"):
        unfinished(store)
    other = create(store, TournamentSettings((bot("last.py"), bot("dice.py")), boards=1))
    with pytest.raises(BadSettings, match="is not a comparison"):
        find_comparison(store, other)
    with pytest.raises(UnknownTournament, match="no tournament 99"):
        find_comparison(store, 99)
    assert [summary.format for summary in summaries(store)] == ["round-robin", "compare"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seats": 1}, "2 to 5 seats"),
        ({"seats": 6}, "2 to 5 seats"),
        ({"seats": 3, "ruleset": "skat"}, "skat"),
        ({"seats": 5, "ruleset": "points-150"}, "2 to 4 players"),
        ({"others": ("greedy",)}, "0 seats for others"),
        ({"seats": 5, "others": ("greedy",)}, "3 seats for others"),
        ({"boards": 49}, "50 to"),
        ({"boards": 24, "seats": 3}, "25 to"),
        ({"boards": 2_000_000}, "1,000,000 boards"),
        ({"seed": " "}, "empty"),
        ({"runner": "moon"}, "unknown runner 'moon'"),
    ],
)
def test_invalid_comparisons_are_refused(
    settings: CompareSettings, changes: dict[str, object], said: str, store: Store
) -> None:
    if "others" in changes:
        changes = {**changes, "others": (builtin("greedy"),)}
    with pytest.raises(BadSettings, match=said):
        create_comparison(store, replace(settings, **changes))  # type: ignore[arg-type]  # a table of different fields
    assert summaries(store) == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((20, 20, None, None, None), "elo0 must be below elo1"),
        ((30, None, None, None, None), "elo0 must be below elo1"),
        ((None, None, 0, None, None), "alpha"),
        ((None, None, None, 0.5, None), "beta"),
        ((None, None, None, None, "elo"), "unknown model 'elo'"),
    ],
)
def test_invalid_sequential_tests_are_refused(
    given: tuple[float | None, float | None, float | None, float | None, str | None], said: str
) -> None:
    with pytest.raises(BadSettings, match=said):
        sequential_test(*given)


def test_the_schedule_does_not_depend_on_the_number_of_boards(
    settings: CompareSettings, store: Store
) -> None:
    """Pieces follow each other without gaps."""
    for seats in (2, 4):
        number = create_comparison(store, replace(settings, seats=seats))
        tournament, counted = find_tournament(store, number), tally(find_comparison(store, number))
        pieces = [*schedule(tournament, counted.seating)]
        for pairing in range(1, len(counted.seating.tables) + 1):
            own = [piece for piece in pieces if piece.pairing == pairing]
            ends = [piece.first_board + piece.boards for piece in own]
            assert [piece.first_board for piece in own] == [0, *ends[:-1]]
            assert ends[-1] == tournament.boards
            assert max(piece.boards for piece in own) <= 256
        assert tournament.boards * counted.seating.games == 20_000
