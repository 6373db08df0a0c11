"""Example bots of all languages, built in containers: they pass the check and play."""

from pathlib import Path
from typing import Any

import pytest

from arena.record.match import Limits
from arena.referee.clock import NO_CLOCK
from arena.rules import rulesets
from arena.service.bots.build import check_container
from arena.service.check.check import check
from arena.service.check.report import CheckStep, Report
from arena.service.check.request import CheckLimits
from arena.service.database import open_database
from arena.service.results import RunResult
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import sqlite_url
from tests.conftest import Scale
from tests.factories.runs import run
from tests.languages.bots import LANGUAGES, Language, example

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.dear]
STEPS = (5, 6, 7, 8, 9)  # without full scale; the tournament below is played at tables
CHECKED = [pytest.param(one, marks=() if one.name == "go" else pytest.mark.full) for one in LANGUAGES]
RULESETS = ("mau-mau", "detailed", "blind", "haft-khabis", "pesten-royal")  # which share few rules


def conformity(language: Language, scale: Scale) -> Report:
    bot = example(language)
    check_container(bot, print)
    if scale.name == "full":
        return check(bot, runner="docker", rulesets=[one.id for one in rulesets()], on_step=_told)
    soon = CheckLimits(quiet_s=1.2)
    return check(bot, runner="docker", rulesets=RULESETS[:1], steps=STEPS, bounds=soon, on_step=_told)


def _told(step: CheckStep) -> None:
    print(step.number, step.title, "ok" if step.passed else step.detail)


@pytest.mark.parametrize("language", CHECKED, ids=lambda one: one.name)
def test_every_language_passes_the_check(language: Language, scale: Scale) -> None:
    report = conformity(language, scale)
    assert report.passed, [step for step in report.steps if not step.passed]


def played(folder: Path, rules: tuple[str, ...], **changes: Any) -> RunResult:  # noqa: ANN401 - settings
    bots = tuple(example(language) for language in LANGUAGES)
    patient = Limits(start_ms=120_000)  # Java takes a second of a processor, which may be busy
    settings = TournamentSettings(
        bots, rules, seed="1", runner="docker", limits=patient, clock=NO_CLOCK, **changes
    )
    with open_database(sqlite_url(folder / "all")) as store:
        return run(store, create(store, settings), jobs=2)


def test_they_play_each_other_without_fault(tmp_path: Path, scale: Scale) -> None:
    """Each meets one, at scale full each in every ruleset."""
    once: dict[str, Any] = {"boards": 1, "format": "swiss", "rounds": 1}
    each: dict[str, Any] = {"boards": 10}
    rules = scale.pick(quick=RULESETS[:1], ci=RULESETS[1:2], full=RULESETS)
    result = played(tmp_path, rules, **scale.pick(quick=once, ci=once, full=each))
    assert result.finished and result.faults == 0
    assert len(result.tables) == len(rules)
