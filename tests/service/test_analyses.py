"""Analyses are requested once, computed by a worker that may die, and go with the logs of their games."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from threading import Event

import pytest
from sqlalchemy import delete, select, update

from arena.analysis.game import analyse
from arena.analysis.report import to_json
from arena.service.analyses import bots, requests, worker
from arena.service.analyses.bots import find_bot_analysis, refresh_bot_analyses
from arena.service.analyses.mistakes import mistake_kind
from arena.service.analyses.requests import (
    AnalysisQueueFull,
    analyses_of,
    find_analysis,
    request_analysis,
    request_match,
)
from arena.service.analyses.worker import REST, Pauses, analyse_next, run_analysis_worker
from arena.service.common.text import MatchId
from arena.service.errors import LogDropped
from arena.service.ladder.views import find_bot
from arena.service.replay.matches import FoundGame, find_game, find_match, games_of
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.admin.prune import prune_some
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.analyses import (
    MAX_ATTEMPTS,
    OPEN_HANDS,
    AnalysisKey,
    AnalysisState,
    MatchAnalyses,
    find_queued,
    resume_analyses,
    take_next,
)
from arena.store.tables.ladder import ANALYSIS
from arena.store.tables.results import GAME, GAME_LOG
from tests.factories.logged_matches import play_all
from tests.factories.made_up_matches import bots_in
from tests.service.test_submit import at_home
from tests.store.samples import NOW
from tests.web.waiting import until

BOARDS = 2
GAMES = 2 * BOARDS
pytestmark = pytest.mark.usefixtures("few_playouts")
WORKER = """
import sys
from arena.analysis import game
from arena.service.analyses import worker

worker.REST = 0
if sys.argv[1:] == ["quick"]:
    game.number_of_playouts = lambda plies: 8
worker.main()
"""


@pytest.fixture(autouse=True)
def _no_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "REST", 0)


@pytest.fixture(scope="module")
def prepared(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a tournament of one match."""
    folder = tmp_path_factory.mktemp("played")
    path = Path(shutil.copy(empty, folder / "arena.db"))
    with open_store(sqlite_url(path)) as store:
        play_all(store, create(store, TournamentSettings(bots_in(folder, 2), boards=BOARDS, seed="5a" * 32)))
    return path


@pytest.fixture
def match() -> MatchId:
    """The only match of the database."""
    return MatchId(1, 1, 1)


def game_of(store: Store, match: MatchId, number: int = 1) -> FoundGame:
    return find_game(store, find_match(store, match), number)


def request(store: Store, match: MatchId, number: int = 1, seat: int | None = None) -> AnalysisState:
    return request_analysis(store, game_of(store, match, number), seat).state


def state(store: Store, match: MatchId, number: int = 1) -> AnalysisState | None:
    found = find_analysis(store, game_of(store, match, number), None)
    return found.state if found else None


def analyse_all(store: Store) -> list[AnalysisKey]:
    """Analyse all queued games. Return their keys in this order."""
    done = list[AnalysisKey]()
    while True:
        with store.reading() as tx:
            key = find_queued(tx)
        if key is None:
            return done
        assert analyse_next(store, Event())
        done.append(key)


@pytest.fixture
def empty_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store empty analyses, for tests of the queue's order."""
    monkeypatch.setattr(worker, "_compute", lambda *_: b"{}")


def count(store: Store, match: MatchId) -> MatchAnalyses:
    return analyses_of(store, find_match(store, match))


def states(store: Store) -> list[str]:
    with store.reading() as tx:
        return list(tx.scalars(select(ANALYSIS.c.state)))


def attempts(store: Store) -> list[int]:
    with store.reading() as tx:
        return list(tx.scalars(select(ANALYSIS.c.attempts)))


# ---- requests ----


@pytest.mark.parametrize("seat", [None, 1])
def test_a_requested_analysis_is_computed_and_stored(store: Store, match: MatchId, seat: int | None) -> None:
    game = game_of(store, match)
    assert find_analysis(store, game, seat) is None
    assert request(store, match, seat=seat) is AnalysisState.QUEUED
    assert analyse_next(store, Event())
    found = find_analysis(store, game, seat)
    assert found and found.state is AnalysisState.DONE
    assert json.loads(found.document) == json.loads(json.dumps(to_json(game.log, analyse(game.log, seat))))
    assert request(store, match, seat=seat) is AnalysisState.DONE


