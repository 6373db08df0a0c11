"""The flood detector, second by second: what is a flood, and what is not."""

import asyncio
import time
from contextlib import closing
from dataclasses import dataclass

import pytest

from arena.referee.net.flood import MAX_CONNECTIONS, Flood, WorkTimer, watch_for_many_connections

LOOK_S = 0.02
WORK_S = 0.05  # of the processor, between two looks
MAX_S = 30.0


@dataclass
class FakeLine:
    """A line that the test controls: bytes and processor time of each second."""

    library: float = 0.0  # of a processor
    messages_a_second: float = 0.0
    bytes_each: int = 0
    waits: int = 0

    now: float = 0.0
    worked: float = 0.0
    heard: float = 0.0

    @property
    def messages(self) -> int:
        return int(self.heard)

    @property
    def message_bytes(self) -> int:
        return self.messages * self.bytes_each

    def waiting(self) -> int:
        return self.waits

    def flood(self) -> Flood:
        return Flood(self, lambda: self.now, lambda: self.worked)

    def flood_second(self, flood: Flood, seconds: float = MAX_S) -> float:
        """Return the second in which it becomes a flood; None if it does not."""
        end = self.now + seconds
        while self.now < end and not flood.is_flood:
            passed = LOOK_S if flood.look() else WORK_S / max(self.library, WORK_S / MAX_S)
            self.now += passed
            self.worked += self.library * passed
            self.heard += self.messages_a_second * passed
        return self.now


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(FakeLine(library=0.4, messages_a_second=2_000, bytes_each=20, waits=20), id="quick"),
        pytest.param(
            FakeLine(library=0.4, messages_a_second=300, bytes_each=20_000, waits=90_000), id="large"
        ),
        pytest.param(FakeLine(library=0.03, waits=200_000), id="stuck, and little work"),
        pytest.param(FakeLine(library=1.0, messages_a_second=10, bytes_each=20), id="another floods"),
        pytest.param(
            FakeLine(library=1.0, messages_a_second=50, bytes_each=14_000, waits=14_000),
            id="and it writes notes",
        ),
    ],
)
def test_honest_bots_do_not_flood(line: FakeLine) -> None:
    flood = line.flood()
    assert line.flood_second(flood) >= MAX_S
    assert not flood.is_flood


@pytest.mark.parametrize(
    ("line", "within_s"),
    [
        (FakeLine(library=1.0, waits=200_000), 2),
        (FakeLine(library=0.7, waits=10_000), 10),
        (FakeLine(library=0.2, waits=10_000), 15),
        (FakeLine(library=1.0, messages_a_second=50, bytes_each=20, waits=100_000), 3),
    ],
)
def test_work_without_messages_is_a_flood(line: FakeLine, within_s: float) -> None:
    flood = line.flood()
    assert line.flood_second(flood) < within_s
    assert flood.is_flood


def test_small_bursts_do_not_add_up() -> None:
    """Several small bursts, each far below the limit, are not a flood."""
    line = FakeLine()
    flood = line.flood()
    for _ in range(20):
        line.library, line.waits = 1.0, 5_000
        line.flood_second(flood, 1.0)
        line.library, line.waits = 0.0, 0
        line.flood_second(flood, 25.0)
    assert not flood.is_flood


def test_waiting_messages_are_not_a_flood() -> None:
    """Another bot may keep the library busy, so messages of an honest bot wait."""
    line = FakeLine(library=1.0, bytes_each=9_000)
    flood = line.flood()
    for _ in range(600):
        line.waits = 9_000
        line.flood_second(flood, 3 * LOOK_S)
        line.waits, line.heard = 0, line.heard + 1
        line.flood_second(flood, 1.0)
    assert not flood.is_flood


def test_bytes_that_wait_for_a_busy_library_are_not_a_flood() -> None:
    line = FakeLine(library=1.0)
    flood = line.flood()
    line.flood_second(flood, 1.0)
    line.library, line.waits = 0.0, 200_000
    line.flood_second(flood)
    assert not flood.is_flood


def test_a_work_timer_stands_still_while_the_process_is_idle() -> None:
    async def fires() -> tuple[bool, bool]:
        """Return whether it fires while the process is idle, and while it works."""
        with closing(WorkTimer()) as timer:
            waiting = asyncio.create_task(timer.wait())
            await asyncio.sleep(4 * WORK_S)
            is_early, began = waiting.done(), time.process_time()
            while not waiting.done() and time.process_time() - began < MAX_S:
                await asyncio.sleep(0)
            return is_early, waiting.done()

    assert asyncio.run(fires()) == (False, True)


@dataclass
class Attempts:
    """A seat that reports new connections at each look, until the bot calls."""

    new: int
    calls_at: int = 1_000

    looks: int = 0

    @property
    def has_opened_stream(self) -> bool:
        return self.looks >= self.calls_at

    def accepted_connections(self) -> frozenset[int]:
        self.looks += 1
        return frozenset(range(self.looks * self.new, (self.looks + 1) * self.new))


@pytest.mark.parametrize(
    ("attempts", "is_storm"),
    [
        pytest.param(Attempts(new=2), True, id="connects again and again"),
        pytest.param(Attempts(new=400), True, id="many at once"),
        pytest.param(Attempts(new=1, calls_at=3), False, id="tries twice and calls"),
        pytest.param(Attempts(new=0, calls_at=10), False, id="connects late"),
    ],
)
def test_many_connections_before_the_call_are_a_storm(attempts: Attempts, is_storm: bool) -> None:
    found: list[str] = []
    asyncio.run(asyncio.wait_for(watch_for_many_connections(attempts, found.append), 10))
    assert [f"more than {MAX_CONNECTIONS} connections" in one for one in found] == [True] * is_storm
