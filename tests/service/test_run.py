"""Tournaments with real matches: repeatable and resumable, without lost or doubled games."""

import os
import signal
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from arena.record.reader import read_log
from arena.record.verify import verify
from arena.service.common.entrant_names import names_of
from arena.service.errors import BadBot, BadSettings, UnknownTournament
from arena.service.reports.bot_output import fault_reports
from arena.service.reports.standings import tables
from arena.service.reports.tournament_list import find_tournament, summaries, unfinished
from arena.service.results import RunProgress, RunResult
from arena.service.tournaments.play.executor import default_jobs
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.plans import plan
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.results.games import game_log
from arena.store.results.ledger import find_broken_entry
from arena.store.tournaments.schedule import pieces
from tests.factories.runs import run
from tests.factories.stored_games import game_at
from tests.service.conftest import FindBot
from tests.web.waiting import matches

GAMES = 3 * 3 * 2


def test_a_tournament_is_played_to_its_end(played: tuple[Store, RunResult]) -> None:
    store, result = played
    assert (result.finished, result.games, result.games_total, result.faults) == (True, GAMES, GAMES, 0)
    (table,) = result.tables
    assert {row.bot for row in table.rows} == {"last", "dice", "Shortest"}
    assert [row.matches for row in table.rows] == [2, 2, 2]
    assert sum(row.points for row in table.rows) == 3
    assert sum(row.elo or 0 for row in table.rows) == pytest.approx(0, abs=1e-5)
    assert (table.boards, table.void_boards, table.anchors) == (9, 0, (None,))
    with store.reading() as tx:
        assert find_broken_entry(tx) is None


def test_every_game_verifies(played: tuple[Store, RunResult]) -> None:
    store, result = played
    with store.reading() as tx:
        for piece in pieces(tx, result.tournament):
            for number in range(1, piece.boards * 2 + 1):
                game = game_at(tx, result.tournament, piece.round, piece.pairing, number)
                assert game is not None
                log = game_log(tx, game.key)
                assert log is not None
                data = log.data()
                assert verify(data).ok
                assert (read_log(data).header.board, read_log(data).header.rotation) == divmod(number - 1, 2)


@pytest.mark.dear
def test_two_matches_at_once_play_the_same_games(
    undisturbed: RunResult, duels: TournamentSettings, store: Store
) -> None:
    again = run(store, create(store, duels), jobs=2)
    assert again.event_digest == undisturbed.event_digest
    assert again.tables == undisturbed.tables


def test_the_printed_secret_repeats_the_tournament(
    played: tuple[Store, RunResult], settings: TournamentSettings, store: Store
) -> None:
    assert (played[1].secret, played[1].open_seed) == (settings.seed, False)
    secrets = {find_tournament(store, create(store, replace(settings, seed=None))).secret for _ in range(3)}
    assert [len(secret) for secret in secrets] == [32] * 3


def test_progress_counts_up_to_all_games(
    played: tuple[Store, RunResult], progress: list[RunProgress]
) -> None:
    done = [one.games_done for one in progress]
    assert done == sorted(done)
    assert done[-1] == progress[-1].games_total == GAMES
    lines = [one.committed for one in progress if one.committed]
    assert [(line.match, line.games, sum(line.scores), line.faults) for line in lines] == [
        (f"{played[1].tournament}.{number}.1", 6, 6, 0) for number in (1, 2, 3)
    ]


@pytest.mark.dear
def test_an_interrupted_run_resumes(undisturbed: RunResult, duels: TournamentSettings, store: Store) -> None:
    number = create(store, duels)
    cancel = Event()

    def after_the_first(now: RunProgress) -> None:
        if now.committed:
            cancel.set()

    stopped = run(store, number, 1, after_the_first, cancel)
    assert not stopped.finished
    assert 0 < stopped.games < undisturbed.games
    assert stopped.secret is stopped.event_digest is None
    assert unfinished(store) == number
    gone_on = run(store, number, 1)
    assert gone_on.event_digest == undisturbed.event_digest
    assert gone_on.tables == undisturbed.tables
    told: list[RunProgress] = []
    assert run(store, number, on_progress=told.append).finished
    assert told == [], "nothing is played again"
    with pytest.raises(UnknownTournament):
        unfinished(store)


