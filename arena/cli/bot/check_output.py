"""Print the check of a bot: a line for each step, and details of failures."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap
from typing import Final

from arena.cli.output import command_to_copy, count_text, print_remark
from arena.cli.progress import duration
from arena.cli.run.plan_summary import WIDTH, wrap_line
from arena.cli.status_line import StatusLine
from arena.record.match import Verdict
from arena.service.bots import Bot
from arena.service.check.junit import junit
from arena.service.check.report import CheckProgress, CheckStep, Report
from arena.service.common.files import write_whole_file
from arena.service.common.step_titles import CHECKS
from arena.service.errors import BadSettings
from arena.service.sandboxes import DOCKER
from arena.store.bots.uploads import TrialStep
from arena.viewer.printable import printable

_TITLE: Final = 20  # characters
_DETAIL: Final = " " * 32  # indent of details
_INSIDE: Final = "    "
_MAX_DETAIL: Final = 1_000  # characters
_LONGEST: Final = 20_000  # characters of a line of a request


class CheckOutput:
    """The printed output of the check of a bot.

    `quiet`: print only failures. `silent`: print nothing but the status line on a terminal. `noun`: the word
    for one part of the check, such as "step".
    """

    def __init__(self, quiet: bool, silent: bool, noun: str = "step") -> None:
        self._noun = noun
        self._quiet = quiet
        self._silent = silent
        self.line = StatusLine()
        self._last = 0  # number of the last finished step
        self._failures: set[tuple[str, str]] = set()  # of earlier steps
        self._name = ""
        self._heading = ""  # printed when the check starts

    @contextmanager
    def begin(self, bot: Bot, runner: str) -> Iterator[None]:
        """Show a status line during the block, if stderr is a terminal and the output is not quiet.

        `runner`: the name of the runner that starts the bot, such as "docker".
        """
        self._name = printable(bot.name)
        how = "in a container" if runner == DOCKER else "as a plain process"
        self._heading = f"Checking {self._name} ({printable(bot.source)}) {how}"
        with nullcontext() if self._quiet else self.line.show("starting"):
            yield

    def progress(self, progress: CheckProgress) -> None:
        if self._heading and not self._quiet and not self._silent:
            self.line.say(self._heading)
        self._heading = ""
        part = f"{progress.done}/{progress.of} {progress.what}" if progress.of else ""
        self.line.update(f"{progress.number} {CHECKS[progress.number]}  {part}")

    def step(self, step: CheckStep | TrialStep) -> None:
        self._last = step.number
        if self._silent or (self._quiet and step.passed):
            return
        self.line.say(_line(step), *(() if step.passed else _about_failure(step, self._is_new(step))))

    def _is_new(self, step: CheckStep | TrialStep) -> bool:
        """True if no earlier failed step had the same verdict and the same output of the bot.

        Remember this step for later calls. Details are printed only for the first step of a kind.
        """
        words = ("crashed", *(verdict.words for verdict in Verdict))
        kind = next((one for one in words if one in step.detail), ""), step.output
        known = kind in self._failures
        self._failures.add(kind)
        return not known

    def interrupted(self) -> None:
        print_remark(f"Interrupted after step {self._last}." if self._last else "Interrupted.")

    def end(self, report: Report) -> None:
        """Print whether the bot passed, which steps failed, and how long the check took."""
        if not self._silent and not (self._quiet and report.passed):
            self.line.say(*wrap_line(f"{self._name} {_verdict(report, self._noun)}."))


def _verdict(report: Report, noun: str) -> str:
    failed = ", ".join(str(step.number) for step in report.steps if not step.passed)
    seconds, number = duration(report.seconds), len(report.steps)
    if not failed:
        return f"passed {'all ' if number > 1 else ''}{count_text(number, noun)} in {seconds}"
    left = report.not_tried
    if not left:
        passed = sum(step.passed for step in report.steps)
        share = f"passed {passed} of {number:,} {noun}s, " if noun != "step" else ""
        return f"{share}failed {noun} {failed}, in {seconds}"
    steps = f"step {left[0]} was" if len(left) == 1 else f"steps {left[0]} to {left[-1]} were"
    return f"failed step {failed}, in {seconds}; {steps} not tried"


def _line(step: CheckStep | TrialStep) -> str:
    """Return the text of a step: number, title, verdict and detail.

    A long detail continues on further lines.
    """
    verdict = "ok" if step.passed else "FAILED"
    head = f"{step.number:>2}  {printable(step.title, _TITLE):<{_TITLE}} {verdict:<6} "
    lines = wrap(printable(step.detail, _MAX_DETAIL), WIDTH - len(_DETAIL), break_on_hyphens=False)
    return f"{head:<{len(_DETAIL)}}" + f"\n{_DETAIL}".join(lines)


def _about_failure(step: CheckStep | TrialStep, in_full: bool) -> Iterator[str]:
    """Yield lines about a failed step. The last line is the command that repeats the step, if such a command
    exists.

    `in_full`: also yield the question that the bot had to answer, and the bot's last output.
    """
    if in_full:
        yield from _evidence(step)
    if not step.command:
        return
    yield f"{_INSIDE}To repeat this step{'' if in_full else ', with details'}:"
    yield f"{_INSIDE}  {command_to_copy(step.command.removeprefix('arena '))}"


def _evidence(step: CheckStep | TrialStep) -> Iterator[str]:
    if step.request:
        yield f"{_INSIDE}The question:"
        for line in step.request.split("\n"):
            yield from (f"{_INSIDE}  {part}".rstrip() for part in _wrap_request(line))
    if step.output:
        yield f"{_INSIDE}Its last output:"
        yield from (f"{_INSIDE}| {line}" for line in step.output.split("\n"))


def _wrap_request(line: str) -> list[str]:
    """Wrap a long line of the question to the bot, with indented continuation lines."""
    width = WIDTH - len(_INSIDE) - 4
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    shown = printable(line, _LONGEST)
    return wrap(shown, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def write_junit(report: Report, path: Path) -> None:
    """Write the report of a check to a file, as JUnit XML."""
    with write_whole_file(path) as file:
        file.write(junit(report, datetime.now(UTC)).encode())


def check_report_path(path: Path) -> None:
    """Raise BadSettings if a report cannot be written to this path."""
    folder = path.parent
    if path.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise BadSettings(f"cannot write the report to {path}")
