"""What a check of a bot found: numbered steps, each passed or failed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena.service.common.step_titles import CHECKS

TITLES: Final = CHECKS


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One step. `seconds`: how long it took. `figures`: what was measured, by name.

    Where it failed: `request` is what was asked, as the SDK shows it and as the message; `output` the last
    lines of what the bot printed; `command` repeats this step alone.
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
    """All steps that were tried, in order; after some failures the others are not."""

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
        """Every step that was to be tried was, and passed."""
        return not self.not_tried and all(step.passed for step in self.steps)
