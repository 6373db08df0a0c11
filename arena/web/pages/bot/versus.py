"""The page of two bots' matches against each other."""

from collections.abc import Callable
from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.ladder.views import VersusView, difference, versus_view
from arena.store.ladder.bots import MatchUpLine
from arena.web.page import percent, render, segment
from arena.web.pages.bot.matches import FAULTS, MATCHES
from arena.web.pages.bot.opponents import difference_cell
from arena.web.pages.bot.overview import YES_NO
from arena.web.site import Sited
from arena.web.tables.columns import bot_link, cell
from arena.web.tables.listing import Column, Listing, parse_list_request

router = APIRouter()


def _share(won: float, games: int) -> float | None:
    return won / games if games else None


def _percents(
    key: str, title: str, value: Callable[[MatchUpLine], float | None], about: str = ""
) -> Column[MatchUpLine]:
    return Column(key, title, value, lambda row: percent(value(row)), about=about, numbers=True)


RULESETS: Final[tuple[Column[MatchUpLine], ...]] = (
    Column("ruleset", "Ruleset", link=lambda row: f"?ruleset={segment(row.ruleset)}"),
    Column("rated", "Rated", lambda row: row.counted),
    Column("matches", "Matches", numbers=True),
    Column("games", "Games", lambda row: row.met, numbers=True),
    _percents("score", "Score %", lambda row: _share(row.won, row.met)),
    _percents(
        "begun",
        "Going first %",
        lambda row: _share(row.begun_won, row.begun),
        "Score in games where it sits in the first seat",
    ),
    _percents(
        "not_begun",
        "Not first %",
        lambda row: _share(row.won - row.begun_won, row.met - row.begun),
        "Score in games where it sits in another seat",
    ),
    Column("elo", "Elo difference", lambda row: difference(row).value, difference_cell, numbers=True),
    Column("margin", "", lambda row: difference(row).margin),
)


@router.get("/bots/{name}/vs/{other}")
def versus(request: Request, site: Sited, name: str, other: str) -> Response:
    """Show the matches of two bots against each other, with the scores of the bot `name`."""
    query = parse_list_request(request, MATCHES, "-date")
    view = versus_view(site.store, name, other, query.for_database)
    title = f"{view.first.name}-vs-{view.second.name}"
    columns = tuple(column for column in MATCHES if column.key != "opponent")
    table = Listing(request, title, columns, view.matches, view.count, query)
    rulesets = Listing(request, f"{title}-rulesets", RULESETS, view.lines, len(view.lines), query)
    chosen = rulesets if request.query_params.get("table") == "rulesets" else table
    return chosen.file() or render(
        request,
        "versus.html",
        view=view,
        table=table,
        rulesets=rulesets,
        total=view.total,
        difference=difference_cell(view.total) if view.total else "",
        faults=_faults(view),
        selected=query.filters,
        choices_of={
            "ruleset": tuple(dict.fromkeys(line.ruleset for line in view.lines)),
            "cause": FAULTS,
            "rated": tuple(YES_NO),
        },
        link=bot_link,
    )


def _faults(view: VersusView) -> list[tuple[str, Markup]]:
    """Return the two bots' names, each with a cell that shows its faults in their matches."""
    return [
        (
            bot.name,
            cell("faults", line.illegal, line.timeouts, line.crashes) if line else cell("faults", 0, 0, 0),
        )
        for bot, line in ((view.first, view.total), (view.second, view.back))
    ]
