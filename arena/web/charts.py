"""Drawings of ratings as SVG in the page, which need no script: every one says in words what it shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from markupsafe import Markup

from arena.web.markup import html
from arena.web.page import number

Point = tuple[float, float]

WIDTH: Final = 84  # of a sparkline, pixels
HEIGHT: Final = 20
EDGE: Final = 2.5
FLAT: Final = 8.0  # Elo: less than this is drawn as less
PLOT: Final = 200  # height of a chart, pixels
TOP: Final = 10  # above the plot
UNDER: Final = 22  # below it, for what the axis says
WIDE: Final = 1000  # of a plot, in its own units
TICKS: Final = 5
COLOURS: Final = 6  # classes line-0 … line-5
STEPS: Final = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of a chart, from left to right."""

    name: str
    points: Sequence[Point]
    about: str = ""  # in words, for who does not see it


def sparkline(values: Sequence[float]) -> Markup:
    """The course of a few values; nothing of fewer than two."""
    if len(values) < 2:  # noqa: PLR2004
        return Markup()
    low, high = min(values), max(values)
    span, middle = max(FLAT, high - low), (low + high) / 2
    inside = HEIGHT - 2 * EDGE
    xs = [EDGE + index * (WIDTH - 2 * EDGE) / (len(values) - 1) for index in range(len(values))]
    ys = [HEIGHT / 2 - (value - middle) / span * inside for value in values]
    return html(
        '<svg class="sparkline" width="{}" height="{}" role="img" aria-label="{}">'
        '<polyline points="{}"/><circle cx="{}" cy="{}" r="2"/></svg>',
        WIDTH,
        HEIGHT,
        f"Last {len(values)}: from {number(values[0])} to {number(values[-1])} Elo",
        _path(zip(xs, ys, strict=True)),
        f"{xs[-1]:.1f}",
        f"{ys[-1]:.1f}",
    )


def chart(lines: Sequence[ChartLine], title: str, begins: str = "", ends: str = "") -> Markup:
    """Lines over one scale of Elo. `begins` and `ends` stand under its left and right end.

    Numbers keep their size, however wide the page is: the axis is a drawing of its own beside the plot.
    """
    points = [point for line in lines for point in line.points]
    if not points:
        return Markup()
    ticks = nice_ticks(min(y for _, y in points), max(y for _, y in points))
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    frame = _ChartFrame(left, max(right, left + 1), ticks[0], ticks[-1])
    words = f"{title}. " + " ".join(f"{line.name}: {line.about}" for line in lines)
    return html(
        '<div class="chart" role="img" aria-label="{}">{}{}</div>',
        words,
        _axis(ticks, frame),
        _plot(lines, ticks, frame, (begins, ends)),
    )


def legend(lines: Sequence[ChartLine]) -> Markup:
    """Which colour is whose line; nothing where there is one."""
    if len(lines) < 2:  # noqa: PLR2004
        return Markup()
    parts = (
        html(
            '<li><svg class="key line-{}" width="18" height="8" aria-hidden="true">'
            '<line x1="1" x2="17" y1="4" y2="4"/></svg> <bdi>{}</bdi></li>',
            index % COLOURS,
            line.name,
        )
        for index, line in enumerate(lines)
    )
    return html('<ul class="legend">{}</ul>', Markup().join(parts))


def nice_ticks(low: float, high: float) -> tuple[float, ...]:
    """Round numbers that enclose these, about TICKS of them.

    >>> nice_ticks(-3, 88)
    (-50.0, 0.0, 50.0, 100.0)
    >>> nice_ticks(7, 7)
    (6.0, 8.0)
    """
    span = max(high - low, FLAT)
    unit = 10 ** floor(log10(span / (TICKS - 1)))
    step = next(size * unit for size in STEPS if span / (size * unit) <= TICKS - 1)
    first, last = floor(low / step), ceil(high / step)
    if first == last:
        first, last = first - 1, last + 1
    return tuple(float(step * place) for place in range(first, last + 1))


@dataclass(frozen=True, slots=True)
class _ChartFrame:
    left: float
    right: float
    low: float
    high: float

    def across(self, x: float) -> float:
        return (x - self.left) / (self.right - self.left) * WIDE

    def down(self, y: float) -> float:
        return (self.high - y) / (self.high - self.low) * PLOT


def _axis(ticks: Sequence[float], frame: _ChartFrame) -> Markup:
    marks = (
        Markup('<text x="100%" y="{:.1f}" text-anchor="end">{}</text>').format(
            TOP + 4 + frame.down(tick), number(tick)
        )
        for tick in ticks
    )
    return html(
        '<svg class="axis" width="48" height="{}" aria-hidden="true">{}</svg>',
        TOP + PLOT + UNDER,
        Markup().join(marks),
    )


def _plot(
    lines: Sequence[ChartLine], ticks: Sequence[float], frame: _ChartFrame, ends: tuple[str, str]
) -> Markup:
    grid = (
        Markup('<line class="{}" x1="0" x2="100%" y1="{:.1f}" y2="{:.1f}"/>').format(
            "zero" if tick == 0 else "grid", TOP + frame.down(tick), TOP + frame.down(tick)
        )
        for tick in ticks
    )
    drawn = (
        html(
            '<polyline class="line-{}" points="{}"/>',
            index % COLOURS,
            _path((frame.across(x), frame.down(y)) for x, y in _at_least_two(line.points)),
        )
        for index, line in enumerate(lines)
    )
    below = TOP + PLOT + UNDER - 5
    return html(
        '<svg class="plot" width="100%" height="{}" aria-hidden="true">{}'
        '<svg x="0" y="{}" width="100%" height="{}" viewBox="0 0 {} {}" preserveAspectRatio="none">{}</svg>'
        '<text x="0" y="{}">{}</text><text x="100%" y="{}" text-anchor="end">{}</text></svg>',
        TOP + PLOT + UNDER,
        Markup().join(grid),
        TOP,
        PLOT,
        WIDE,
        PLOT,
        Markup().join(drawn),
        below,
        ends[0],
        below,
        ends[1],
    )


def _at_least_two(points: Sequence[Point]) -> Sequence[Point]:
    """One point is drawn as a dash."""
    if len(points) != 1:
        return points
    [(x, y)] = points
    return ((x, y), (x + 1, y))


def _path(points: Iterator[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
