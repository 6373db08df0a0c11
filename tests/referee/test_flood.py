"""What is taken for a flood below the messages, and what never is: told second by second."""

import asyncio
from dataclasses import dataclass

import pytest

from arena.referee.net.flood import MAX_CONNECTIONS, Flood, watch_for_storm

LOOK_S = 0.02
MAX_S = 30.0


@dataclass
class Told:
    """A line as a test tells it: what comes in each second, and how busy the library is."""

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

    def goes_on(self, flood: Flood, seconds: float = MAX_S) -> float:
        """Until it is a flood, or so many seconds are over. When it was."""
        end = self.now + seconds
        while self.now < end and not flood.is_flood:
            passed = flood.look()
            self.now += passed
            self.worked += self.library * passed
            self.heard += self.messages_a_second * passed
        return self.now


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(Told(library=0.4, messages_a_second=2_000, bytes_each=20, waits=20), id="quick"),
        pytest.param(Told(library=0.4, messages_a_second=300, bytes_each=20_000, waits=90_000), id="large"),
        pytest.param(Told(library=0.03, waits=200_000), id="stuck, and little work"),
        pytest.param(Told(library=1.0, messages_a_second=10, bytes_each=20), id="another floods"),
        pytest.param(
            Told(library=1.0, messages_a_second=50, bytes_each=14_000, waits=14_000), id="and it writes notes"
        ),
    ],
)
def test_honest_bots_do_not_flood(line: Told) -> None:
    flood = line.flood()
    assert line.goes_on(flood) >= MAX_S
    assert not flood.is_flood


@pytest.mark.parametrize(
    ("line", "within_s"),
    [
        (Told(library=1.0, waits=200_000), 2),
        (Told(library=0.7, waits=10_000), 10),
        (Told(library=0.2, waits=10_000), 15),
        (Told(library=1.0, messages_a_second=50, bytes_each=20, waits=100_000), 3),
    ],
)
def test_work_for_nothing_is_a_flood(line: Told, within_s: float) -> None:
    flood = line.flood()
    assert line.goes_on(flood) < within_s
    assert flood.is_flood


def test_what_was_seen_of_one_flood_is_not_kept_for_the_next() -> None:
    """A little by little, each far from the bound."""
    line = Told()
    flood = line.flood()
    for _ in range(20):
        line.library, line.waits = 1.0, 5_000
        line.goes_on(flood, 1.0)
        line.library, line.waits = 0.0, 0
        line.goes_on(flood, 25.0)
    assert not flood.is_flood


def test_messages_that_lie_there_for_a_while_before_they_come_are_none() -> None:
    """Another keeps the library busy for as long as it likes: now and then it comes late to an honest bot."""
    line = Told(library=1.0, bytes_each=9_000)
    flood = line.flood()
    for _ in range(600):
        line.waits = 9_000
        line.goes_on(flood, 3 * LOOK_S)
        line.waits, line.heard = 0, line.heard + 1
        line.goes_on(flood, 1.0)
    assert not flood.is_flood


def test_what_waits_while_the_library_has_no_time_is_none_even_after_one() -> None:
    line = Told(library=1.0)
    flood = line.flood()
    line.goes_on(flood, 1.0)
    line.library, line.waits = 0.0, 200_000
    line.goes_on(flood)
    assert not flood.is_flood


@dataclass
class Door:
    """A seat where new connections are seen at each look, until the bot calls."""

    new: int
    calls_at: int = 1_000

    looks: int = 0

    @property
    def called(self) -> bool:
        return self.looks >= self.calls_at

    def accepted_connections(self) -> frozenset[int]:
        self.looks += 1
        return frozenset(range(self.looks * self.new, (self.looks + 1) * self.new))


@pytest.mark.parametrize(
    ("door", "is_storm"),
    [
        pytest.param(Door(new=2), True, id="connects again and again"),
        pytest.param(Door(new=400), True, id="many at once"),
        pytest.param(Door(new=1, calls_at=3), False, id="tries twice and calls"),
        pytest.param(Door(new=0, calls_at=10), False, id="connects late"),
    ],
)
def test_many_connections_before_the_call_are_a_storm(door: Door, is_storm: bool) -> None:
    found: list[str] = []
    asyncio.run(asyncio.wait_for(watch_for_storm(door, found.append), 10))
    assert [f"more than {MAX_CONNECTIONS} connections" in one for one in found] == [True] * is_storm
