"""A referee that stood still says so; one that only has much to do does not."""

import asyncio
import time

import pytest

from arena.referee.process.suspend import AWAY_S, Pulse, WasAway


class Hands:
    """A clock whose time is set."""

    def __init__(self) -> None:
        self.shift = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.shift


async def pulse_after(shift: float) -> Pulse:
    """One that beats on when the clock has gone ahead."""
    over, hands = asyncio.Event(), Hands()
    pulse = Pulse(over.set, hands)
    pulse.start()
    hands.shift = shift
    if shift > AWAY_S:
        await asyncio.wait_for(over.wait(), 60)
    else:
        await asyncio.sleep(0)
    pulse.stop()
    return pulse


def test_a_referee_that_stood_still() -> None:
    with pytest.raises(WasAway, match=r"the referee stood still for 7\.\d s"):
        asyncio.run(pulse_after(7)).check()


def test_one_that_was_a_little_late() -> None:
    asyncio.run(pulse_after(AWAY_S / 2)).check()


def test_what_no_beat_has_told_yet_is_seen_too() -> None:
    hands = Hands()
    pulse = Pulse(lambda: None, hands)
    hands.shift = 10
    with pytest.raises(WasAway):
        pulse.check()


def test_one_that_had_too_much_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Hands()
    pulse = Pulse(lambda: None, hands)
    hands.shift = 10
    monkeypatch.setattr(time, "process_time", lambda: 1e6)
    pulse.check()
