"""The opponents of a bot."""

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.ladder.views import difference, match_ups_view
from arena.store.ladder.bots import MatchUpLine
from arena.web.markup import html
from arena.web.page import number, page, percent, segment, signed
from arena.web.pages.bot.head import TABS, YES_NO, state_badge
from arena.web.site import Sited
from arena.web.tables.cells import bot_cell, bot_link
from arena.web.tables.columns import forfeits_column, when_played
from arena.web.tables.listing import Column, listed

router = APIRouter()


def apart_cell(row: MatchUpLine) -> Markup:
    found = difference(row)
    if found.elo is None:
        return html('<span class="quiet" title="{}">–</span>', found.why_not)
    text = signed(found.elo)
    if found.margin is None:
        return html('{} <small class="quiet" title="No ±: {}">± ?</small>', text, found.why_not)
    return html('{} <small class="quiet">± {}</small>', text, number(found.margin))


def _match_ups(name: str) -> tuple[Column[MatchUpLine], ...]:
    return (
        Column(
            "opponent",
            "Opponent",
            lambda row: row.opponent,
            shown=lambda row: bot_cell(row.opponent),
            filters=True,
        ),
        Column("matches", "Matches", lambda row: row.matches, numbers=True, most_first=True),
        Column(
            "won",
            "W / D / L",
            lambda row: row.won_matches,
            shown=lambda row: html(
                "{} / {} / {}",
                number(row.won_matches),
                number(row.matches - row.won_matches - row.lost_matches),
                number(row.lost_matches),
            ),
            numbers=True,
            most_first=True,
            about="Matches won, drawn, lost",
        ),
        Column("lost", "", lambda row: row.lost_matches),
        Column("games", "Games", lambda row: row.met, numbers=True, most_first=True),
        Column(
            "score",
            "Score %",
            lambda row: row.won / row.met if row.met else None,
            shown=lambda row: percent(row.won / row.met if row.met else None),
            numbers=True,
            most_first=True,
        ),
        Column(
            "elo",
            "Elo difference",
            lambda row: difference(row).elo,
            shown=apart_cell,
            numbers=True,
            most_first=True,
            about="By these games alone; ± is a 95 % interval",
        ),
        Column("margin", "", lambda row: difference(row).margin),
        forfeits_column(),
        when_played("played", "Last"),
        Column(
            "beside",
            "Compare",
            lambda row: f"{bot_link(name)}/vs/{segment(row.opponent)}",
            shown=lambda row: html(
                '<a href="{}/vs/{}" aria-label="{} vs {}">vs</a>',
                bot_link(name),
                segment(row.opponent),
                name,
                row.opponent,
            ),
            sorts=False,
        ),
    )


@router.get("/bots/{name}/match-ups")
def match_ups(request: Request, site: Sited, name: str, ruleset: str = "", rated: str = "") -> Response:
    """Its opponents, a line for each; `ruleset` and `rated` count only some matches."""
    counted = YES_NO.get(rated.casefold())
    line, rows = match_ups_view(site.store, name, ruleset, counted)
    table = listed(request, f"{line.name}-match-ups", _match_ups(line.name), rows)
    return table.file() or page(
        request,
        "bot_match_ups.html",
        line=line,
        table=table,
        tab="/match-ups",
        tabs=TABS,
        state=state_badge(line.state),
        asked={"ruleset": ruleset, "rated": rated},
    )
