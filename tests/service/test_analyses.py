"""Analyses are requested once, computed by a worker that may die, and go with the logs of their games."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import delete, select, update

from arena.analysis import game as engine
from arena.analysis.game import analyse
from arena.analysis.report import to_json
from arena.service.analyses import requests
from arena.service.analyses.requests import (
    AnalysisQueueFull,
    analyses_of,
    find_analysis,
    request_analysis,
    request_match,
)
from arena.service.analyses.worker import MAX_ATTEMPTS, analyse_next, run_analysis_worker
from arena.service.common.text import MatchId
from arena.service.errors import LogDropped
from arena.service.replay.matches import FoundGame, find_game, find_match
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.admin.prune import prune_some
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.database.table_objects import ANALYSIS, GAME, GAME_LOG
from arena.store.results.analyses import AnalysisState, MatchAnalyses, resume_analyses, take_next
from tests.factories.logged_matches import play_all
from tests.factories.made_up_matches import bots_in
from tests.service.test_submit import at_home
from tests.store.samples import NOW
from tests.web.waiting import until

BOARDS = 2
GAMES = 2 * BOARDS
WORKER = (sys.executable, "-m", "arena.service.analyses.worker")


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MAX_PLAYOUTS", 4)
    monkeypatch.setattr(engine, "MIN_PLAYOUTS", 4)


@pytest.fixture
def match(store: Store, tmp_path: Path) -> MatchId:
    """The only match of a tournament that was played."""
    number = create(store, TournamentSettings(bots_in(tmp_path, 2), boards=BOARDS, seed="5a" * 32))
    play_all(store, number)
    return MatchId(number, 1, 1)


def game_of(store: Store, match: MatchId, number: int = 1) -> FoundGame:
    return find_game(store, find_match(store, match), number)


def request(store: Store, match: MatchId, number: int = 1, seat: int | None = None) -> AnalysisState:
    return request_analysis(store, game_of(store, match, number), seat).state


def state(store: Store, match: MatchId, number: int = 1) -> AnalysisState | None:
    found = find_analysis(store, game_of(store, match, number), None)
    return found and found.state


def count(store: Store, match: MatchId) -> MatchAnalyses:
    return analyses_of(store, find_match(store, match))


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
    assert not analyse_next(store, Event())


def test_the_first_request_is_analysed_first(store: Store, match: MatchId) -> None:
    for number in (3, 1, 3):
        request(store, match, number)
    assert analyse_next(store, Event())
    assert (state(store, match, 3), state(store, match, 1)) == (AnalysisState.DONE, AnalysisState.QUEUED)
    assert analyse_next(store, Event())
    assert not analyse_next(store, Event())


def test_a_full_queue_takes_no_more(store: Store, match: MatchId, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_WAITING", 2)
    request(store, match, 1)
    assert request_match(store, find_match(store, match), 100) == 1
    assert count(store, match) == MatchAnalyses(0, 2, GAMES - 2)
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
        resume_analyses(tx, 1_000, MAX_ATTEMPTS)
        assert tx.scalars(select(ANALYSIS.c.version)).all() == [1_000]


def test_analyses_go_with_the_logs(store: Store, match: MatchId) -> None:
    request(store, match, 1)
    assert analyse_next(store, Event())
    request(store, match, 2)
    with store.writing() as tx:
        assert take_next(tx)
        assert prune_some(tx, match.tournament, NOW)
        assert tx.execute(select(ANALYSIS)).all() == []
    assert count(store, match) == MatchAnalyses(0, 0, 0)
    with pytest.raises(LogDropped):
        request(store, match)


# ---- trouble ----


def test_a_game_without_a_valid_log_fails_once(store: Store, match: MatchId) -> None:
    request(store, match)
    with store.writing() as tx:
        tx.execute(update(GAME_LOG).values(log=b"damaged"))
    assert analyse_next(store, Event())
    assert state(store, match) is AnalysisState.FAILED
    assert not analyse_next(store, Event())


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


@contextmanager
def working(database: Path) -> "Iterator[subprocess.Popen[bytes]]":
    environment = {**os.environ, "ARENA_DB": str(database)}
    with subprocess.Popen(WORKER, stdin=subprocess.PIPE, env=environment) as worker:
        try:
            yield worker
        finally:
            worker.kill()


@pytest.mark.dear
@pytest.mark.fault("F01")
def test_an_analysis_survives_a_killed_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    with open_store(sqlite_url(tmp_path / "analysed.db")) as store:
        number = create(store, TournamentSettings(bots_in(tmp_path, 2), boards=1, seed="5a" * 32))
        play_all(store, number)
        match = MatchId(number, 1, 1)
        request(store, match)
        with working(tmp_path / "analysed.db") as worker:
            until(lambda: state(store, match) is AnalysisState.RUNNING)
            assert os.getpriority(os.PRIO_PROCESS, worker.pid) == 19
            worker.send_signal(signal.SIGKILL)
            worker.wait(20)
        assert state(store, match) is AnalysisState.RUNNING
        with working(tmp_path / "analysed.db") as worker:
            until(lambda: attempts(store) == [2])
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(20) == 0
        assert (state(store, match), attempts(store)) == (AnalysisState.QUEUED, [1])
        with working(tmp_path / "analysed.db") as worker:
            until(lambda: state(store, match) is AnalysisState.DONE)
            assert worker.stdin
            worker.stdin.close()
            assert worker.wait(20) == 0
