"""What bots did wrong, on stderr, for whoever wrote them."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from arena.cli.output import remark
from arena.viewer.printable import last_lines, printable

if TYPE_CHECKING:
    from arena.store.database.store import Store

MAX_LINES = 40


class FaultLine(NamedTuple):
    """One fault: whose, what, and the last of what the bot printed."""

    bot: str
    verdict: str
    detail: str
    output: str


def report(faults: Iterable[FaultLine]) -> None:
    """The first fault of each bot and verdict, and how many more there were."""
    listed = list(faults)
    often = Counter((fault.bot, fault.verdict) for fault in listed)
    for fault in {(fault.bot, fault.verdict): fault for fault in reversed(listed)}.values():
        _report(fault, often[fault.bot, fault.verdict])


def report_stored(store: "Store", number: int) -> None:
    """Those of a tournament."""
    from arena.service.reports.standings import fault_reports

    found = fault_reports(store, number)
    report(FaultLine(one.bot, one.verdict, one.detail, one.output) for one in found)


def _report(fault: FaultLine, often: int) -> None:
    from arena.service.reports.fault_counts import fault_text

    more = f" ({often} times)" if often > 1 else ""
    remark(f"{printable(fault.bot)}: {printable(fault_text(fault.verdict, fault.detail))}{more}")
    for line in last_lines(fault.output, MAX_LINES):
        remark(f"  | {line}")
