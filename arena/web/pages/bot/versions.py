"""The page with the versions of a bot, and how their ratings differ."""

from collections.abc import Sequence

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.ladder.views import BotView, bot_view
from arena.store.ladder.bots import VersionLine
from arena.store.ladder.cached_ladders import OVERALL
from arena.web.pages.bot.overview import STATES, render_tab
from arena.web.site import Sited
from arena.web.tables.columns import cell, elo_cell, version_column
from arena.web.tables.listing import Column, list_rows

router = APIRouter()


@router.get("/bots/{name}/versions")
def versions(request: Request, site: Sited, name: str) -> Response:
    """Show a bot's versions, newest first."""
    view = bot_view(site.store, name)
    rulesets = sorted({row.ruleset for row in view.rows if row.ruleset != OVERALL})
    table = list_rows(request, f"{view.line.name}-versions", _columns(view, rulesets), view.versions)
    return render_tab(request, "bot_versions.html", view.line, "/versions", table)


def _columns(view: BotView, rulesets: Sequence[str]) -> tuple[Column[VersionLine], ...]:
    submissions = {registered.submission.digest: registered.submission for registered in view.registered}

    def state(row: VersionLine) -> str:
        submission = submissions.get(row.digest)
        return STATES[submission.state.value] if submission else "not submitted"

    def failure(row: VersionLine) -> str:
        submission = submissions.get(row.digest)
        return submission.failure if submission else ""

    return (
        version_column(lambda row: row.digest),
        Column("since", "First seen", lambda row: row.created_at, lambda row: cell("when", row.created_at)),
        Column("state", "Status", state, filters=True),
        Column("failure", "", failure),
        *(_rating_column(view, ruleset) for ruleset in rulesets),
    )


def _rating_column(view: BotView, ruleset: str) -> Column[VersionLine]:
    rows = {row.bot_version: row for row in view.rows if row.ruleset == ruleset}
    order = [version.key for version in view.versions if version.key in rows]

    def elo(version: VersionLine) -> float | None:
        row = rows.get(version.key)
        return row.elo if row else None

    def render_elo(version: VersionLine) -> Markup:
        row = rows.get(version.key)
        if row is None:
            return cell("quiet", "–")
        rating = elo_cell(row.elo, row.low, row.high, row.no_margin)
        place = order.index(version.key)
        before = rows[order[place + 1]] if place + 1 < len(order) else None
        if before is None or row.elo is None or before.elo is None:
            return rating
        return cell("progress", rating, row.elo - before.elo)

    title = view.titles.get(ruleset, ruleset)
    return Column(f"elo {ruleset}", f"Elo, {title}", elo, render_elo, numbers=True, largest_first=True)
