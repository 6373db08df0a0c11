"""Clocks as text: `10+0.1/60` means 10 s, 0.1 s more per decision, and at most 60 s per game; `none` is no
clock.
"""

import re
from typing import Final

from arena.record.match import Clock
from arena.service.errors import BadSettings

NONE: Final = "none"
NO_CLOCK: Final = Clock(0, 0, 0)
CAP_MS: Final = 60_000
MAX_SECONDS: Final = 86_400
SECONDS: Final = r"([0-9]{1,9}(?:\.[0-9]{1,3})?)"
WRITTEN: Final = re.compile(rf"{SECONDS}(?:\+{SECONDS})?(?:/{SECONDS})?")


def parse_clock(text: str) -> Clock:
    """Return the clock that a text describes. Raise BadSettings if the text is invalid.

    >>> parse_clock("10+0.1/60")
    Clock(bank_ms=10000, increment_ms=100, cap_ms=60000)
    """
    if text == NONE:
        return NO_CLOCK
    written = WRITTEN.fullmatch(text)
    if not written:
        raise BadSettings(
            f"{text[:60]!r} is not a clock: write 10+0.1/60 (10 s, 0.1 s per decision, 60 s in all) or none"
        )
    bank, increment, cap = (round(float(part) * 1000) if part else None for part in written.groups())
    clock = Clock(bank or 0, increment or 0, max(CAP_MS, bank or 0) if cap is None else cap)
    if not 0 < clock.bank_ms <= clock.cap_ms <= MAX_SECONDS * 1000:
        raise BadSettings(
            f"{text!r}: the bank must be above 0, and the total at least the bank and at most a day"
        )
    if clock.increment_ms > MAX_SECONDS * 1000:
        raise BadSettings(f"{text!r}: a decision gets at most a day")
    return clock


def format_clock(clock: Clock) -> str:
    """Return a clock as text.

    >>> format_clock(Clock())
    '10+0.1/60'
    """
    if clock == NO_CLOCK:
        return NONE
    times = (clock.bank_ms, clock.increment_ms, clock.cap_ms)
    return "{:.9g}+{:.9g}/{:.9g}".format(*(ms / 1000 for ms in times))  # to the millisecond, up to a day
