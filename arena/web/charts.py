"""Charts of ratings as SVG, without scripts, each with a label that describes it in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from markupsafe import Markup

from arena.web.page import call_macro, number

Point = tuple[float, float]

WIDTH: Final = 84  # of a sparkline, pixels
HEIGHT: Final = 20
EDGE: Final = 2.5
MIN_SPAN: Final = 8.0  # Elo: smaller changes are not blown up to the whole height
PLOT: Final = 200  # height of a chart, pixels
TOP: Final = 10  # above the plot
BOTTOM: Final = 22  # below it, for the labels
WIDE: Final = 1000  # width of a plot, in its own units
TICKS: Final = 5
COLOURS: Final = 6  # classes line-0 … line-5
STEPS: Final = (1, 2, 5, 10)
SIZE: Final = {"top": TOP, "plot": PLOT, "wide": WIDE, "whole": TOP + PLOT + BOTTOM, "colours": COLOURS}


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of a chart, with its points from left to right."""

    name: str
    points: Sequence[Point]
    about: str = ""  # the line described in words, for screen readers


def sparkline(values: Sequence[float]) -> Markup:
    """Return a small line chart of Elo values, without axes; empty for fewer than two values."""
    if len(values) < 2:  # noqa: PLR2004
        return Markup()
    low, high = min(values), max(values)
    span, middle = max(MIN_SPAN, high - low), (low + high) / 2
    inside = HEIGHT - 2 * EDGE
    xs = [EDGE + index * (WIDTH - 2 * EDGE) / (len(values) - 1) for index in range(len(values))]
    ys = [HEIGHT / 2 - (value - middle) / span * inside for value in values]
    words = f"Last {len(values)}: from {number(values[0])} to {number(values[-1])} Elo"
    last = (f"{xs[-1]:.1f}", f"{ys[-1]:.1f}")
    return call_macro(
        "_charts.html", "sparkline", WIDTH, HEIGHT, words, _path(zip(xs, ys, strict=True)), last
    )


def chart(lines: Sequence[ChartLine], title: str, begins: str = "", ends: str = "") -> Markup:
    """Return a line chart with an axis of Elo; empty without points.

    `title`: a description of the chart in words. `begins`, `ends`: the labels at the chart's left and right
    end.
    """
    points = [point for line in lines for point in line.points]
    if not points:
        return Markup()
    ticks = nice_ticks(min(y for _, y in points), max(y for _, y in points))
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    frame = _ChartFrame(left, max(right, left + 1), ticks[0], ticks[-1])
    words = f"{title}. " + " ".join(f"{line.name}: {line.about}" for line in lines)
    marks = [(number(tick), round(TOP + frame.down(tick), 1)) for tick in ticks]
    paths = [_path((frame.across(x), frame.down(y)) for x, y in _at_least_two(line.points)) for line in lines]
    return call_macro("_charts.html", "chart", words, marks, paths, SIZE, (begins, ends))


def legend(lines: Sequence[ChartLine]) -> Markup:
    """Return the legend of a chart: each line's name with its colour. Return "" for a single line."""
    if len(lines) < 2:  # noqa: PLR2004
        return Markup()
    return call_macro("_charts.html", "legend", [line.name for line in lines], COLOURS)


def nice_ticks(low: float, high: float) -> tuple[float, ...]:
    """Return about TICKS round numbers for an axis that covers all values from `low` to `high`.

    >>> nice_ticks(-3, 88)
    (-50.0, 0.0, 50.0, 100.0)
    >>> nice_ticks(7, 7)
    (6.0, 8.0)
    """
    span = max(high - low, MIN_SPAN)
    unit = 10 ** floor(log10(span / (TICKS - 1)))
    step = next(size * unit for size in STEPS if span / (size * unit) <= TICKS - 1)
    first, last = floor(low / step), ceil(high / step)
    if first == last:
        first, last = first - 1, last + 1
    return tuple(float(step * place) for place in range(first, last + 1))


@dataclass(frozen=True, slots=True)
class _ChartFrame:
    """The ranges of a chart's axes."""

    left: float
    right: float
    low: float  # Elo
    high: float  # Elo

    def across(self, x: float) -> float:
        return (x - self.left) / (self.right - self.left) * WIDE

    def down(self, y: float) -> float:
        return (self.high - y) / (self.high - self.low) * PLOT


def _at_least_two(points: Sequence[Point]) -> Sequence[Point]:
    """Return the points of a line. A single point is doubled, so that it is drawn as a dash."""
    if len(points) != 1:
        return points
    [(x, y)] = points
    return ((x, y), (x + 1, y))


def _path(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
