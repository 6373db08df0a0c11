"""The main page of a bot, and the frame that all its pages share."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.analyses.bots import find_bot_analysis
from arena.service.ladder.views import BotView, bot_view
from arena.service.submission.register import OWNER
from arena.store.bots.submissions import QualificationResult
from arena.store.ladder.bots import BotLine, BotMatch
from arena.store.ladder.cached_ladders import OVERALL, CachedRow
from arena.web.charts import ChartLine, chart, legend
from arena.web.page import milliseconds, moment, number, render, segment
from arena.web.site import Sited
from arena.web.tables.columns import (
    cell,
    decision_time_column,
    elo_cell,
    elo_column,
    last_played_column,
    match_id,
    pack_badge,
    rank_cell,
    score_column,
    short,
    version_column,
)
from arena.web.tables.listing import Column, Listing, data_columns, list_rows, number_column

router = APIRouter()

STATES: Final = {"active": "active", "disabled": "disabled", "failed": "broken"}
TABS: Final = (
    ("", "Overview"),
    ("/matches", "Matches"),
    ("/match-ups", "Match-ups"),
    ("/versions", "Versions"),
)
NEVER_SUBMITTED: Final = "Played in tournaments, never submitted"
MAX_NAMES: Final = 3
YES_NO: Final = {"yes": True, "no": False}


def render_tab(
    request: Request,
    template: str,
    line: BotLine,
    tab: str,
    table: Listing[Any],
    **values: Any,  # noqa: ANN401 - as the template takes them
) -> Response:
    """Return a tab of a bot's page, or the tab's table as a file if the request asks for JSON or CSV.

    `line`: the bot. `tab`: the end of the tab's path, such as "/matches". `values`: more values for the
    template.
    """
    state = state_badge(line.state)
    return table.file() or render(
        request, template, line=line, tab=tab, tabs=TABS, state=state, table=table, **values
    )


def state_badge(state: str) -> Markup:
    """Return the badge of a bot's state: "active", "disabled", "broken" or "local".

    `state`: the stored state; empty for a bot that was never submitted, which gives "local".
    """
    if not state:
        return cell("badge", OWNER, "", NEVER_SUBMITTED)
    return cell("badge", STATES.get(state, state), {"active": "good", "failed": "bad"}.get(state, ""))


def _peak_cell(row: CachedRow) -> Markup:
    return Markup() if row.peak is None else cell("titled", number(row.peak), moment(row.peak_at))


def opponents_cell(row: BotMatch) -> Markup:
    """Return the cell with links to the first few opponents of a match."""
    return cell("pair", [(name, name) for name in row.opponents], ",", MAX_NAMES)


def _slowest_cell(row: CachedRow) -> Markup:
    return Markup() if row.slowest_ms is None else cell("slowest", milliseconds(row.slowest_ms), row.used)


RATINGS: Final[tuple[Column[CachedRow], ...]] = (
    Column("ruleset", "Ruleset", link=lambda row: f"/?ruleset={segment(row.ruleset)}", filters=True),
    version_column(lambda row: row.version),
    Column("rank", "#", lambda row: row.best, rank_cell, numbers=True),
    elo_column(),
    *data_columns("low", "high", "margin"),
    number_column("live", "Live", about="Elo that changes after each board"),
    number_column("peak", "Peak", render=_peak_cell, about="Highest live Elo"),
    number_column("games", "Games"),
    score_column(lambda row: row.score),
    decision_time_column("decision_ms", lambda row: row.decision_ms),
    Column(
        "late_ms",
        "95 %",
        render=lambda row: milliseconds(row.late_ms),
        numbers=True,
        about="95th percentile over matches of the mean time per decision",
    ),
    Column(
        "slowest_ms",
        "Slowest game",
        render=_slowest_cell,
        numbers=True,
        about="Total time of the slowest game, and the largest share of the clock that a game used",
    ),
    *data_columns("used"),
)

QUALIFIED: Final[tuple[Column[QualificationResult], ...]] = (
    Column("ruleset", "Ruleset"),
    Column("opponent", "Opponent"),
    Column("games", "Games", numbers=True),
    Column("score", "Score", render=lambda row: number(row.score, 1), numbers=True),
    Column("faults", "Faults", numbers=True, about="Games lost by a fault"),
    decision_time_column("ms", lambda row: row.time_ms / row.decisions if row.decisions else None),
)


LATEST: Final[tuple[Column[BotMatch], ...]] = (
    Column("opponent", "Opponent", lambda row: ", ".join(row.opponents), opponents_cell),
    Column("ruleset", "Ruleset"),
    number_column("score", "Result", render=lambda row: cell("score", row.score, row.games)),
    last_played_column("date", "Played"),
    Column("match", "Replay", match_id, lambda _: "watch", link=lambda row: f"/matches/{match_id(row)}"),
)


@router.get("/bots/{name}")
def bot(request: Request, site: Sited, name: str) -> Response:
    """Show a bot's author, ratings, speed and qualification."""
    view = bot_view(site.store, name)
    rated = [row for row in view.rows if row.ruleset != OVERALL]
    table = list_rows(request, f"{view.line.name}-ratings", RATINGS, rated)
    newest = view.registered[0] if view.registered else None
    games = newest.submission.qualified if newest else ()
    file = f"{view.line.name}-qualification"
    qualified = Listing(request, file, QUALIFIED, games, len(games), table.query)
    if request.query_params.get("table") == "qualification" and (response := qualified.file()):
        return response
    return render_tab(
        request,
        "bot.html",
        view.line,
        "",
        table,
        view=view,
        newest=newest,
        charts=_make_charts(view),
        qualified=qualified,
        qualified_shares=_shares_by_opponent(games),
        latest=Listing(request, "latest", LATEST, view.latest, len(view.latest), table.query),
        elo_cell=elo_cell,
        speed=_speed(rated),
        analysis=find_bot_analysis(site.store, view.line.key),
        pack_badge=pack_badge,
    )


