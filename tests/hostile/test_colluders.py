"""H42: a bot that lets another one win is in the fair-play report, given enough games."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.service.bots import Bot
from arena.service.results import FairPlay
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import open_store, sqlite_url
from tests.conftest import Scale
from tests.factories.runs import run
from tests.figures import figures
from tests.hostile.expectations import Program, good, hostile
from tests.hostile.tournaments import script_bot

pytestmark = pytest.mark.dear

HONEST = ("anna", "ben", "carla", "dan")  # who play the same, so that all pairs are even
ENOUGH, TOO_FEW = 40, 1  # boards of each pair


def bot(name: str, program: Program, folder: Path) -> Bot:
    return replace(script_bot(program, folder), name=name)


def fair_play(folder: Path, honest: int, boards: int) -> FairPlay:
    """Return the fair-play report of a round robin of the two and some others."""
    bots = [bot(name, hostile(name), folder) for name in ("colluder", "friend")]
    bots += [bot(name, good("first"), folder) for name in HONEST[:honest]]
    settings = TournamentSettings(tuple(bots), boards=boards, seed="60d5" * 16)
    with open_store(sqlite_url(folder / "arena.db")) as store:
        (table,) = run(store, create(store, settings), jobs=2).tables
    return table.fair_play


def test_colluders_are_reported(tmp_path: Path, scale: Scale) -> None:
    if scale.name != "full":
        report = fair_play(tmp_path, 1, TOO_FEW)
        assert report.pairs == () and report.why_not
        return
    report = fair_play(tmp_path, len(HONEST), ENOUGH)
    found = [{pair.first, pair.second} for pair in report.pairs]
    figures("H42 colluders", judged=report.judged, reported=len(found))
    assert found == [{"colluder", "friend"}]
