"""Two bots against each other."""

from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.ladder.views import VersusView, difference, versus_view
from arena.store.ladder.bots import MatchUpLine
from arena.web.page import number, page, percent, segment
from arena.web.pages.bot.head import YES_NO
from arena.web.pages.bot.matches import CAUSES, MATCHES, wishes_of
from arena.web.pages.bot.opponents import apart_cell
from arena.web.site import Sited
from arena.web.tables.cells import bot_link, faults_cell
from arena.web.tables.listing import Column, Listing, wanted

router = APIRouter()


def _share(won: float, games: int) -> float | None:
    return won / games if games else None


RULESETS: Final[tuple[Column[MatchUpLine], ...]] = (
    Column(
        "ruleset", "Ruleset", lambda row: row.ruleset, link=lambda row: f"?ruleset={segment(row.ruleset)}"
    ),
    Column("rated", "Rated", lambda row: row.counted),
    Column("matches", "Matches", lambda row: row.matches, numbers=True),
    Column("games", "Games", lambda row: row.met, numbers=True),
    Column(
        "score",
        "Score %",
        lambda row: _share(row.won, row.met),
        shown=lambda row: percent(_share(row.won, row.met)),
        numbers=True,
    ),
    Column(
        "begun",
        "Going first %",
        lambda row: _share(row.begun_won, row.begun),
        shown=lambda row: percent(_share(row.begun_won, row.begun)),
        numbers=True,
        about="In the games where it sits in the first seat",
    ),
    Column(
        "not_begun",
        "Otherwise %",
        lambda row: _share(row.won - row.begun_won, row.met - row.begun),
        shown=lambda row: percent(_share(row.won - row.begun_won, row.met - row.begun)),
        numbers=True,
        about="In the games where it sits in another seat",
    ),
    Column("elo", "Elo difference", lambda row: difference(row).elo, shown=apart_cell, numbers=True),
    Column("margin", "", lambda row: difference(row).margin),
)


@router.get("/bots/{name}/vs/{other}")
def versus(request: Request, site: Sited, name: str, other: str) -> Response:
    """What two bots played against each other, as the first sees it."""
    what = wanted(request, MATCHES, "-date")
    wishes, offset, most = wishes_of(what)
    view = versus_view(site.store, name, other, wishes, offset, most)
    title = f"{view.first.name}-vs-{view.second.name}"
    columns = tuple(column for column in MATCHES if column.key != "opponent")
    table = Listing(request, title, columns, view.matches, view.count, what)
    rulesets = Listing(request, f"{title}-rulesets", RULESETS, view.lines, len(view.lines), what)
    shown = rulesets if request.query_params.get("table") == "rulesets" else table
    return shown.file() or page(
        request,
        "versus.html",
        view=view,
        table=table,
        rulesets=rulesets,
        total=view.total,
        apart=apart_cell(view.total) if view.total else "",
        faults=_faults(view),
        asked=what.filters,
        choices_of={
            "ruleset": tuple(dict.fromkeys(line.ruleset for line in view.lines)),
            "cause": CAUSES,
            "rated": tuple(YES_NO),
        },
        link=bot_link,
        number=number,
    )


def _faults(view: VersusView) -> list[tuple[str, Markup]]:
    """How often each of the two was at fault."""
    return [
        (bot.name, faults_cell(line.illegal, line.timeouts, line.crashes) if line else faults_cell(0, 0, 0))
        for bot, line in ((view.first, view.total), (view.second, view.back))
    ]
