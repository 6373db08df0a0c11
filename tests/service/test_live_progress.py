"""How far a tournament is for those who follow it: every match under way, and every worker."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from threading import Event, Thread

import pytest

from arena.record.match import MatchRecord
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.service.admin.telemetry.log_messages import WORKERS, fields_of
from arena.service.live.progress import LiveProgress, follow
from arena.service.tournaments.play.observers import log_workers
from arena.service.tournaments.play.progress import RunCounters
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.live.status import MatchProgress, WorkerProgress
from tests.factories.runs import run
from tests.service.conftest import FindBot

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def event(kind: MatchEventKind, games: int) -> MatchEvent:
    return MatchEvent("7.1.2", kind, games, 10, (0.0, 0.0))


def test_a_meter_knows_how_far_each_match_is() -> None:
    now = [100.0]
    meter = RunCounters(7, 0, 20, 0, clock=lambda: now[0])
    assert meter.matches() == ()
    meter.update(event(MatchEventKind.STARTED, 0))
    now[0] += 2
    [begun] = meter.matches()
    assert begun == MatchProgress("7.1.2", 0, 10, 2.0)
    assert begun.seconds_left is None
    meter.update(event(MatchEventKind.PLAYED, 4))
    [halfway] = meter.matches()
    assert (halfway.games_per_second, halfway.seconds_left) == (2.0, 3.0)
    meter.add("7.1.2", MatchRecord("7.1.2", ()))
    assert meter.matches() == ()


@pytest.mark.dear
def test_a_tournament_is_followed_to_its_end(store: Store, bot: FindBot, duels: TournamentSettings) -> None:
    slow = replace(duels, bots=(bot("slow"), bot("last.py")), rulesets=("mau-mau",), boards=20)
    number = create(store, slow)
    with played(store, number):
        told = list(follow(store, number, Event()))
    assert told[-1].ended
    assert (told[-1].games_done, told[-1].playing, told[-1].matches) == (40, False, ())
    playing = [one for one in told if one.matches]
    assert {one.match for now in playing for one in now.matches} == {f"{number}.1.1"}
    done = [now.matches[0].games for now in playing]
    assert done == sorted(done)
    assert any(one.matches[0].seconds_left for one in playing)
    assert all(_fits(one) for one in playing)


def _fits(now: LiveProgress) -> bool:
    return now.playing and all(0 <= one.games <= one.total == 40 for one in now.matches)


class played:  # noqa: N801 - a context
    """Somebody plays a tournament while the block lasts, and to its end."""

    def __init__(self, store: Store, number: int) -> None:
        self._thread = Thread(target=run, args=(store, number, 1))

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._thread.join()


@pytest.fixture
def heard() -> Iterator[list[tuple[str, object]]]:
    """What is told of workers."""
    import logging

    told: list[tuple[str, object]] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append((record.getMessage(), fields_of(record)["worker"]))

    ear = Ear()
    WORKERS.addHandler(ear)
    WORKERS.setLevel(logging.INFO)
    yield told
    WORKERS.removeHandler(ear)
    WORKERS.setLevel(logging.NOTSET)


def test_workers_that_come_and_go_are_told_of_once(heard: list[tuple[str, object]]) -> None:
    a, b = (WorkerProgress(name, 2, 1, 0, NOW) for name in "ab")
    log_workers(7, (), (a,))
    log_workers(7, (a,), (replace(a, games=5), b))
    log_workers(7, (a, b), (b,))
    assert heard == [("worker joined", "a"), ("worker joined", "b"), ("worker lost", "a")]
