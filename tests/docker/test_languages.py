"""Example bots of all languages, built in containers: they pass the check and play."""

from pathlib import Path

import pytest

from arena.record.match import Limits
from arena.referee.clock import NO_CLOCK
from arena.rules import rulesets
from arena.service.bots.build import check_container
from arena.service.check import CheckStep, Report, check
from arena.service.database import open_database
from arena.service.results import RunResult
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import sqlite_url
from tests.conftest import Scale
from tests.factories.runs import run
from tests.languages.bots import LANGUAGES, Language, example

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.dear]
RULESETS = ("mau-mau", "blind", "detailed", "haft-khabis", "pesten-royal")  # which share few rules


def conformity(language: Language, scale: Scale) -> Report:
    bot = example(language)
    check_container(bot, print)
    names = [one.id for one in rulesets()]
    played = scale.pick(quick=RULESETS[:1], ci=RULESETS, full=names)
    return check(bot, runner="docker", rulesets=played, on_step=_told)


def _told(step: CheckStep) -> None:
    print(step.number, step.title, "ok" if step.passed else step.detail)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda one: one.name)
def test_every_language_passes_the_check(language: Language, scale: Scale) -> None:
    report = conformity(language, scale)
    assert report.passed, [step for step in report.steps if not step.passed]


def played(folder: Path, rules: tuple[str, ...], boards: int) -> RunResult:
    bots = tuple(example(language) for language in LANGUAGES)
    patient = Limits(start_ms=120_000)  # Java takes a second of a processor, which may be busy
    settings = TournamentSettings(
        bots, rules, boards=boards, seed="1", runner="docker", limits=patient, clock=NO_CLOCK
    )
    with open_database(sqlite_url(folder / "all")) as store:
        return run(store, create(store, settings), jobs=2)


def test_they_play_each_other_without_fault(tmp_path: Path, scale: Scale) -> None:
    """Each meets each; other rulesets are covered by the check above."""
    rules = scale.pick(quick=RULESETS[:1], ci=RULESETS[:2], full=RULESETS)
    result = played(tmp_path, rules, scale.pick(quick=1, ci=1, full=10))
    assert result.finished and result.faults == 0
    assert len(result.tables) == len(rules)
