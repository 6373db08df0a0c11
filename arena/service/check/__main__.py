"""The process of one check: the order on stdin, progress and steps as lines on stdout.

It ends when it is done, or when its stdin ends: then whoever wanted the check is gone.
"""

import asyncio
import sys
from pathlib import Path

from arena.referee.net.arrival_times import LagSelector
from arena.referee.process.codec import decode
from arena.referee.process.main_loop import UNAVAILABLE, UNWANTED, while_wanted
from arena.sandbox.protocol import Unavailable
from arena.sandbox.runners import runner
from arena.service.check.messages import END, CheckMessage, CheckProgress, progress_line, step_line
from arena.service.check.report import TITLES, CheckStep
from arena.service.check.request import CheckRequest
from arena.service.check.session import Host
from arena.service.check.steps import STEPS, Check, Finding


def main() -> int:
    """Carry out the order that comes on stdin, in the run directory that is the one argument."""
    order = decode(CheckRequest, sys.stdin.buffer.readline())
    run = Path(sys.argv[1])
    try:
        done = while_wanted(lambda lag: _check(order, run, lag), run)
    except Unavailable as why:
        sys.stderr.write(str(why))
        return UNAVAILABLE
    return 0 if done else UNWANTED


async def _check(order: CheckRequest, run: Path, lag: LagSelector) -> bool:
    """Carry it out; True when that is done."""
    number = 0

    def tell(done: int, of: int, what: str) -> None:
        _say(progress_line(CheckProgress(number, done, of, what)))

    host = Host(
        order.bot,
        runner(order.runner, run, "check"),
        run,
        bytes.fromhex(order.secret),
        order.clock,
        order.bounds,
        lag,
    )
    check = Check(order, host, tell)
    loop = asyncio.get_running_loop()
    for number in order.steps or STEPS:
        tell(0, 0, "")
        began = loop.time()
        finding = await STEPS[number](check)
        _say(step_line(CheckMessage(_step(number, finding, loop.time() - began), finding.alone)))
        if finding.ends_it:
            break
    _say(END)
    return True


def _step(number: int, found: Finding, seconds: float) -> CheckStep:
    return CheckStep(
        number,
        TITLES[number],
        found.passed,
        seconds,
        found.figures,
        found.detail,
        found.request,
        found.output,
    )


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
