"""The versions of a bot, with how their ratings differ."""

from collections.abc import Sequence

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.ladder.views import BotView, bot_view
from arena.store.bots.submissions import Registered
from arena.store.ladder.bots import VersionLine
from arena.store.ladder.cached_ladders import OVERALL
from arena.web.markup import html
from arena.web.page import page
from arena.web.pages.bot.head import STATES, TABS, state_badge
from arena.web.site import Sited
from arena.web.tables.cells import change_cell, elo_cell, version_cell, when_cell
from arena.web.tables.listing import Column, listed

router = APIRouter()


@router.get("/bots/{name}/versions")
def versions(request: Request, site: Sited, name: str) -> Response:
    """Its versions, with how their ratings differ."""
    view = bot_view(site.store, name)
    rulesets = sorted({row.ruleset for row in view.rows if row.ruleset != OVERALL})
    table = listed(request, f"{view.line.name}-versions", _versions(view, rulesets), view.versions)
    return table.file() or page(
        request,
        "bot_versions.html",
        line=view.line,
        table=table,
        tab="/versions",
        tabs=TABS,
        state=state_badge(view.line.state),
    )


def _versions(view: BotView, rulesets: Sequence[str]) -> tuple[Column[VersionLine], ...]:
    known = {one.submission.digest: one for one in view.registered}

    def submitted(row: VersionLine) -> Registered | None:
        return known.get(row.digest)

    def state(row: VersionLine) -> str:
        one = submitted(row)
        return STATES[one.submission.state.value] if one else "not submitted"

    def failure(row: VersionLine) -> str:
        one = submitted(row)
        return one.submission.failure if one else ""

    return (
        Column(
            "version",
            "Version",
            lambda row: row.digest,
            shown=lambda row: version_cell(row.digest),
        ),
        Column(
            "since", "First seen", lambda row: row.created_at, shown=lambda row: when_cell(row.created_at)
        ),
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

    def shown(version: VersionLine) -> Markup:
        row = rows.get(version.key)
        if row is None:
            return Markup('<span class="quiet">–</span>')
        cell = elo_cell(row.elo, row.low, row.high, row.no_margin)
        place = order.index(version.key)
        if place + 1 == len(order):
            return cell
        before = rows[order[place + 1]]
        if row.elo is None or before.elo is None:
            return cell
        return html(
            '{} <small title="To the version before">{}</small>',
            cell,
            change_cell(row.elo - before.elo, 0),
        )

    title = view.titles.get(ruleset, ruleset)
    return Column(f"elo {ruleset}", f"Elo, {title}", elo, shown=shown, numbers=True, most_first=True)
