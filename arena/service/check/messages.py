"""What the process of a check says, a line each: how far it is, the steps, and that it is done."""

import json
from dataclasses import asdict
from typing import Final, NamedTuple

from arena.service.check.report import CheckStep

PROGRESS: Final = b"progress "
STEP: Final = b"step "
END: Final = b"end"


class CheckProgress(NamedTuple):
    """Step `number` is at work: `done` of `of` parts are begun, the last is `what`. 0 of 0: no parts."""

    number: int
    done: int
    of: int
    what: str


class CheckMessage(NamedTuple):
    """A step, and with which ruleset alone it can be repeated (empty: as it was)."""

    step: CheckStep
    alone: str


def progress_line(progress: CheckProgress) -> bytes:
    return PROGRESS + json.dumps(progress).encode()


def step_line(told: CheckMessage) -> bytes:
    return STEP + json.dumps([asdict(told.step), told.alone]).encode()


def read_line(line: bytes) -> CheckProgress | CheckMessage | None:
    """What a line says; None for any other, such as what a library prints."""
    if line.startswith(PROGRESS):
        return CheckProgress(*json.loads(line.removeprefix(PROGRESS)))
    if line.startswith(STEP):
        step, alone = json.loads(line.removeprefix(STEP))
        return CheckMessage(CheckStep(**step), alone)
    return None
