"""The report of a bot check, and the lines by which the check's process sends its parts."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple

from arena.service.common.step_titles import CHECKS

TITLES: Final = CHECKS
END: Final = b"end"  # the last line of the process
_PROGRESS: Final = b"progress "
_STEP: Final = b"step "


@dataclass(frozen=True, slots=True)
class CheckStep:
    """The result of one step of a bot check. `figures`: measurements, by name.

    If the step failed: `request` is the question that was open, as the SDK shows it and as the message;
    `output` the last lines of the bot's output; `command` the command line that repeats only this step.
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
    """The report of a bot check: the results of all steps that were tried, in order.

    After some failures the later steps are not tried; `not_tried` has their numbers.
    """

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
    """Progress within step `number`: `done` of its `of` parts have started, and `what` names the last one.

    Both numbers are 0 for a step without parts.
    """

    number: int
    done: int
    of: int
    what: str

    def line(self) -> bytes:
        return _PROGRESS + json.dumps(self).encode()


class CheckMessage(NamedTuple):
    """A finished step, and the only ruleset with which it must be repeated; empty for all rulesets."""

    step: CheckStep
    alone: str

    def line(self) -> bytes:
        return _STEP + json.dumps([asdict(self.step), self.alone]).encode()


def read_line(line: bytes) -> CheckProgress | CheckMessage | None:
    """Read a line that the check's process wrote; None for other lines, such as those that a
    library prints.
    """
    if line.startswith(_PROGRESS):
        return CheckProgress(*json.loads(line.removeprefix(_PROGRESS)))
    if line.startswith(_STEP):
        step, alone = json.loads(line.removeprefix(_STEP))
        return CheckMessage(CheckStep(**step), alone)
    return None
