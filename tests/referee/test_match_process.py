"""Limits of the match process: memory, time, silence. Breaking it does not pay."""

import os
import signal
import sys
import threading
import time
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path
from threading import Event

import pytest

from arena.record.match import BotSpec, Clock, Verdict
from arena.referee.clock import NO_CLOCK
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.referee.process import match_process
from arena.referee.process.match_process import MatchProcess, MatchProcessHangs, time_limit_s
from arena.referee.run import run_match
from arena.sandbox.fork_server import POLLING, fork_server
from maumau import running
from tests.conftest import STAND_IN
from tests.referee.matches import match, verdicts

HOUR_S = 3_600


@pytest.mark.dear
@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize(
    ("script", "bounds", "complaint"),  # seconds
    [
        ("sleep 60", {"silent": 0.2}, "silent for"),
        ("while :; do echo alive; sleep 0.01; done", {"most": 0.5}, "did not end within"),
        ("yes | tr -d '\\n'", {}, "a line of more than 100000 bytes"),
    ],
)
def test_a_process_that_hangs_is_ended(
    script: str,
    bounds: dict[str, float],
    complaint: str,
    short_path: Path,
    stand_in: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stand_in(script)
    monkeypatch.setattr(match_process, "_MAX_LINE", 100_000)
    with MatchProcess(short_path, STAND_IN) as process, pytest.raises(MatchProcessHangs, match=complaint):
        for _ in process.lines(Event(), max_s=bounds.get("most", inf), silent_s=bounds.get("silent", inf)):
            pass


@pytest.mark.dear
def test_polling_experiments_are_set(
    short_path: Path, stand_in: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert POLLING == running.POLLING
    stand_in('echo "$GRPC_EXPERIMENTS"')
    for wished, told in ((None, POLLING), ("-tcp_rcv_lowat", "-tcp_rcv_lowat")):
        monkeypatch.delenv("GRPC_EXPERIMENTS", raising=False)
        if wished:
            monkeypatch.setenv("GRPC_EXPERIMENTS", wished)
        with MatchProcess(short_path, STAND_IN) as process:
            assert list(process.lines(Event())) == [told.encode()]


@pytest.mark.dear
@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("echo over 1; echo broken >&2; exit 9", "exit code 9\nbroken"),
        ("echo over 1; echo record nonsense; sleep 60", "Expecting value"),
    ],
)
def test_a_bot_over_budget_loses_if_the_process_dies(
    script: str, complaint: str, stand_in: Callable[[str], None]
) -> None:
    stand_in(script)
    events: list[MatchEvent] = []
    record = run_match(match("first", "first", "first", boards=2), events.append)
    assert [event.kind for event in events] == [MatchEventKind.STARTED]
    assert [verdicts(record, bot) for bot in range(3)] == [{Verdict.OK}, {Verdict.PROTOCOL}, {Verdict.OK}]
    assert [(game.board, game.rotation) for game in record.games] == [
        (b, r) for b in (5, 6) for r in range(3)
    ]
    assert record.scores(3) == (4.5, 0.0, 4.5)
    assert [(fault.bot, fault.verdict) for fault in record.faults] == [(1, Verdict.PROTOCOL)]
    assert complaint in record.faults[0].detail
    assert record.internal == ()


@pytest.mark.dear
def test_without_a_culprit_the_match_is_repeated(stand_in: Callable[[str], None]) -> None:
    stand_in("echo record nonsense")
    record = run_match(match("first", "first", boards=1))
    assert verdicts(record, 0) == {Verdict.VOID}
    assert len(record.internal) == 3


@pytest.mark.dear
def test_the_server_survives_an_end_and_a_close_at_once(
    short_path: Path, stand_in: Callable[[str], None]
) -> None:
    stand_in("kill -9 $$")
    with MatchProcess(short_path, STAND_IN):
        server = fork_server.pid
        assert server
        os.kill(server, signal.SIGSTOP)
        time.sleep(0.2)  # the process ends meanwhile
        threading.Timer(0.2, os.kill, (server, signal.SIGCONT)).start()
    with MatchProcess(short_path, STAND_IN) as process:
        assert process.code == -signal.SIGKILL
    assert fork_server.pid == server


@pytest.mark.dear
def test_too_little_memory_is_our_fault(only: int) -> None:
    record = run_match(match("first", "first", boards=1, only=1, memory_bytes=20_000_000))
    assert verdicts(record, 0) == verdicts(record, 1) == {Verdict.VOID}
    assert len(record.internal) == 3


def test_the_memory_limit_does_not_apply_to_bots() -> None:
    code = """if True:  # it is freed as soon as it runs
    import resource, time
    end = time.monotonic() + 10
    while len(found := {*resource.getrlimit(resource.RLIMIT_DATA)}) > 1 and time.monotonic() < end:
        pass
    print("bounds", *found)
    """
    curious = BotSpec("curious", "0" * 64, (sys.executable, "-c", code), "/")
    spec = match("first", "first", boards=1, only=1)
    record = run_match(replace(spec, bots=(curious, spec.bots[1])))
    (fault,) = record.faults
    assert printed(fault.output).split()[0] == "bounds"
    assert len(set(printed(fault.output).split()[1:])) == 1  # as much as there can be


def printed(output: str) -> str:
    return b64decode(output).decode()


def test_time_limit_follows_from_the_clocks() -> None:
    clock = Clock(10_000, 100, 60_000)
    short = time_limit_s(match("a", "b", boards=1, clock=clock))
    assert 2 * 2 * 60 < short < HOUR_S
    assert time_limit_s(match("a", "b", boards=100, clock=clock)) > 2 * 2 * 100 * 60
    assert time_limit_s(match("a", "b", boards=1, start_ms=HOUR_S * 1_000, clock=clock)) > 2 * 2 * 3 * HOUR_S
    assert time_limit_s(match("a", "b", clock=Clock(0, 0, 0))) == inf


def test_time_limit_follows_from_the_longest_clock() -> None:
    spec, longest = match("a", "b", clock=Clock()), Clock(0, 0, 120_000)
    slow, unlimited = (replace(spec.bots[0], clock=clock) for clock in (longest, NO_CLOCK))
    limit = time_limit_s(replace(spec, bots=(slow, spec.bots[1])))
    assert limit == time_limit_s(replace(spec, clock=longest))
    assert time_limit_s(replace(spec, bots=(unlimited, spec.bots[1]))) == inf


def test_a_bot_by_hand_has_no_time_limit() -> None:
    spec = match("a", "b")
    by_hand = replace(spec.bots[0], runner="by-hand")
    assert time_limit_s(replace(spec, bots=(by_hand, spec.bots[1]))) == inf
    assert time_limit_s(replace(spec, runner="by-hand")) == inf