def _shares_by_opponent(games: Sequence[QualificationResult]) -> list[tuple[str, float]]:
    """Return each opponent in the bot's qualification games, with the bot's mean score against it."""
    opponents = dict.fromkeys(row.opponent for row in games)
    against = {name: [row for row in games if row.opponent == name] for name in opponents}
    return [
        (name, sum(row.score for row in rows) / sum(row.games for row in rows))
        for name, rows in against.items()
        if any(row.games for row in rows)
    ]


def _speed(rows: Sequence[CachedRow]) -> Mapping[str, float] | None:
    """Return a bot's thinking times over all rulesets; None if it has no timed games.

    Keys: "mean", "late" and "slowest" (in ms), and "used" (the largest used share of the time, 0 … 1).
    """
    timed = [row for row in rows if row.decision_ms is not None and row.games]
    if not timed:
        return None
    return {
        # ms per decision
        "mean": sum((row.decision_ms or 0.0) * row.games for row in timed) / sum(row.games for row in timed),
        "late": max(row.late_ms or 0.0 for row in timed),  # ms; exceeded by the means of 5 % of its matches
        "slowest": max(row.slowest_ms or 0.0 for row in timed),  # ms of the slowest game
        "used": max(row.used or 0.0 for row in timed),  # largest used share of the thinking time, 0 … 1
    }


def _make_charts(view: BotView) -> list[tuple[str, str, Markup, Markup]]:
    """Return one entry per ruleset: its key, its title, a chart of Elo, and the chart's legend.

    The chart has a line for each version of the bot: its Elo after each match. Chart and legend are empty if
    the Elo is always 0.
    """
    names = {version.key: short(version.digest) for version in view.versions}
    charts = []
    for ruleset, by_version in sorted(view.lines.items()):
        title = view.titles.get(ruleset, ruleset)
        if not any(elo for points in by_version.values() for _, elo, _ in points):
            charts.append((ruleset, title, Markup(), Markup()))  # the anchor's Elo is always 0
            continue
        lines = [_line(names[key], points) for key, points in sorted(by_version.items()) if key in names]
        times = sorted(point[2] for points in by_version.values() for point in points if point[2])
        begins, ends = (times[0][:10], times[-1][:10]) if times else ("", "")
        if times and begins == ends:
            begins, ends = times[0][11:16], times[-1][11:16]
        drawing = chart(lines, f"Live Elo in {title}", begins, ends)
        charts.append((ruleset, title, drawing, legend(lines)))
    return charts


def _line(name: str, points: Sequence[tuple[int, float, str]]) -> ChartLine:
    elo = [value for _, value, _ in points]
    about = f"from {number(elo[0])} to {number(elo[-1])}, between {number(min(elo))} and {number(max(elo))}."
    return ChartLine(f"Version {name}", [(place, value) for place, value, _ in points], about)
