"""The report of a bot check, and the lines in which the check's process sends it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple

from arena.service.common.step_titles import CHECKS

TITLES: Final = CHECKS
END: Final = b"end"  # the last line
_PROGRESS: Final = b"progress "
_STEP: Final = b"step "


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One step. `figures`: measurements, by name.

    If it failed: `request` is the question as the SDK shows it and as the message; `output` the last lines of
    the bot's output; `command` repeats this step alone.
    """

    number: int
    title: str
    passed: bool
    seconds: float
    figures: Mapping[str, float]
    detail: str
    request: str = ""
    output: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """All steps that were tried, in order. After some failures the others are not tried."""

    bot: str
    version: str
    runner: str
    rulesets: tuple[str, ...]
    seed: str
    seconds: float
    steps: tuple[CheckStep, ...]
    not_tried: tuple[int, ...] = ()

    @property
    def passed(self) -> bool:
        """True if every step was tried and passed."""
        return not self.not_tried and all(step.passed for step in self.steps)


class CheckProgress(NamedTuple):
    """Progress of step `number`: `done` of `of` parts have started, the last is `what`. 0 of 0: no parts."""

    number: int
    done: int
    of: int
    what: str

    def line(self) -> bytes:
        return _PROGRESS + json.dumps(self).encode()


class CheckMessage(NamedTuple):
    """A step, and the one ruleset that it can be repeated with (empty: all of them)."""

    step: CheckStep
    alone: str

    def line(self) -> bytes:
        return _STEP + json.dumps([asdict(self.step), self.alone]).encode()


def read_line(line: bytes) -> CheckProgress | CheckMessage | None:
    """Read a line of the process; None for other lines, such as those a library prints."""
    if line.startswith(_PROGRESS):
        return CheckProgress(*json.loads(line.removeprefix(_PROGRESS)))
    if line.startswith(_STEP):
        step, alone = json.loads(line.removeprefix(_STEP))
        return CheckMessage(CheckStep(**step), alone)
    return None
