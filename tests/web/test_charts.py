"""Drawings of ratings: what is drawn, and what is said of it."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.web.charts import HEIGHT, PLOT, WIDE, WIDTH, ChartLine, chart, legend, nice_ticks, sparkline

elo = st.floats(-4000, 4000).map(lambda number: round(number, 2))  # as ratings are kept


def points(drawing: str) -> list[list[tuple[float, float]]]:
    """All polylines."""
    found = re.findall(r'<polyline[^>]* points="([^"]*)"', str(drawing))
    return [[tuple(map(float, one.split(","))) for one in line.split()] for line in found]  # type: ignore[misc]


@given(st.lists(elo, min_size=2, max_size=10))
def test_sparkline_fits_its_box_and_follows_the_values(values: list[float]) -> None:
    (line,) = points(sparkline(values))
    assert len(line) == len(values)
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in line)
    for (before, after), (one, two) in zip(pairwise(values), pairwise(line), strict=True):
        assert one[0] < two[0]
        assert (after - before) * (two[1] - one[1]) <= 0 or abs(after - before) < 1


def test_fewer_than_two_values_draw_nothing() -> None:
    assert sparkline([]) == sparkline([1.0]) == ""
    assert chart([], "nothing") == ""
    assert legend([ChartLine("one", [(1, 1)])]) == ""


@given(elo, elo)
def test_ticks_enclose_the_numbers_evenly(one: float, other: float) -> None:
    low, high = sorted((one, other))
    ticks = nice_ticks(low, high)
    assert ticks[0] <= low <= high <= ticks[-1]
    steps = {round(after - before, 6) for before, after in pairwise(ticks)}
    assert len(steps) == 1
    assert 2 <= len(ticks) <= 7


def test_a_chart_has_every_line_in_its_colour_and_in_words() -> None:
    lines = [
        ChartLine("<b>old</b>", [(1, 0.0), (5, 50.0)], "from 0 to 50."),
        ChartLine("new", [(5, 100.0)], "at 100."),
    ]
    drawing = str(chart(lines, "Elo", "2026-01-01", "2026-02-01"))
    ElementTree.fromstring(drawing)
    assert 'aria-label="Elo. &lt;b&gt;old&lt;/b&gt;: from 0 to 50. new: at 100."' in drawing
    assert drawing.count("2026-01-01") == 1
    first, second = points(drawing)
    assert first[0][0] == 0
    assert second[0][0] == WIDE
    assert all(0 <= y <= PLOT for line in (first, second) for _, y in line)
    assert first[0][1] > first[1][1] > second[0][1]
    assert "<b>" not in drawing + str(legend(lines))
    assert str(legend(lines)).count("<li>") == 2


@pytest.mark.parametrize(
    "text", [str(sparkline([1, 2])), str(chart([ChartLine("a", [(1, 1), (2, 2)])], "t"))]
)
def test_charts_obey_the_content_policy(text: str) -> None:
    assert "style=" not in text
    assert "<style" not in text
