"""All bots, as a list."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from arena.service.ladder.views import bots_view
from arena.store.ladder.bots import BotLine
from arena.web.page import page
from arena.web.pages.bot.head import state_badge
from arena.web.site import Sited
from arena.web.tables.cells import bot_cell, cut_cell
from arena.web.tables.columns import forfeits_column, when_played
from arena.web.tables.list_query import asked
from arena.web.tables.listing import Column, Listing, wanted

router = APIRouter()

BOTS: Final[tuple[Column[BotLine], ...]] = (
    Column("bot", "Bot", lambda row: row.name, shown=lambda row: bot_cell(row.name)),
    Column("author", "Author", lambda row: row.owner, shown=lambda row: cut_cell(row.owner), filters=True),
    Column(
        "language",
        "Language",
        lambda row: row.language,
        shown=lambda row: cut_cell(row.language),
        filters=True,
    ),
    Column(
        "state",
        "Status",
        lambda row: row.state,
        shown=lambda row: state_badge(row.state),
        filters=True,
    ),
    Column("versions", "Versions", lambda row: row.versions, numbers=True, most_first=True),
    Column("matches", "Matches", lambda row: row.matches, numbers=True, most_first=True),
    Column("games", "Games", lambda row: row.games, numbers=True, most_first=True),
    forfeits_column(),
    Column("illegal", "", lambda row: row.illegal),
    Column("timeouts", "", lambda row: row.timeouts),
    Column("crashes", "", lambda row: row.crashes),
    when_played("played", "Last played"),
)


@router.get("/bots")
def bots(request: Request, site: Sited) -> Response:
    """Every bot that was submitted or entered."""
    rows, total = bots_view(site.store, asked(request, BOTS))
    table = Listing(request, "bots", BOTS, rows, total, wanted(request, BOTS))
    return table.file() or page(request, "bots.html", table=table)
