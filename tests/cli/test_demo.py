"""`arena demo`: it runs, what it prints can be copied, and the README shows it."""

import shlex
from itertools import combinations
from pathlib import Path

import pytest

from arena.cli.run.demo import closing
from arena.service.demo import BOARDS, BOTS, DemoResult
from arena.service.results import RunResult
from tests.cli.arena import WIDTH, arena
from tests.conftest import Scale

README = (Path(__file__).parents[2] / "README.md").read_text()


@pytest.mark.dear
def test_the_demo_and_the_game_it_names(
    scale: Scale, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    boards = scale.pick(quick=1, ci=BOARDS, full=BOARDS)
    bots = scale.pick(quick=BOTS[:2], ci=BOTS, full=BOTS)
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


def test_the_last_lines_are_those_of_the_readme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UV_RUN_RECURSION_DEPTH", "1")
    database = Path.home() / ".cache" / "arena" / "demo.db"
    run = RunResult(1, "demo", True, 240, 240, 8.0, 0, (), None, None, False)
    lines = closing(DemoResult(run, database, "1.3.1/1"))
    assert "\n".join(lines) in README