@pytest.mark.usefixtures("empty_analyses")
def test_the_first_request_is_analysed_first(store: Store, match: MatchId) -> None:
    for number in (3, 1, 3):
        request(store, match, number)
    assert analyse_next(store, Event())
    assert (state(store, match, 3), state(store, match, 1)) == (AnalysisState.DONE, AnalysisState.QUEUED)
    assert analyse_next(store, Event())
    assert state(store, match, 1) is AnalysisState.DONE


@pytest.mark.usefixtures("empty_analyses")
def test_visitors_take_turns(store: Store, match: MatchId) -> None:
    keys = [game_of(store, match, number).game.key for number in range(1, GAMES + 1)]
    assert request_match(store, find_match(store, match), 3) == 3
    request(store, match, 4)  # of another visitor
    order = [key.game_id for key in analyse_all(store) if key.seat == OPEN_HANDS]
    assert order == [keys[0], keys[3], keys[1], keys[2]]


@pytest.mark.usefixtures("empty_analyses")
def test_later_requests_of_a_visitor_wait_for_the_first_ones_of_others(store: Store, match: MatchId) -> None:
    keys = [game_of(store, match, number).game.key for number in range(1, GAMES + 1)]
    for number, turn in ((1, 0), (2, 1), (3, 2), (4, 0)):
        request_analysis(store, game_of(store, match, number), None, turn)
    order = [key.game_id for key in analyse_all(store) if key.seat == OPEN_HANDS]
    assert order == [keys[0], keys[3], keys[1], keys[2]]


@pytest.mark.usefixtures("empty_analyses")
def test_new_requests_do_not_pass_old_ones_for_ever(store: Store, match: MatchId) -> None:
    for number, turn in ((1, 7), (2, 1)):
        request_analysis(store, game_of(store, match, number), None, turn)
    for number, turn in ((3, 0), (4, 2)):
        request_analysis(store, game_of(store, match, number), None, turn)
    keys = [game_of(store, match, number).game.key for number in (1, 3, 2, 4)]
    assert [key.game_id for key in analyse_all(store) if key.seat == OPEN_HANDS] == keys


@pytest.mark.usefixtures("empty_analyses")
def test_a_game_of_a_queued_match_moves_forward(store: Store, match: MatchId) -> None:
    request_match(store, find_match(store, match), GAMES)
    request(store, match, GAMES)
    assert request_analysis(store, game_of(store, match, 1), None, 50).state is AnalysisState.QUEUED
    order = [key.game_id for key in analyse_all(store) if key.seat == OPEN_HANDS]
    assert order == [game_of(store, match, number).game.key for number in (1, GAMES, 2, 3)]


def test_matches_leave_room_for_single_games(
    store: Store, match: MatchId, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "MAX_WAITING", 3)
    monkeypatch.setattr(requests, "MAX_OF_MATCHES", 2)
    assert request_match(store, find_match(store, match), GAMES) == 2
    with pytest.raises(AnalysisQueueFull):
        request_match(store, find_match(store, match), GAMES)
    assert request(store, match, 3) is AnalysisState.QUEUED
    with pytest.raises(AnalysisQueueFull):
        request(store, match, 4)
    assert request(store, match, 2) is AnalysisState.QUEUED  # as it is requested already


@pytest.mark.usefixtures("empty_analyses")
def test_the_views_of_the_seats_follow_the_requests(store: Store, match: MatchId) -> None:
    request(store, match, 1)
    assert analyse_next(store, Event())
    request(store, match, 2)
    assert count(store, match) == MatchAnalyses(1, 1, 0, GAMES - 2)
    first, second = (game_of(store, match, number).game.key for number in (1, 2))
    request_analysis(store, game_of(store, match, 1), 1)  # somebody wants to see it now
    order = [(key.game_id, key.seat) for key in analyse_all(store)]
    assert sorted(order[:2]) == [(first, 1), (second, OPEN_HANDS)]
    assert order[2:] == [(first, 0), (second, 0), (second, 1)]


