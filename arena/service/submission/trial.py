"""The result of a trial, which consists of a bot's check and its qualification games."""

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.service.bots import Bot
from arena.service.check.report import CheckStep, Report
from arena.service.submission.archives import is_archive
from arena.service.tournaments.setup.settings import runner_option
from arena.store.bots.submissions import QualificationResult

MEMORY_STEP: Final = 9


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why a bot does not qualify."""

    what: str
    output: bytes  # what the bot printed last
    repeat: str  # the command that repeats the failure


@dataclass(frozen=True, slots=True)
class TrialResult:
    """The result of a trial (a bot's check and its qualification games)."""

    report: Report  # of the check
    qualified: tuple[QualificationResult, ...]  # results of the qualification games
    failure: Failure | None  # None if the bot passed

    @property
    def output(self) -> bytes:
        return self.failure.output if self.failure else b""


def repeat_command(bot: Bot, command: str, runner: str) -> str:
    """Return a command with which the author can repeat a failure.

    `command`: the command for an unpacked bot. For an archive, return the command that submits it again.
    """
    if not is_archive(Path(bot.source)):
        return command
    return shlex.join(["arena", "bot", "submit", bot.source, *runner_option(runner)])


def failed_step(report: Report) -> Failure:
    """Return the first failed step of a check as a Failure."""
    step = next(step for step in report.steps if not step.passed)
    what = f"step {step.number} of the check, {step.title}: {step.detail}"
    return Failure(what, b"", step.command)  # the output is in the step


def merge_reports(first: Report, second: Report) -> Report:
    """Return one report from two checks of the same bot, the second under further rulesets.

    Times and counts are added. Of two memory sizes, the larger is used. A step that failed in the second
    check replaces the step of the first check.
    """
    added = {step.number: step for step in second.steps}
    return replace(
        first,
        rulesets=first.rulesets + second.rulesets,
        seconds=first.seconds + second.seconds,
        steps=tuple(
            _merge_steps(step, added[step.number]) if step.number in added else step for step in first.steps
        ),
        not_tried=second.not_tried,
    )


def _merge_steps(first: CheckStep, second: CheckStep) -> CheckStep:
    seconds = first.seconds + second.seconds
    if not second.passed:
        return replace(second, seconds=seconds)
    if first.number == MEMORY_STEP:
        return replace(
            second if second.figures["memory"] > first.figures["memory"] else first, seconds=seconds
        )
    figures = {name: value + second.figures.get(name, 0) for name, value in first.figures.items()}
    return replace(first, figures=figures, seconds=seconds, detail=f"{first.detail}; {second.detail}")
