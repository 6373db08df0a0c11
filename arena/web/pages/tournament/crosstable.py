"""A crosstable as a heat map: orange below one half, blue above, so that no eye needs red and green."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup, escape

from arena.service.reports.ratings import by_strength
from arena.service.results import CrosstableCell, StandingsRow, Table
from arena.web.page import segment
from arena.web.tables.listing import PAGE

STEPS: Final = 10  # of colour, from 0 to 10
FEW: Final = 16  # bots whose scores have room for a digit after the point
TITLED: Final = 48  # bots whose cells also say in words what they are
ORDERS: Final[dict[str, Callable[[StandingsRow], object]]] = {
    "rank": lambda row: row.rank,
    "name": lambda row: row.bot.casefold(),
    "elo": lambda row: (row.scale or inf, by_strength(row.elo, row.low, row.high)),
}


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A crosstable, or the rows of it that a page has."""

    table: Table
    body: Markup
    head: Markup
    page: int
    pages: int
    met: int  # pairs of bots


def heat_map(shown: Table, bots: dict[str, str], order: str = "rank", page: int = 1) -> HeatMap:
    """`bots`: their own names by those in the table."""
    indices = sorted(range(len(shown.rows)), key=lambda at: ORDERS[order](shown.rows[at]))  # type: ignore[arg-type,return-value]  # each order has keys that compare
    pages = max(1, ceil(len(indices) / PAGE))
    page = min(max(page, 1), pages)
    here = indices[(page - 1) * PAGE : page * PAGE]
    body = Markup("\n").join(Markup("").join(_line(shown, bots, at, indices)) for at in here)
    met = sum(cell is not None for cells in shown.cells for cell in cells) // 2
    return HeatMap(shown, body, Markup("").join(_head(shown, indices)), page, pages, met)


def _head(shown: Table, order: Sequence[int]) -> Iterator[Markup]:
    yield Markup('<th scope="col" class="number pinned">#</th><th scope="col" class="pinned who">Bot</th>')
    for at in order:
        row = shown.rows[at]
        yield Markup('<th scope="col"><abbr title="{}">{}</abbr></th>').format(row.bot, row.rank)


def _line(shown: Table, bots: dict[str, str], at: int, order: Sequence[int]) -> Iterator[Markup]:
    row, cells = shown.rows[at], shown.cells[at]
    yield Markup(
        '<tr><td class="number pinned">{}</td>'
        '<th scope="row" class="pinned who"><a href="/bots/{}" title="{}"><bdi>{}</bdi></a></th>'
    ).format(row.rank, segment(bots[row.bot]), row.bot, row.bot)
    digits, titled = int(len(order) <= FEW), len(order) <= TITLED
    own = urlencode({"ruleset": shown.ruleset, "bot": row.bot}).replace("&", "&amp;")
    for other in order:
        cell = cells[other]
        if other == at:
            yield Markup('<td class="self"></td>')
        elif cell is None:
            yield Markup("<td></td>")
        else:
            yield _cell(shown, cell, own, shown.rows[other].bot, digits, _title(row, cell, titled))
    yield Markup("</tr>")


def _cell(shown: Table, cell: CrosstableCell, own: str, other: str, digits: int, title: str) -> Markup:
    """Made by hand: a table of 200 has 40,000 of them."""
    step = round(cell.share * STEPS)
    if len(cell.matches) == 1:
        link = f"/matches/{cell.matches[0]}"
    else:
        link = f"/tournaments/{shown.tournament}/matches?{own}&amp;against={urlencode({'': other})[1:]}"
    words = f' title="{escape(f"{title} against {other}")}"' if title else ""
    shown_score = f"{100 * cell.share:.{digits}f}"
    return Markup(f'<td class="heat heat-{step}"><a href="{link}"{words}>{shown_score}</a></td>')


def _title(row: StandingsRow, cell: CrosstableCell, titled: bool) -> str:
    return f"{row.bot}: {100 * cell.share:.1f} % of {cell.games:,} games" if titled else ""
