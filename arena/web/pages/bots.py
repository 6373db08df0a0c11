"""The page with the list of bots."""

from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.ladder.views import bots_view
from arena.store.ladder.bots import BotLine
from arena.viewer.printable import printable
from arena.web.page import render
from arena.web.pages.bot.overview import state_badge
from arena.web.site import Sited
from arena.web.tables.columns import cell, elo_cell, faults_column, last_played_column
from arena.web.tables.listing import Column, Listing, data_columns, number_column, parse_list_request

router = APIRouter()


def _best_elo(row: BotLine) -> Markup:
    """Return the cell with a bot's best Elo and its ruleset."""
    if not row.ruleset:
        return cell("quiet", "–", "No rating from enough games yet")
    return cell("best_elo", elo_cell(row.elo, row.low, row.high), row.ruleset)


COLUMNS: Final[tuple[Column[BotLine], ...]] = (
    Column(
        "bot",
        "Bot",
        lambda row: row.name,
        lambda row: cell("described_bot", row.name, printable(row.description)),
    ),
    number_column("elo", "Best Elo", render=_best_elo, about="The highest under any ruleset"),
    *data_columns("low", "high", "ruleset"),
    Column("author", "Author", lambda row: row.owner, lambda row: cell("cut", row.owner), filters=True),
    Column("language", "Language", render=lambda row: cell("cut", row.language), filters=True),
    Column("state", "Status", render=lambda row: state_badge(row.state), filters=True),
    number_column("versions", "Versions"),
    number_column("matches", "Matches"),
    number_column("games", "Games"),
    faults_column(),
    *data_columns("illegal", "timeouts", "crashes"),
    last_played_column("played", "Last played"),
)


@router.get("/bots")
def bots(request: Request, site: Sited) -> Response:
    """Show all bots that were submitted or have played in a tournament."""
    query = parse_list_request(request, COLUMNS)
    rows, total = bots_view(site.store, query.for_database)
    table = Listing(request, "bots", COLUMNS, rows, total, query)
    return table.file() or render(request, "bots.html", table=table)
