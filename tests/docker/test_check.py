"""The bot check in containers: it sees memory and the reason of an exit."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.service.bots import resolve_bot
from arena.service.check.check import check
from arena.service.check.report import Report
from arena.service.check.request import CheckLimits
from tests.conftest import Scale

if TYPE_CHECKING:
    from docker import APIClient

pytestmark = pytest.mark.dear
SOON = CheckLimits(quiet_s=1.2, exit_s=5, speed_s=0.3)
HUNGRY = """
import maumau

hoard = []


def choose(view):
    if view.number == 3:
        print("still hungry", flush=True)
        while True:
            hoard.append(bytes(range(256)) * 40_000)
    return view.legal[0]


maumau.run(choose)
"""


def _checked(source: str, *steps: int) -> Report:
    return check(resolve_bot(source), runner="docker", rulesets=["prsi"], steps=steps, bounds=SOON)


# Its memory is measured while it sleeps: other games may be over before the first measurement.
SLEEPS = """
import time

import maumau

slept = []


def choose(view):
    if not slept:
        slept.append(2)
        time.sleep(2)
    return view.legal[0]


maumau.run(choose)
"""


@pytest.mark.full
def test_a_good_bot_passes(engine: "APIClient", tmp_path: Path, scale: Scale) -> None:
    """At scale ci an upload and a bot of each language pass the other steps."""
    bot = tmp_path / "sleeps.py"
    bot.write_text(SLEEPS)
    source = scale.pick(quick=str(bot), ci=str(bot), full="builtin:random")
    report = _checked(source, *scale.pick(quick=(9,), ci=(9,), full=range(1, 11)))
    assert report.passed, report.steps
    (step,) = [step for step in report.steps if step.number == 9]
    assert 5_000_000 < step.figures["memory"] < SOON.memory


def test_too_much_memory_is_reported(engine: "APIClient", tmp_path: Path) -> None:
    bot = tmp_path / "hungry.py"
    bot.write_text(HUNGRY)
    (step,) = _checked(str(bot), 3).steps
    assert not step.passed
    assert step.detail.startswith("prsi: out of memory: the bot needed more memory than it may have")
    assert step.output == "still hungry"
    assert "--runner docker" in step.command
