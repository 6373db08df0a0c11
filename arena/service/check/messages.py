"""What the process of a check says, a line each: how far it is, the steps, and that it is done."""

import json
from dataclasses import asdict
from typing import Final, NamedTuple

from arena.service.check.report import Step

PROGRESS: Final = b"progress "
STEP: Final = b"step "
END: Final = b"end"


class Progress(NamedTuple):
    """Step `number` is at work: `done` of `of` parts are begun, the last is `what`. 0 of 0: no parts."""

    number: int
    done: int
    of: int
    what: str


class Told(NamedTuple):
    """A step, and with which ruleset alone it can be repeated (empty: as it was)."""

    step: Step
    alone: str


def progress_line(progress: Progress) -> bytes:
    return PROGRESS + json.dumps(progress).encode()


def step_line(told: Told) -> bytes:
    return STEP + json.dumps([asdict(told.step), told.alone]).encode()


def read_line(line: bytes) -> Progress | Told | None:
    """What a line says; None for any other, such as what a library prints."""
    if line.startswith(PROGRESS):
        return Progress(*json.loads(line.removeprefix(PROGRESS)))
    if line.startswith(STEP):
        step, alone = json.loads(line.removeprefix(STEP))
        return Told(Step(**step), alone)
    return None