@pytest.mark.dear
def test_a_full_queue_takes_no_more(store: Store, match: MatchId, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_WAITING", 2)
    monkeypatch.setattr(requests, "MAX_OF_MATCHES", 2)
    request(store, match, 1)
    assert request_match(store, find_match(store, match), 100) == 1
    assert count(store, match) == MatchAnalyses(0, 2, 0, 2)
    with pytest.raises(AnalysisQueueFull):
        request(store, match, 4)
    with pytest.raises(AnalysisQueueFull):
        request_match(store, find_match(store, match), 100)
    assert request(store, match, 1) is AnalysisState.QUEUED  # as it is requested already
    assert analyse_next(store, Event())
    assert request(store, match, 4) is AnalysisState.QUEUED


def test_a_match_requests_only_whole_boards(store: Store, match: MatchId) -> None:
    with store.writing() as tx:
        last = game_of(store, match, GAMES).game.key
        tx.execute(update(GAME).where(GAME.c.id == last).values(board=BOARDS))
    assert count(store, match).requestable == GAMES - 2
    assert request_match(store, find_match(store, match), 100) == GAMES - 2
    assert request_match(store, find_match(store, match), 100) == 0


def test_another_version_is_requested_again(
    store: Store, match: MatchId, monkeypatch: pytest.MonkeyPatch
) -> None:
    request(store, match)
    assert analyse_next(store, Event())
    monkeypatch.setattr(requests, "version", lambda: 1_000)
    assert state(store, match) is None
    assert request(store, match) is AnalysisState.QUEUED
    with store.writing() as tx:
        resume_analyses(tx, 1_000)
        assert tx.scalars(select(ANALYSIS.c.version)).all() == [1_000]


def test_analyses_go_with_the_logs(store: Store, match: MatchId) -> None:
    request(store, match, 1)
    assert analyse_next(store, Event())
    request(store, match, 2)
    with store.writing() as tx:
        assert take_next(tx)
        assert prune_some(tx, match.tournament, NOW)
        assert tx.execute(select(ANALYSIS)).all() == []
    assert count(store, match) == MatchAnalyses(0, 0, 0, 0)
    with pytest.raises(LogDropped):
        request(store, match)


# ---- trouble ----


def test_a_failed_analysis_can_be_requested_again(store: Store, match: MatchId) -> None:
    request(store, match)
    with store.writing() as tx:
        logs = {row.game_id: row.log for row in tx.execute(select(GAME_LOG))}
        tx.execute(update(GAME_LOG).values(log=b"damaged"))
    assert len(analyse_all(store)) == 1
    assert state(store, match) is AnalysisState.FAILED
    assert count(store, match) == MatchAnalyses(0, 0, 1, GAMES)
    with store.writing() as tx:
        for game, log in logs.items():
            tx.execute(update(GAME_LOG).where(GAME_LOG.c.game_id == game).values(log=log))
    assert request(store, match) is AnalysisState.QUEUED
    assert analyse_next(store, Event())
    assert state(store, match) is AnalysisState.DONE


def test_retries_of_a_failed_analysis_are_bounded(store: Store, match: MatchId) -> None:
    head = find_match(store, match)
    with store.writing() as tx:
        tx.execute(update(GAME_LOG).values(log=b"damaged"))
    for _ in range(MAX_ATTEMPTS):
        assert request_match(store, head, GAMES) == GAMES
        assert len(analyse_all(store)) == GAMES
    assert request_match(store, head, GAMES) == 0
    assert request(store, match) is AnalysisState.FAILED
    assert analyse_all(store) == []
    assert count(store, match) == MatchAnalyses(0, 0, GAMES, 0)


def test_an_analysis_without_its_log_fails(store: Store, match: MatchId) -> None:
    request(store, match)
    with store.writing() as tx:
        tx.execute(delete(GAME_LOG))
    assert analyse_next(store, Event())
    assert state(store, match) is AnalysisState.FAILED


def test_a_worker_that_ends_returns_its_analysis(store: Store, match: MatchId) -> None:
    request(store, match)
    ended = Event()
    ended.set()
    assert analyse_next(store, ended)
    assert (state(store, match), attempts(store)) == (AnalysisState.QUEUED, [0])


def test_a_game_that_kills_its_worker_each_time_fails(store: Store, match: MatchId) -> None:
    request(store, match)
    ended = Event()
    ended.set()
    for _ in range(MAX_ATTEMPTS):
        assert state(store, match) is AnalysisState.QUEUED
        with store.writing() as tx:
            assert take_next(tx)
        run_analysis_worker(store, ended)
    assert state(store, match) is AnalysisState.FAILED


def test_the_worker_rests_while_it_waits_for_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "REST", REST)
    pauses = list[float]()

    class Recorder(Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout or 0.0)
            return False

    pause = Pauses(Recorder())
    for contended in (False, True):
        work(0.05)
        if contended:
            time.sleep(0.05)  # another process has the core
        pause.take()
    assert len(pauses) in (1, 2)  # two if another process really had the core
    assert pauses[-1] >= REST * 0.1