@pytest.mark.dear
@pytest.mark.fault("F02")
def test_a_killed_match_process_is_replaced(
    undisturbed: RunResult, duels: TournamentSettings, store: Store
) -> None:
    killed: list[int] = []

    def kill_one(_: RunProgress) -> None:
        if not killed:
            killed.extend(_kill(match) for match in matches(os.getpid())[:1])

    result = run(store, create(store, duels), 1, kill_one)
    assert len(killed) == 1
    assert result.event_digest == undisturbed.event_digest
    assert result.tables == undisturbed.tables


def _kill(pid: int) -> int:
    os.kill(pid, signal.SIGKILL)
    return pid


@pytest.mark.dear
def test_a_bad_bot_does_not_change_games_of_others(
    played: tuple[Store, RunResult], settings: TournamentSettings, store: Store, bot: FindBot
) -> None:
    bad, (one, other, _) = bot("crash_mid_game"), settings.bots
    result = run(store, create(store, replace(settings, bots=(one, bad, other))), 2)
    assert result.faults > 0
    assert _crashes(result) == {bad.name: True, one.name: False, other.name: False}
    assert _between(result, one.name, other.name) == _between(played[1], one.name, other.name)
    reports = fault_reports(store, result.tournament)
    assert {(report.bot, report.verdict) for report in reports} == {(bad.name, "DISCONNECT")}


def _crashes(result: RunResult) -> dict[str, bool]:
    return {row.bot: row.crashes > 0 for row in result.tables[0].rows}


def _between(result: RunResult, one: str, other: str) -> tuple[float, int]:
    """Return score and games of one bot against another."""
    (table,) = result.tables
    names = [row.bot for row in table.rows]
    cell = table.cells[names.index(one)][names.index(other)]
    assert cell
    return cell.share, cell.games


def test_a_changed_bot_cannot_resume(settings: TournamentSettings, store: Store, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("import maumau\n")
    from arena.service.bots import resolve_bot

    number = create(store, replace(settings, bots=(resolve_bot(str(mine)), settings.bots[0])))
    mine.write_text("import maumau  # better now\n")
    with pytest.raises(BadBot, match="mine was changed"):
        run(store, number)


def test_two_versions_of_a_bot_are_told_apart(settings: TournamentSettings, tmp_path: Path) -> None:
    one = settings.bots[0]
    other = replace(one, version="0" * 64)
    assert names_of((one, other)) == (f"last@{one.version[:6]}", "last@000000")
    with pytest.raises(BadSettings, match="entered twice"):
        plan(replace(settings, bots=(one, one)))


def test_a_plan_has_the_numbers_of_the_tournament(settings: TournamentSettings) -> None:
    made = plan(replace(settings, rulesets=("mau-mau", "detailed"), boards=600, seed="42"))
    assert (made.rounds, made.matches, made.games, made.open_seed) == (6, 6, 7200, True)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"bots": ()}, "at least two bots"),
        ({"boards": 0}, "1 to"),
        ({"rulesets": ()}, "at least one"),
        ({"rulesets": ("mau-mau", "mau-mau")}, "once"),
        ({"rulesets": ("mau-maus",)}, "did you mean 'mau-mau'"),
        ({"format": "knock-out"}, "no format .knock-out"),
        ({"runner": "moon"}, "runner .moon"),
    ],
)
def test_invalid_settings_are_refused(
    settings: TournamentSettings, changes: dict[str, object], said: str
) -> None:
    with pytest.raises(BadSettings, match=said):
        plan(replace(settings, **changes))  # type: ignore[arg-type]  # a table of different fields


def test_tournaments_are_listed_newest_first(settings: TournamentSettings, store: Store) -> None:
    first = create(store, settings)
    second = create(store, replace(settings, name="next", seed="7"))
    newest, oldest = summaries(store)
    assert (newest.id, newest.name, newest.open_seed) == (second, "next", True)
    assert (oldest.id, oldest.games_done, oldest.games_total) == (first, 0, GAMES)
    with pytest.raises(UnknownTournament):
        tables(store, 99)


def test_default_jobs_leave_room_for_the_bots() -> None:
    assert default_jobs(2) == max(1, len(os.sched_getaffinity(0)) // 3)
    assert default_jobs(1_000) == 1
