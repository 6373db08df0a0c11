"""The page with a tournament's crosstable as a heat map.

Scores below one half are orange, above it blue, which colour-blind people can tell apart.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from markupsafe import Markup, escape
from starlette.responses import Response

from arena.service.common.text import number_of
from arena.service.reports.export import crosstable_csv
from arena.service.reports.ratings import by_strength
from arena.service.results import CrosstableCell, StandingsRow, StandingsTable
from arena.web.page import segment
from arena.web.pages.tournament.frame import Viewed, render_tab, requested_tables
from arena.web.tables.listing import PAGE_SIZE, csv_response, json_response

router = APIRouter()

STEPS: Final = 10  # of colour, from 0 to 10
MAX_DECIMALS: Final = 16  # bots; cells of a larger table have no decimals
MAX_TITLES: Final = 48  # bots; cells of a larger table have no titles
MAX_PAGES: Final = 9_999
ORDERS: Final[dict[str, Callable[[StandingsRow], object]]] = {
    "rank": lambda row: row.rank,
    "name": lambda row: row.bot.casefold(),
    "elo": lambda row: (row.scale or inf, by_strength(row.elo, row.low, row.high)),
}


@router.get("/tournaments/{number}/crosstable")
def crosstable(
    request: Request, view: Viewed, format: str = "", order: str = "rank", page: str = ""
) -> Response:
    """Show the score of each bot against each other bot.

    `order`: the order of the rows, a key of ORDERS. `page`: the number of the page of rows, from 1.
    """
    tables, is_stale = requested_tables(request, view)
    if format == "json":
        return json_response([_data(table) for table in tables])
    if format == "csv":
        return csv_response("\n".join(map(crosstable_csv, tables)), f"tournament-{view.id}-crosstable")
    order = order if order in ORDERS else "rank"
    number = number_of(page, MAX_PAGES) or 1
    maps = [heat_map(table, view.bots, order, number) for table in tables]
    return render_tab(
        request,
        view,
        "crosstable",
        maps=maps,
        order=order,
        orders=tuple(ORDERS),
        is_stale=is_stale,
    )


def _data(table: StandingsTable) -> dict[str, object]:
    return {"ruleset": table.ruleset, "bots": [row.bot for row in table.rows], "cells": table.cells}


@dataclass(frozen=True, slots=True)
class HeatMap:
    """One page of a crosstable as a heat map in HTML: some of its rows, with coloured cells."""

    table: StandingsTable
    body: Markup
    head: Markup
    page: int
    pages: int
    met: int  # pairs of bots


def heat_map(table: StandingsTable, bots: dict[str, str], order: str = "rank", page: int = 1) -> HeatMap:
    """Return one page of a crosstable's heat map.

    `bots`: the bots' own names, keyed by their names in this tournament. `order`: the order of the rows, a
    key of ORDERS. `page`: the number of the page, from 1.
    """
    indices = sorted(range(len(table.rows)), key=lambda at: ORDERS[order](table.rows[at]))  # type: ignore[arg-type,return-value]  # each order has keys that compare
    pages = max(1, ceil(len(indices) / PAGE_SIZE))
    page = min(max(page, 1), pages)
    on_page = indices[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    body = Markup("\n").join(Markup("").join(_line(table, bots, at, indices)) for at in on_page)
    met = sum(cell is not None for cells in table.cells for cell in cells) // 2
    return HeatMap(table, body, Markup("").join(_head(table, indices)), page, pages, met)


def _head(table: StandingsTable, order: Sequence[int]) -> Iterator[Markup]:
    yield Markup('<th scope="col" class="number pinned">#</th><th scope="col" class="pinned who">Bot</th>')
    for at in order:
        row = table.rows[at]
        yield Markup('<th scope="col"><abbr title="{}">{}</abbr></th>').format(row.bot, row.rank)


def _line(table: StandingsTable, bots: dict[str, str], at: int, order: Sequence[int]) -> Iterator[Markup]:
    row, cells = table.rows[at], table.cells[at]
    yield Markup(
        '<tr><td class="number pinned">{}</td>'
        '<th scope="row" class="pinned who"><a href="/bots/{}" title="{}"><bdi>{}</bdi></a></th>'
    ).format(row.rank, segment(bots[row.bot]), row.bot, row.bot)
    digits = int(len(order) <= MAX_DECIMALS)
    query = urlencode({"ruleset": table.ruleset, "bot": row.bot}).replace("&", "&amp;")
    for other in order:
        cell = cells[other]
        if other == at:
            yield Markup('<td class="self"></td>')
        elif cell is None:
            yield Markup("<td></td>")
        else:
            title = ""
            if len(order) <= MAX_TITLES:
                title = f"{row.bot}: {100 * cell.share:.1f} % of {cell.games:,} games"
            yield _cell(table, cell, query, table.rows[other].bot, digits, title)
    yield Markup("</tr>")


def _cell(
    table: StandingsTable, cell: CrosstableCell, query: str, other: str, digits: int, title: str
) -> Markup:
    """Return a cell of the heat map as HTML: the score against the bot `other`, with a link to the matches.

    `query`: the link's filters. `digits`: the decimals of the score. `title`: the text on hovering.
    """
    # Without a template, because a table of 200 bots has 40,000 cells.
    step = round(cell.share * STEPS)
    if len(cell.matches) == 1:
        link = f"/matches/{cell.matches[0]}"
    else:
        against = urlencode({"": other})[1:]
        link = f"/tournaments/{table.tournament}/matches?{query}&amp;against={against}"
    words = f' title="{escape(f"{title} vs {other}")}"' if title else ""
    score = f"{100 * cell.share:.{digits}f}"
    return Markup(f'<td class="heat heat-{step}"><a href="{link}"{words}>{score}</a></td>')
