"""Try a bot under some rulesets: first the check and, if it passes, the qualification."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

from arena.service.bots import Bot
from arena.service.check import CheckLimits, CheckStep, Report, check
from arena.service.submission.archives import is_archive
from arena.service.submission.qualification import Failure, qualify
from arena.service.tournaments.setup.settings import runner_option
from arena.store.bots.submissions import QualificationResult

if TYPE_CHECKING:
    from arena.service.submission.submit import SubmissionListener

MEMORY_STEP: Final = 9


@dataclass(frozen=True, slots=True)
class TrialResult:
    """The result of a trial: the check's report, the qualification's results, and the failure if any."""

    report: Report
    qualified: tuple[QualificationResult, ...]
    failure: Failure | None


@dataclass(frozen=True, slots=True)
class Trial:
    """The settings of a trial, and the listener for its progress. Setting `cancel` ends the trial."""

    runner: str
    listener: "SubmissionListener"
    cancel: Event
    bounds: CheckLimits
    jobs: int | None = None

    def run(self, bot: Bot, names: tuple[str, ...], steps: Sequence[int] = ()) -> TrialResult:
        """Try a bot under these rulesets. Raises RunError, MatchCancelled.

        `steps`: the numbers of the steps of the check to do; empty for all.
        """
        report = self._check(bot, names, steps)
        if not report.passed:
            return TrialResult(report, (), _failed_step(report))
        qualified, failure = qualify(bot, names, self.runner, self.listener.match, self.cancel, self.jobs)
        if failure:
            failure = replace(failure, repeat=self._repeat(bot, failure.repeat))
        return TrialResult(report, qualified, failure)

    def _check(self, bot: Bot, names: tuple[str, ...], steps: Sequence[int]) -> Report:
        ended: list[CheckStep] = []

        def on_step(step: CheckStep) -> None:
            ended.append(replace(step, command=step.command and self._repeat(bot, step.command)))
            self.listener.step(ended[-1])

        report = check(
            bot,
            runner=self.runner,
            rulesets=names,
            on_step=on_step,
            on_progress=self.listener.progress,
            cancel=self.cancel,
            bounds=self.bounds,
            steps=steps,
        )
        report = replace(report, steps=tuple(ended))
        self.listener.checked(report)
        return report

    def _repeat(self, bot: Bot, command: str) -> str:
        """Return the command that repeats a failure.

        For a bot in an archive, it is the command to submit it again.
        """
        if not is_archive(Path(bot.source)):
            return command
        return shlex.join(["arena", "bot", "submit", bot.source, *runner_option(self.runner)])


def _failed_step(report: Report) -> Failure:
    step = next(step for step in report.steps if not step.passed)
    what = f"step {step.number} of the check, {step.title}: {step.detail}"
    return Failure(what, b"", step.command)  # the output is in the step


def merge_reports(first: Report, second: Report) -> Report:
    """Return the first report with the results of the second added, step by step."""
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
