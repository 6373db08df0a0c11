"""Write the steps of an upload's trial to the database while they are done."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from arena.service.admin.telemetry.log_messages import UPLOADS, log_message
from arena.service.bots import Bot
from arena.service.check.report import CheckProgress, CheckStep, Report
from arena.service.common.step_titles import (
    CHECK,
    CHECKS,
    OF_UPLOADS,
    OTHER_RULESETS,
    PREPARE,
    QUALIFY,
    UNPACK,
)
from arena.service.sandboxes import DOCKER
from arena.service.submission.qualification import MatchDone
from arena.store.bots.submissions import QualificationResult, StoredVersion
from arena.store.bots.uploads import StepState, TrialStep, write_step
from arena.store.database.store import Store
from arena.viewer.printable import last_lines, printable

MAX_LINES: Final = 20  # stored of a bot's output
MAX_DETAIL: Final = 2_000  # characters
MAX_REQUEST: Final = 20_000  # characters

_WRITE_INTERVAL_S: Final = 0.4  # between two writes of a running step


class UploadProgress:
    """A submission listener that writes each step of an upload's trial to the database."""

    def __init__(self, store: Store, key: int, runner: str, clean: Callable[[str], str]) -> None:
        self.version: StoredVersion | None = None  # set once it is registered
        self._store = store
        self._key = key
        self._how = "runs in a container" if runner == DOCKER else "runs as a plain process"
        self._clean = clean
        self._running = UNPACK
        self._started = self._written = 0.0
        self._lines: list[str] = []  # output of the build
        self._games: list[QualificationResult] = []

    # ---- called by the worker ----

    def start(self, number: int, detail: str = "") -> None:
        """Write that the step with this number is running."""
        self._running, self._started = number, time.monotonic()
        self._lines.clear()
        self._write_running(detail)

    def passed(self, detail: str) -> None:
        """Write that the running step has passed."""
        self._end(StepState.PASSED, detail)

    def failed(self, detail: str, output: bytes = b"", command: str = "", request: str = "") -> None:
        """Write that the running step has failed.

        `detail`: the reason. `output`: the bot's output. `command`: a command that repeats the failure.
        `request`: the question at which the bot failed.
        """
        printed = "\n".join([*self._lines, *last_lines(output, MAX_LINES)])
        self._end(StepState.FAILED, detail, output=printed, command=command, request=request)

    @property
    def games(self) -> str:
        """The results of the qualification games, such as "8 games: 75% against random"."""
        parts = []
        for opponent in dict.fromkeys(one.opponent for one in self._games):
            own = [one for one in self._games if one.opponent == opponent]
            share = sum(one.score for one in own) / max(1, sum(one.games for one in own))
            parts.append(f"{share:.0%} against {opponent}")
        return f"{sum(one.games for one in self._games)} games: {', '.join(parts)}"

    # ---- called by the submission ----

    def tell(self, line: str) -> None:
        self._lines.append(printable(self._clean(line), MAX_DETAIL))
        del self._lines[:-MAX_LINES]
        self._write_running(self._lines[-1])

    def begin(self, bot: Bot) -> None:
        self.passed(next(reversed(self._lines), self._how))
        self.start(CHECK + 1)

    def progress(self, progress: CheckProgress) -> None:
        part = f"{progress.done} of {progress.of}: {progress.what}" if progress.of else ""
        if self.version:
            self._update(f"{CHECKS[progress.number]}, {part}" if part else "")
        elif CHECK + progress.number != self._running:
            self.start(CHECK + progress.number)
        else:
            self._update(part)

    def step(self, step: CheckStep) -> None:
        if not self.version:
            state = StepState.PASSED if step.passed else StepState.FAILED
            texts = (step.request, step.output, step.command)
            number = CHECK + step.number
            self._write(TrialStep(number, step.title, state, step.detail, step.seconds, *texts))
        elif not step.passed:
            detail = f"{step.title}: {step.detail}"
            self.failed(detail, step.output.encode(), step.command, step.request)

    def checked(self, report: Report) -> None:
        if report.passed and not self.version:
            self.start(QUALIFY)

    def match(self, match: MatchDone) -> None:
        self._games.append(match.figures)
        what = f"{match.figures.ruleset} against {match.figures.opponent}"
        self._update(f"{match.done} of {match.total} matches: {what}")

    def registered(self, version: StoredVersion, untried: Sequence[str]) -> None:
        if self._running == PREPARE:  # the trial is resumed
            self.passed("registered before")
            for number in range(CHECK + 1, QUALIFY + 1):
                self._write(TrialStep(number, OF_UPLOADS[number], StepState.PASSED, "passed before"))
        else:
            self.passed(self.games)
        self.version = version
        self._games.clear()
        self.start(OTHER_RULESETS, f"registered; {len(untried)} more rulesets to try")

    # ---- writing ----

    def _update(self, detail: str) -> None:
        """Write the progress of the running step, at most once every 0.4 s.

        `detail`: the progress as text. An empty text is ignored.
        """
        if detail and time.monotonic() - self._written >= _WRITE_INTERVAL_S:
            self._write_running(detail)

    def _write_running(self, detail: str) -> None:
        self._write(TrialStep(self._running, OF_UPLOADS[self._running], StepState.RUNNING, detail))

    def _end(self, state: StepState, detail: str, **more: str) -> None:
        """Write that the running step has ended. `more`: further fields of the TrialStep."""
        seconds = time.monotonic() - self._started
        self._write(TrialStep(self._running, OF_UPLOADS[self._running], state, detail, seconds, **more))

    def _write(self, step: TrialStep) -> None:
        self._written = time.monotonic()
        clean = replace(
            step,
            detail=printable(self._clean(step.detail), MAX_DETAIL),
            request=step.request[:MAX_REQUEST],
            output=self._clean(step.output),
            command=self._clean(step.command),
        )
        with self._store.writing() as tx:
            write_step(tx, self._key, clean)
        if step.state is not StepState.RUNNING:
            state, took = step.state.value, round(step.seconds, 3)
            log_message(UPLOADS, "upload step", upload=self._key, step=step.title, state=state, seconds=took)
