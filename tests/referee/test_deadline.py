"""The timer of a bot's time, and when bytes arrived, with clocks that the test sets."""

import asyncio
import socket
import time

import pytest

from arena.referee.net.arrival_times import LagSelector, RunQueue, SchedulerWaits
from arena.referee.net.deadline import Deadline


class Due:
    """A deadline, and whether it expired."""

    def __init__(self) -> None:
        self.at: float | None = None
        self.late = asyncio.Event()


def deadline(loop: asyncio.AbstractEventLoop, due: Due) -> Deadline:
    return Deadline(loop, lambda: due.at, due.late.set)


def test_it_expires_soon_after_the_moment() -> None:
    async def play() -> float:
        loop, due = asyncio.get_running_loop(), Due()
        due.at = loop.time() + 0.05
        deadline(loop, due).moved()
        await asyncio.wait_for(due.late.wait(), 1)
        return loop.time() - due.at

    assert 0 < asyncio.run(play()) < 0.1


def test_a_later_moment_is_waited_for() -> None:
    async def play() -> float:
        loop, due = asyncio.get_running_loop(), Due()
        due.at = loop.time() + 0.02
        timer = deadline(loop, due)
        timer.moved()
        due.at += 0.08
        await asyncio.wait_for(due.late.wait(), 1)
        return loop.time() - due.at

    assert asyncio.run(play()) > 0


def test_an_earlier_moment_is_not_missed() -> None:
    async def play() -> float:
        loop, due = asyncio.get_running_loop(), Due()
        due.at = loop.time() + 60
        timer = deadline(loop, due)
        timer.moved()
        due.at = loop.time() + 0.02
        timer.moved()
        await asyncio.wait_for(due.late.wait(), 1)
        return loop.time() - due.at

    assert 0 < asyncio.run(play()) < 0.1


@pytest.mark.parametrize("cancelled", [True, False])
def test_without_a_moment_nothing_expires(cancelled: bool) -> None:
    async def play() -> bool:
        loop, due = asyncio.get_running_loop(), Due()
        timer = deadline(loop, due)
        timer.moved()
        due.at = loop.time() + 0.01
        timer.moved()
        if cancelled:
            timer.cancel()
        else:
            due.at = None
        await asyncio.wait({asyncio.ensure_future(due.late.wait())}, timeout=0.05)
        return due.late.is_set()

    assert not asyncio.run(play())


def test_bytes_that_may_be_in_time_are_waited_for() -> None:
    async def play() -> tuple[float, float]:
        loop, due = asyncio.get_running_loop(), Due()
        due.at = loop.time() + 0.01
        read_at = due.at + 0.05
        timer = Deadline(loop, lambda: due.at, due.late.set, lambda _: loop.time() < read_at)
        timer.moved()
        await asyncio.wait_for(due.late.wait(), 1)
        return loop.time(), read_at

    late, read_at = asyncio.run(play())
    assert late >= read_at


def test_bytes_arrive_when_they_are_sent_and_not_when_they_are_read() -> None:
    """The library may be busy with another bot. The last bytes count."""
    selector = LagSelector()
    ours, theirs = socket.socketpair()

    async def play() -> tuple[list[float], float]:
        selector.watch(ours)
        waited = []
        for _ in range(2):
            theirs.send(b"x")
            await asyncio.sleep(0)  # the loop sees them
            seen = time.monotonic()
            await asyncio.sleep(0.1)  # nobody reads
            waited.append(seen - selector.arrived(ours))
        theirs.send(b"x")
        last = time.monotonic() - selector.arrived(ours)
        selector.forget(ours)
        return waited, last

    with ours, theirs, asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
        waited, last = runner.run(play())
    assert all(0 <= one < 0.1 for one in waited)
    assert last < 0.1


@pytest.mark.parametrize("next_timer_s", [0, 0.01])
def test_bytes_that_arrive_while_the_loop_is_busy_count_from_before(next_timer_s: float) -> None:
    selector = LagSelector()
    ours, theirs = socket.socketpair()

    async def play() -> float:
        selector.watch(ours)
        await asyncio.sleep(0)
        began = time.monotonic()
        theirs.send(b"x")
        time.sleep(0.2)  # the loop is busy
        await asyncio.sleep(next_timer_s)
        return selector.arrived(ours) - began

    with ours, theirs, asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
        assert runner.run(play()) < 0.1


def test_bytes_that_are_read_at_once_are_not_dated_back() -> None:
    """The library read them before the loop could see them."""
    selector = LagSelector()
    ours, theirs = socket.socketpair()

    async def play() -> float:
        selector.watch(ours)
        theirs.send(b"x")
        await asyncio.sleep(0.01)  # the loop sees these bytes
        ours.recv(1)
        await asyncio.sleep(0.1)
        sent = time.monotonic()
        theirs.send(b"x")
        ours.recv(1)
        await asyncio.sleep(0.001)
        return selector.arrived(ours) - sent

    with ours, theirs, asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
        assert runner.run(play()) > -0.05


def test_lag_is_since_the_loop_was_last_free() -> None:
    moments = iter([0.0, 1.0, 2.0, 5.0, 5.0, 9.0, 9.0])
    selector = LagSelector(lambda: next(moments))
    selector.select(0.001)  # asked at 1, back at 2: it waited, so what it found came at 2
    assert selector.arrived(None) == 2.0
    selector.select(0)  # asked at 5, back at once: what it found may have come right after 2
    assert selector.arrived(None) == 2.0
    selector.select(0)  # asked at 9, back at once: right after 5
    assert selector.arrived(None) == 5.0
    selector.close()


@pytest.mark.parametrize(("runs", "late_s"), [(1, 0.25), (2, 0.0), (0, 0.0)])
def test_a_late_wake_up_is_known_if_the_thread_ran_once(
    runs: int, late_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = RunQueue()
    monkeypatch.setattr(queue, "read", lambda: SchedulerWaits(1.25, 5 + runs))
    assert queue.woken_late_s(SchedulerWaits(1.0, 5)) == late_s


def test_waiting_for_a_processor_is_not_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([0.0, 1.0, 2.0])
    selector = LagSelector(lambda: next(moments))
    ours, theirs = socket.socketpair()
    with ours, theirs:
        selector.watch(ours)
        monkeypatch.setattr(selector._queue, "look", lambda now: None)
        monkeypatch.setattr(selector._queue, "woken_late_s", lambda before: 0.25)
        selector._queue.is_contended = True
        selector.select(0.001)  # asked at 1, ran again at 2, woken a quarter of a second before
        selector.forget(ours)
    assert selector.arrived(None) == 1.75
    selector.close()
