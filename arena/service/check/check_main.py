"""The process of one bot check. It reads the request from stdin and writes progress and results to stdout.

When its stdin ends, the process ends too, because nobody waits for the result any more.
"""

import asyncio
import sys
from pathlib import Path

from arena.referee.net.arrival_times import LagSelector
from arena.referee.process.codec import decode
from arena.referee.process.match_main import run_while_wanted
from arena.referee.process.match_process import UNAVAILABLE, UNWANTED
from arena.sandbox.protocol import Unavailable
from arena.sandbox.runners import runner
from arena.service.check.report import END, CheckMessage, CheckProgress, CheckStep
from arena.service.check.request import CheckRequest
from arena.service.check.seating import CheckContext
from arena.service.check.steps import STEPS, CheckRun
from arena.service.common.step_titles import CHECKS


def main() -> int:
    """Check the bot that the request on stdin describes. Return the exit code.

    The only argument is the run directory, a temporary folder for the bots' sockets. The exit codes: 0 after
    the check, UNWANTED if it was cancelled, UNAVAILABLE if no bot can be started at present.
    """
    request = decode(CheckRequest, sys.stdin.buffer.readline())
    run = Path(sys.argv[1])
    try:
        done = run_while_wanted(lambda arrival_selector: _check(request, run, arrival_selector), run)
    except Unavailable as why:
        sys.stderr.write(str(why))
        return UNAVAILABLE
    return 0 if done else UNWANTED


async def _check(request: CheckRequest, run: Path, arrival_selector: LagSelector) -> bool:
    """Run the requested steps and write their results to stdout. Return True at the end.

    After a serious fault, such as a timeout, skip the remaining steps. `arrival_selector`: records when
    messages arrive.
    """
    number = 0

    def report(done: int, of: int, what: str) -> None:
        _write(CheckProgress(number, done, of, what).line())

    check = CheckRun(
        CheckContext(request, runner(request.runner, run, "check"), run, arrival_selector), report
    )
    loop = asyncio.get_running_loop()
    for number in request.steps or STEPS:
        report(0, 0, "")
        started = loop.time()
        result = await STEPS[number](check)
        seen = (result.figures, result.detail, result.request, result.output)
        step = CheckStep(number, CHECKS[number], result.passed, loop.time() - started, *seen)
        _write(CheckMessage(step, result.alone).line())
        if result.ends_check:
            break
    _write(END)
    return True


def _write(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()
