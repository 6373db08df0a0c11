"""The steps of an upload, written down as they happen."""

import time
from collections.abc import Callable, Sequence
from typing import Final

from arena.service.admin.telemetry.log_event import UPLOADS, told
from arena.service.bots import Bot
from arena.service.check import CheckProgress, CheckStep, Report
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
from arena.store.bots.submissions import Qualified, Registered
from arena.store.bots.uploads import StepState, UploadStep, write_step
from arena.store.database.store import Store
from arena.viewer.printable import last_lines, printable

MAX_LINES: Final = 20  # of what was printed
MAX_DETAIL: Final = 2_000  # characters
MAX_REQUEST: Final = 20_000

_PAUSE_S: Final = 0.4  # between two writes of how far a step is


class Steps:
    """Writes what a submission tells. It is the submission's `Listener`."""

    def __init__(self, store: Store, key: int, runner: str, clean: Callable[[str], str]) -> None:
        self._store = store
        self._key = key
        self._how = "it is in a container" if runner == DOCKER else "it runs as a plain process"
        self._clean = clean
        self._running = UNPACK
        self._began = self._wrote = 0.0
        self._told: list[str] = []
        self._games: list[Qualified] = []
        self.version: Registered | None = None  # once it is registered

    # ---- by who tries it ----

    def start(self, number: int, detail: str = "") -> None:
        """A step begins."""
        self._running, self._began = number, time.monotonic()
        self._told.clear()
        self._write(number, StepState.RUNNING, detail)

    def passed(self, detail: str) -> None:
        """The step that runs is done."""
        self._write(self._running, StepState.PASSED, detail, self._seconds())

    def failed(self, detail: str, output: bytes = b"", command: str = "", request: str = "") -> None:
        """The step that runs came to nothing."""
        printed = "\n".join([*self._told, *last_lines(output, MAX_LINES)])
        self._write(self._running, StepState.FAILED, detail, self._seconds(), printed, command, request)

    @property
    def games(self) -> str:
        """What the qualification came to."""
        parts = []
        for opponent in dict.fromkeys(one.opponent for one in self._games):
            own = [one for one in self._games if one.opponent == opponent]
            share = sum(one.score for one in own) / max(1, sum(one.games for one in own))
            parts.append(f"{share:.0%} against {opponent}")
        return f"{sum(one.games for one in self._games)} games: {', '.join(parts)}"

    # ---- by the submission ----

    def tell(self, line: str) -> None:
        self._told.append(printable(self._clean(line), MAX_DETAIL))
        del self._told[:-MAX_LINES]
        self._write(self._running, StepState.RUNNING, self._told[-1])

    def begin(self, bot: Bot) -> None:
        self.passed(next(reversed(self._told), self._how))
        self.start(CHECK + 1)

    def registered(self, version: Registered, untried: Sequence[str]) -> None:
        resumed = self._running == PREPARE
        self.passed("registered before; the other rulesets are still to be tried" if resumed else self.games)
        self.version = version
        self._games.clear()
        self.start(OTHER_RULESETS, f"registered; {len(untried)} more rulesets to try")

    def progress(self, progress: CheckProgress) -> None:
        number = CHECK + progress.number
        if self.version:
            if progress.of:
                self._in_passing(
                    f"{CHECKS[progress.number]}, {progress.done} of {progress.of}: {progress.what}"
                )
        elif number != self._running:
            self.start(number)
        elif progress.of:
            self._in_passing(f"{progress.done} of {progress.of}: {progress.what}")

    def step(self, step: CheckStep) -> None:
        if self.version:
            if not step.passed:
                self.failed(f"{step.title}: {step.detail}", step.output.encode(), step.command, step.request)
            return
        state = StepState.PASSED if step.passed else StepState.FAILED
        number = CHECK + step.number
        self._write(number, state, step.detail, step.seconds, step.output, step.command, step.request)

    def checked(self, report: Report) -> None:
        if report.passed and not self.version:
            self.start(QUALIFY)

    def match(self, match: MatchDone) -> None:
        self._games.append(match.figures)
        what = f"{match.figures.ruleset} against {match.figures.opponent}"
        self._in_passing(f"{match.done} of {match.of} matches: {what}")

    # ---- writing ----

    def _in_passing(self, detail: str) -> None:
        if time.monotonic() - self._wrote >= _PAUSE_S:
            self._write(self._running, StepState.RUNNING, detail)

    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def _write(
        self,
        number: int,
        state: StepState,
        detail: str,
        seconds: float = 0.0,
        output: str = "",
        command: str = "",
        request: str = "",
    ) -> None:
        self._wrote = time.monotonic()
        step = UploadStep(
            number,
            OF_UPLOADS[number],
            state,
            printable(self._clean(detail), MAX_DETAIL),
            seconds,
            request[:MAX_REQUEST],
            self._clean(output),
            self._clean(command),
        )
        with self._store.writing() as tx:
            write_step(tx, self._key, step)
        if state is not StepState.RUNNING:
            took = round(seconds, 3)
            told(UPLOADS, "upload step", upload=self._key, step=step.title, state=state.value, seconds=took)
