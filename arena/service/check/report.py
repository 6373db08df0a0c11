"""The report of a bot check, and the lines of text in which the check's process sends it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple

END: Final = b"end"  # the last line of the process
_PROGRESS: Final = b"progress "
_STEP: Final = b"step "


@dataclass(frozen=True, slots=True)
class CheckStep:
    """The result of one step of a bot check, with its measurements and, after a failure, the bot's output."""

    number: int
    title: str
    passed: bool
    seconds: float
    figures: Mapping[str, float]  # measurements, by name, such as "quiet_s"
    detail: str  # what was seen, in words
    request: str = ""  # the unanswered question, as text; empty if none or if the step passed
    output: str = ""  # the last lines that the bot printed; empty if the step passed
    command: str = ""  # the command line that repeats only this step; empty if it passed


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a bot check: the bot, the settings, and the result of each step."""

    bot: str
    version: str
    runner: str
    rulesets: tuple[str, ...]
    seed: str
    seconds: float
    steps: tuple[CheckStep, ...]  # the results of all steps that were tried, in order
    not_tried: tuple[int, ...] = ()  # numbers of the steps that were skipped because of an earlier failure

    @property
    def passed(self) -> bool:
        """True if every step was tried and passed."""
        return not self.not_tried and all(step.passed for step in self.steps)


class CheckProgress(NamedTuple):
    """The progress within a step of a bot check.

    `done`: the number of parts before the current one. `of`: the number of parts. Both are 0 in a step
    without parts.
    """

    number: int  # the step's number
    done: int  # parts that were started before the current one
    of: int  # parts of the step
    what: str  # the current part, such as a ruleset's id

    def line(self) -> bytes:
        return _PROGRESS + json.dumps(self).encode()


class CheckMessage(NamedTuple):
    """The message that a step of a bot check is finished, with the step's result."""

    step: CheckStep
    alone: str  # the id of the only ruleset needed to repeat the step; empty if all are needed

    def line(self) -> bytes:
        return _STEP + json.dumps([asdict(self.step), self.alone]).encode()


def read_line(line: bytes) -> CheckProgress | CheckMessage | None:
    """Parse a line that the check's process wrote, and return its message.

    Return None for any other line, such as one that a library printed.
    """
    if line.startswith(_PROGRESS):
        return CheckProgress(*json.loads(line.removeprefix(_PROGRESS)))
    if line.startswith(_STEP):
        step, alone = json.loads(line.removeprefix(_STEP))
        return CheckMessage(CheckStep(**step), alone)
    return None
