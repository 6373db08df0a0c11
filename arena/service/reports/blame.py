"""Games that a bot lost by its own fault, as tables count them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from arena.record.match import Verdict

TIMEOUTS: Final = (Verdict.TIMEOUT, Verdict.STALL)
CRASHES: Final = (Verdict.DISCONNECT, Verdict.PROTOCOL, Verdict.OOM, Verdict.NO_START)


class Blame(NamedTuple):
    """How many games were lost by what."""

    illegal: int  # by ILLEGAL
    timeouts: int  # by TIMEOUT or STALL
    crashes: int  # by DISCONNECT, PROTOCOL, OOM or NO_START


def blame(verdicts: Mapping[str, int]) -> Blame:
    """What is behind these verdicts."""
    return Blame(
        verdicts.get(Verdict.ILLEGAL, 0),
        sum(verdicts.get(verdict, 0) for verdict in TIMEOUTS),
        sum(verdicts.get(verdict, 0) for verdict in CRASHES),
    )
