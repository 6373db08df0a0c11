"""Count the games that a bot lost by its own fault, and describe faults in words."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from arena.record.match import Verdict

TIMEOUTS: Final = (Verdict.TIMEOUT, Verdict.STALL)
_COMPLETE: Final = ("crashed", "illegal move", "warning")  # details that need no verdict in front
CRASHES: Final = (Verdict.DISCONNECT, Verdict.PROTOCOL, Verdict.OOM, Verdict.NO_START)


class FaultCounts(NamedTuple):
    """The number of games that a bot lost by each kind of its own faults."""

    illegal: int  # by ILLEGAL
    timeouts: int  # by TIMEOUT or STALL
    crashes: int  # by DISCONNECT, PROTOCOL, OOM or NO_START


def count_faults(verdicts: Mapping[str, int]) -> FaultCounts:
    """Return how many games a bot lost by each kind of fault.

    `verdicts`: the number of the bot's games with each verdict, such as "ILLEGAL" or "TIMEOUT".
    """
    return FaultCounts(
        verdicts.get(Verdict.ILLEGAL, 0),
        sum(verdicts.get(verdict, 0) for verdict in TIMEOUTS),
        sum(verdicts.get(verdict, 0) for verdict in CRASHES),
    )


def fault_text(verdict: str, detail: str = "") -> str:
    """Describe a fault in words.

    `detail` may contain text from the bot, which is not escaped in the result.

    >>> fault_text("DISCONNECT", "crashed: KeyError: 7"), fault_text("OOM", "260 MB"), fault_text("NO_START")
    ('crashed: KeyError: 7', 'out of memory: 260 MB', 'did not start')
    """
    if detail.startswith(_COMPLETE):
        return detail
    words = Verdict(verdict).words
    return f"{words}: {detail}" if detail and verdict != Verdict.RESIGN else words
