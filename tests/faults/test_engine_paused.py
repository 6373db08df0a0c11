"""While no bot can be started, a match event says so."""

from collections.abc import Iterator
from itertools import islice
from threading import Event

import pytest

from arena.referee import run
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.referee.process.match_process import MatchCancelled
from arena.referee.run import retry_pauses, run_match
from arena.sandbox.process import ProcessRunner
from arena.sandbox.protocol import Unavailable
from arena.service.tournaments.play.progress import RunCounters
from tests.referee.matches import match, verdicts


def event(kind: MatchEventKind, detail: str = "") -> MatchEvent:
    return MatchEvent("7.1.2", kind, 0, 4, (0.0, 0.0), detail)


@pytest.mark.fault("F05")
def test_an_event_says_why_a_match_waits() -> None:
    meter = RunCounters(7, 0, 4, 0)
    meter.update(event(MatchEventKind.PAUSED, "no engine"))
    assert meter.progress().paused == "no engine"
    meter.update(event(MatchEventKind.STARTED))
    assert meter.progress().paused == ""


@pytest.mark.fault("F05")
def test_a_cancelled_match_is_not_paused() -> None:
    meter = RunCounters(7, 0, 4, 0)
    meter.update(event(MatchEventKind.PAUSED, "no engine"))
    meter.drop("7.1.2")
    assert meter.progress().paused == ""


@pytest.mark.fault("F04")
def test_pauses_grow_up_to_half_a_minute() -> None:
    assert list(islice(retry_pauses(), 8)) == [1, 2, 4, 8, 16, 30, 30, 30]


class Away(ProcessRunner):
    """A runner whose engine is away at the first two checks."""

    asked = 0

    def check(self) -> None:
        Away.asked += 1
        if Away.asked <= 2:
            raise Unavailable("no engine")


@pytest.mark.fault("F04")
def test_waiting_is_not_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match only waits, so it does not count as lost."""

    def short() -> Iterator[float]:
        yield from (0.01, 0.02)

    monkeypatch.setattr(run, "retry_pauses", short)
    monkeypatch.setattr("arena.sandbox.runners.RUNNERS", {"process": lambda run, *_: Away(run)}, raising=True)
    Away.asked = 0
    events: list[MatchEvent] = []
    record = run_match(match("first", "first", boards=1, only=1), events.append)
    assert [one.kind for one in events[:3]] == [
        MatchEventKind.PAUSED,
        MatchEventKind.PAUSED,
        MatchEventKind.STARTED,
    ]
    assert record.internal == () and verdicts(record, 0) == {"OK"}


@pytest.mark.fault("F04")
def test_a_cancelled_match_does_not_wait_for_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.sandbox.runners.RUNNERS", {"process": lambda run, *_: Away(run)}, raising=True)
    Away.asked = 0
    cancel = Event()
    with pytest.raises(MatchCancelled):
        run_match(match("first", "first", boards=1, only=1), lambda event: cancel.set(), cancel)
