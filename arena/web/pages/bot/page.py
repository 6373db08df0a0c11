"""One bot: how it stands, how fast it is, how it qualified."""

from collections.abc import Mapping, Sequence
from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.ladder.views import BotView, bot_view
from arena.service.reports.ratings import by_strength
from arena.store.bots.submissions import Qualified
from arena.store.ladder.cached_ladders import OVERALL, CachedRow
from arena.web.charts import ChartLine, chart, legend
from arena.web.markup import html
from arena.web.page import moment, number, page, percent, segment
from arena.web.pages.bot.head import TABS, state_badge
from arena.web.site import Sited
from arena.web.tables.cells import (
    elo_cell,
    milliseconds,
    pack_badge,
    rank_cell,
    short,
    version_cell,
    when_cell,
)
from arena.web.tables.columns import mean_decision
from arena.web.tables.listing import Column, Listing, listed

router = APIRouter()


def _peak(row: CachedRow) -> Markup:
    if row.peak is None:
        return Markup()
    return html('<span title="{}">{}</span>', moment(row.peak_at), number(row.peak))


def _slowest(row: CachedRow) -> Markup:
    if row.slowest_ms is None:
        return Markup()
    part = html(' <small class="quiet">{} %</small>', percent(row.used, 0)) if row.used else ""
    return html("{}{}", milliseconds(row.slowest_ms), part)


RATINGS: Final[tuple[Column[CachedRow], ...]] = (
    Column(
        "ruleset",
        "Ruleset",
        lambda row: row.ruleset,
        link=lambda row: f"/?ruleset={segment(row.ruleset)}",
        filters=True,
    ),
    Column("version", "Version", lambda row: row.version, shown=lambda row: version_cell(row.version)),
    Column("rank", "#", lambda row: row.best, shown=rank_cell, numbers=True),
    Column(
        "elo",
        "Elo",
        lambda row: row.elo,
        shown=lambda row: elo_cell(row.elo, row.low, row.high, row.no_margin),
        numbers=True,
        most_first=True,
    ),
    Column("low", "", lambda row: row.low),
    Column("high", "", lambda row: row.high),
    Column("margin", "", lambda row: row.margin),
    Column("live", "Live", lambda row: row.live, numbers=True, most_first=True, about="Moved board by board"),
    Column(
        "peak",
        "Peak",
        lambda row: row.peak,
        shown=_peak,
        numbers=True,
        most_first=True,
        about="Highest live Elo",
    ),
    Column("games", "Games", lambda row: row.games, numbers=True, most_first=True),
    Column(
        "score",
        "Score %",
        lambda row: row.score,
        shown=lambda row: percent(row.score),
        numbers=True,
        most_first=True,
    ),
    mean_decision("decision_ms", lambda row: row.decision_ms),
    Column(
        "late_ms",
        "95 %",
        lambda row: row.late_ms,
        shown=lambda row: milliseconds(row.late_ms),
        numbers=True,
        about="In 95 % of its matches a decision took at most this on average",
    ),
    Column(
        "slowest_ms",
        "Slowest game",
        lambda row: row.slowest_ms,
        shown=_slowest,
        numbers=True,
        about="All decisions of a game together, and the part of its time that was, at most",
    ),
    Column("used", "", lambda row: row.used),
)


QUALIFIED: Final[tuple[Column[Qualified], ...]] = (
    Column("ruleset", "Ruleset", lambda row: row.ruleset),
    Column("opponent", "Against", lambda row: row.opponent),
    Column("games", "Games", lambda row: row.games, numbers=True),
    Column("score", "Score", lambda row: row.score, shown=lambda row: number(row.score, 1), numbers=True),
    Column("faults", "Faults", lambda row: row.faults, numbers=True, about="Games lost by its own fault"),
    mean_decision("ms", lambda row: row.time_ms / row.decisions if row.decisions else None),
)


@router.get("/bots/{name}")
def bot(request: Request, site: Sited, name: str) -> Response:
    """A bot: who wrote it, how it stands, how fast it is, how it qualified."""
    view = bot_view(site.store, name)
    rated = [row for row in view.rows if row.ruleset != OVERALL]
    table = listed(request, f"{view.line.name}-ratings", RATINGS, rated)
    games = view.registered[0].submission.qualified if view.registered else ()
    qualified = Listing(
        request, f"{view.line.name}-qualification", QUALIFIED, games, len(games), table.wanted
    )
    shown = qualified if request.query_params.get("table") == "qualification" else table
    return shown.file() or page(
        request,
        "bot.html",
        line=view.line,
        view=view,
        table=table,
        tab="",
        tabs=TABS,
        state=state_badge(view.line.state),
        newest=view.registered[0] if view.registered else None,
        charts=_charts(view),
        qualified=qualified,
        best=min((row for row in rated if row.best), key=_strength, default=None),
        elo_cell=elo_cell,
        quickest=_speed(rated),
        milliseconds=milliseconds,
        pack_badge=pack_badge,
        titles_of=view.titles,
        when=when_cell,
    )


def _strength(row: CachedRow) -> tuple[int, float]:
    return by_strength(row.elo, row.low, row.high)


def _speed(rows: Sequence[CachedRow]) -> Mapping[str, float] | None:
    """Over all rulesets: the mean of a decision, the slowest game, the largest part of its time."""
    timed = [row for row in rows if row.decision_ms is not None and row.games]
    if not timed:
        return None
    return {
        "mean": sum((row.decision_ms or 0.0) * row.games for row in timed) / sum(row.games for row in timed),
        "late": max(row.late_ms or 0.0 for row in timed),
        "slowest": max(row.slowest_ms or 0.0 for row in timed),
        "used": max(row.used or 0.0 for row in timed),
    }


def _charts(view: BotView) -> list[tuple[str, str, Markup, Markup]]:
    """For each ruleset its key and title, a chart of live Elo and the legend."""
    names = {version.key: short(version.digest) for version in view.versions}
    made = []
    for ruleset, by_version in sorted(view.lines.items()):
        title = view.titles.get(ruleset, ruleset)
        if not any(elo for points in by_version.values() for _, elo, _ in points):
            made.append((ruleset, title, Markup(), Markup()))  # the anchor
            continue
        lines = [_line(names[key], points) for key, points in sorted(by_version.items()) if key in names]
        times = sorted(point[2] for points in by_version.values() for point in points if point[2])
        begins, ends = (times[0][:10], times[-1][:10]) if times else ("", "")
        made.append(
            (ruleset, title, chart(lines, f"Live Elo in {title}", begins, ends), legend(lines)),
        )
    return made


def _line(name: str, points: Sequence[tuple[int, float, str]]) -> ChartLine:
    elo = [value for _, value, _ in points]
    about = f"from {number(elo[0])} to {number(elo[-1])}, between {number(min(elo))} and {number(max(elo))}."
    return ChartLine(f"Version {name}", [(place, value) for place, value, _ in points], about)
