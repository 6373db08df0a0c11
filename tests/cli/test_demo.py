"""`arena demo`: it runs, and its command lines can be copied."""

import shlex
from itertools import combinations
from pathlib import Path

import pytest

from arena.service.demo import BOARDS, BOTS
from tests.cli.arena import WIDTH, arena
from tests.conftest import Scale


@pytest.mark.dear
def test_the_demo_and_the_game_it_names(
    scale: Scale, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    boards = scale.pick(quick=1, ci=1, full=BOARDS)
    bots = scale.pick(quick=BOTS[:2], ci=BOTS[:3], full=BOTS)
    matches = 2 * len(list(combinations(bots, 2)))
    monkeypatch.setattr("arena.service.demo.BOARDS", boards)
    monkeypatch.setattr("arena.service.demo.BOTS", bots)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    code, out, err = arena(capfd, "demo")
    assert code == 0
    assert out.count("Bot against …") == 2
    assert f"\n{2 * matches * boards} games in " in out
    assert sum(line.startswith("Finished ") for line in err.splitlines()) == matches
    tables, _, rest = out.partition(" games in ")
    assert max(map(len, (tables + err).splitlines())) <= WIDTH
    [watch] = [line for line in rest.splitlines() if "arena replay show" in line]
    assert arena(capfd, *shlex.split(watch)[1:]).out.startswith("Mau-Mau  mau-mau@1")
    [serve] = [shlex.split(line) for line in rest.splitlines() if "arena serve" in line]
    assert serve[-1] == shlex.split(watch)[-1]
