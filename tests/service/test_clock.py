"""Clocks as they are written."""

import pytest

from arena.record.match import Clock
from arena.service.common.text import NO_CLOCK, format_clock, parse_clock
from arena.service.errors import BadSettings


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("10+0.1/60", Clock(10_000, 100, 60_000)),
        ("5", Clock(5_000, 0, 60_000)),
        ("2.5+1", Clock(2_500, 1_000, 60_000)),
        ("120+1", Clock(120_000, 1_000, 120_000)),
        ("1/1", Clock(1_000, 0, 1_000)),
        ("0.001/1", Clock(1, 0, 1_000)),
        ("1234.567+0.1/86399.999", Clock(1_234_567, 100, 86_399_999)),
        ("0.001+86400/86400", Clock(1, 86_400_000, 86_400_000)),
        ("none", NO_CLOCK),
    ],
)
def test_a_clock_is_read_and_written(text: str, clock: Clock) -> None:
    assert parse_clock(text) == clock
    assert parse_clock(format_clock(clock)) == clock


@pytest.mark.parametrize(
    "text",
    ["", "0", "-1", "10+", "10/5", "1e3", "10+0.1/60/1", "0/0", "9999999", "10+86400.001", "9" * 400, "٣"],
)
def test_a_clock_that_is_none(text: str) -> None:
    with pytest.raises(BadSettings):
        parse_clock(text)
