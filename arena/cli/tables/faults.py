"""Print what bots did wrong to stderr, for their authors."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from arena.cli.output import remark
from arena.service.reports.fault_counts import fault_text
from arena.service.results import BotOutput
from arena.viewer.printable import last_lines, printable

MAX_LINES: Final = 40


class FaultLine(NamedTuple):
    """One fault of a bot. `output`: the end of what the bot printed."""

    bot: str
    verdict: str
    detail: str
    output: str


def report_faults(faults: Iterable[FaultLine | BotOutput]) -> None:
    """Print the first fault of each bot and verdict, and how often it happened."""
    listed = list(faults)
    counts = Counter((fault.bot, fault.verdict) for fault in listed)
    for fault in {(fault.bot, fault.verdict): fault for fault in reversed(listed)}.values():
        _report(fault, counts[fault.bot, fault.verdict])


def _report(fault: FaultLine | BotOutput, count: int) -> None:
    times = f" ({count} times)" if count > 1 else ""
    remark(f"{printable(fault.bot)}: {printable(fault_text(fault.verdict, fault.detail))}{times}")
    for line in last_lines(fault.output, MAX_LINES):
        remark(f"  | {line}")
