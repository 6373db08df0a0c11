"""A referee that stood still reports it; one that is only busy does not."""

import asyncio
import time

import pytest

from arena.referee.process.match_main import AWAY_S, Pulse, WasAway


class SetClock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.shift = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.shift


async def pulse_after(shift: float) -> Pulse:
    """Return a pulse after the clock has moved ahead."""
    over, hands = asyncio.Event(), SetClock()
    pulse = Pulse(over.set, hands)
    pulse.start()
    hands.shift = shift
    if shift > AWAY_S:
        await asyncio.wait_for(over.wait(), 60)
    else:
        await asyncio.sleep(0)
    pulse.stop()
    return pulse


def test_a_long_gap_is_reported() -> None:
    with pytest.raises(WasAway, match=r"the referee stood still for 7\.\d s"):
        asyncio.run(pulse_after(7)).check()


def test_a_short_delay_is_ignored() -> None:
    asyncio.run(pulse_after(AWAY_S / 2)).check()


def test_check_sees_a_gap_before_the_next_beat() -> None:
    hands = SetClock()
    pulse = Pulse(lambda: None, hands)
    hands.shift = 10
    with pytest.raises(WasAway):
        pulse.check()


def test_a_busy_process_was_not_away(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = SetClock()
    pulse = Pulse(lambda: None, hands)
    hands.shift = 10
    monkeypatch.setattr(time, "process_time", lambda: 1e6)
    pulse.check()