def work(seconds: float) -> None:
    started = time.process_time()
    while time.process_time() - started < seconds:
        pass


@contextmanager
def working(url: str, *options: str) -> "Iterator[subprocess.Popen[bytes]]":
    command, environment = [sys.executable, "-c", WORKER, *options], {**os.environ, "ARENA_DB": url}
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.dear
@pytest.mark.fault("F01")
def test_an_analysis_survives_a_killed_worker(
    prepared: Path, match: MatchId, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path, monkeypatch)
    url = sqlite_url(Path(shutil.copy(prepared, tmp_path / "analysed.db")))
    with open_store(url) as store:
        shortest = min(games_of(store, find_match(store, match)), key=lambda game: game.plies)
        request(store, match, shortest.number)
        with working(url) as process:
            until(lambda: states(store) == [AnalysisState.RUNNING])
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == 19
            process.send_signal(signal.SIGKILL)
            process.wait(20)
        assert states(store) == [AnalysisState.RUNNING]
        with working(url) as process:
            until(lambda: attempts(store) == [2])
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        assert (states(store), attempts(store)) == ([AnalysisState.QUEUED], [1])
        with working(url, "quick") as process:
            until(lambda: AnalysisState.DONE in states(store))
            assert process.stdin
            process.stdin.close()
            assert process.wait(20) == 0


# ---- summaries of bots ----


@pytest.mark.dear
def test_a_bots_summary_is_that_of_its_analysed_games(
    store: Store, match: MatchId, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "MIN_GAMES", GAMES)
    head = find_match(store, match)
    with store.reading() as tx:
        keys = {bot.bot: find_bot(tx, bot.bot).key for bot in head.bots}
    request_match(store, head, GAMES)
    for _ in range(3 * GAMES - 2):  # open hands, then each seat
        refresh_bot_analyses(store)
        assert [find_bot_analysis(store, key) for key in keys.values()] == [None, None]
        assert analyse_next(store, Event())
    assert len(analyse_all(store)) == 2
    assert refresh_bot_analyses(store)
    assert not refresh_bot_analyses(store)
    for index, bot in enumerate(head.bots):
        found = find_bot_analysis(store, keys[bot.bot])
        assert found and found.games == GAMES
        analyses = []
        for game in games_of(store, head):
            seat = next(seat for seat, one in enumerate(game.seats) if one.bot == index)
            stored = find_analysis(store, game_of(store, match, game.number), seat)
            analyses.append((seat, json.loads(stored.document) if stored else {}))
        assert found.accuracy == pytest.approx(
            fmean(one["accuracy"][seat] for seat, one in analyses), abs=0.06
        )
        costs = [
            decision["cost"]
            for seat, one in analyses
            for decision in one["decisions"]
            if decision["is_mistake"]
        ]
        assert [one.cost for one in found.worst] == sorted(costs, reverse=True)[: bots.MAX_WORST]
        assert sum(number for _, number in found.kinds) <= len(costs)
    with store.writing() as tx:
        assert prune_some(tx, match.tournament, NOW)
    assert refresh_bot_analyses(store)
    assert [find_bot_analysis(store, key) for key in keys.values()] == [None, None]


@pytest.mark.parametrize(
    ("played", "better", "kind"),
    [
        ("draw", "7H", "drew when a card fitted"),
        ("pass Mau", "7H+7D", "passed when a card fitted"),
        ("7H", "draw", "played a card instead of drawing"),
        ("JC:S", "JC:H Mau", "named another suit"),
        ("name:S", "name:H", "named another suit"),
        ("JC:S", "7H", "played a wild card too early"),
        ("7H", "JC:S", "played a wild card too late"),
        ("7H", "8H", "played another card"),
        ("7H", "7H+7D", "laid too few cards"),
        ("7H+7D", "7C", "laid too many cards"),
        ("7H@1", "7H@2", "chose another opponent"),
        ("7H=8H", "7H=7H", "claimed another card"),
        ("7H", "7H Mau", "announced wrongly"),
        ("let", "catch", "did not catch an opponent"),
        ("doubt", "believe", "doubted a claim"),
        ("take", "7H", "took the cards instead of answering"),
        ("keep", "leave", "chose another kind of action"),
    ],
)
def test_mistakes_have_kinds(played: str, better: str, kind: str) -> None:
    assert mistake_kind(played, better) == kind
