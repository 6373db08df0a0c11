"""Every promised measure is taken. Run `tests.benchmarks.musts` for the results."""

import re
from pathlib import Path

import pytest

from tests.benchmarks.musts import LEAST, MOST, PROMISED, Measure, measure, measures, table
from tests.benchmarks.overnight import night

GUIDE = Path(__file__).parents[2] / "arena" / "guides" / "performance.md"


def test_every_promise_has_its_measure() -> None:
    assert [one.name for one in measures(1)] == list(PROMISED)


def test_guide_has_a_figure_for_each_with_its_unit() -> None:
    row = re.compile(r"^\| ([^|]+) \| [0-9.]+ (\S+) \|(?: [0-9.]+ \2)? \|$", re.MULTILINE)
    units = dict(row.findall(GUIDE.read_text(encoding="utf-8")))
    assert {name: units.get(name) for name in PROMISED} == {name: one[0] for name, one in PROMISED.items()}


@pytest.mark.parametrize(
    ("bound", "figures", "verdict"),
    [
        (LEAST, [3.0, 1.0, 9.0], "goal"),
        (LEAST, [2.0, 2.5, 1.0], "met"),
        (LEAST, [1.0, 1.0, 9.0], "missed"),
        (MOST, [1.0, 9.0, 1.5], "goal"),
        (MOST, [2.5, 2.9, 1.0], "met"),
        (MOST, [3.5, 9.0, 1.0], "missed"),
        (MOST, [], "not taken"),
    ],
)
def test_the_median_is_judged(bound: str, figures: list[float], verdict: str) -> None:
    must, goal = (2, 3) if bound is LEAST else (3, 2)
    one = Measure("speed", "×", bound, must, goal, lambda: 0.0)
    assert table({one: figures}).endswith(f"| {verdict} |")


@pytest.mark.dear
@pytest.mark.parametrize(
    "name",
    [
        "to the first decision, process",
        pytest.param("registration of a bot, process", marks=pytest.mark.full),
        "log kept",
        "verify",
    ],
)
def test_measures_are_taken(name: str) -> None:
    [(_, figures)] = measure(1, 0.02, name).items()
    assert [figure > 0 for figure in figures] == [True]


@pytest.mark.dear
def test_what_needs_an_engine_is_named_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere")
    [(one, figures)] = measure(1, 0.01, "docker ÷ process").items()
    assert figures == []
    assert f"{one.name}: no Docker engine answers" in capsys.readouterr().err


@pytest.mark.dear
def test_a_short_night() -> None:
    found = night(8)
    assert found.games == 8
    assert len(found.megabytes) > 0
    assert found.games_a_second > 0
    assert found.database_bytes_a_game > 0
