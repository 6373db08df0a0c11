"""Tables that sort and filter by link, and are JSON and CSV as well.

`?sort=games` sorts, `?sort=-games` the other way round, `?bot=greedy` keeps what is equal to it, `?page=2`
goes on, `?format=json` and `?format=csv` give all that is left after the filters.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil
from typing import Any, Final, Generic, TypeVar
from urllib.parse import urlencode

from fastapi import Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.common.digits import number_of
from arena.service.reports.export import to_json
from arena.service.reports.text_tables import csv_text
from arena.web.page import moment, number

Value = str | float | bool | datetime | None
Row = TypeVar("Row")

PAGE: Final = 100  # rows
FORMATS: Final = ("json", "csv")
_MAX_PAGES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One column. `value` is what it is in JSON and CSV and sorts by; a page may show it as `shown`."""

    key: str  # in links, JSON and CSV
    title: str  # of the page; empty: not on the page
    value: Callable[[Row], Value]
    shown: Callable[[Row], str | Markup] | None = None
    link: Callable[[Row], str] | None = None
    about: str = ""  # what the title means, where that is not plain
    numbers: bool = False  # keeps to the right
    most_first: bool = False  # the first click puts the largest on top
    filters: bool = False  # `?key=value` is a filter
    keeps: Callable[[Row, str], bool] | None = None  # whether that keeps a row, if not by being equal
    sorts: bool = True

    def cell(self, row: Row) -> str | Markup:
        """As the page shows it, without its link."""
        if self.shown:
            return self.shown(row)
        value = self.value(row)
        match value:
            case None:
                return ""
            case bool():
                return "yes" if value else "no"
            case datetime():
                return moment(value)
            case str():
                return value
            case _:
                return number(value)


@dataclass(frozen=True, slots=True)
class ListRequest:
    """What a request wants of a table."""

    sort: str = ""  # a column's key; empty: as it is
    descending: bool = False
    filters: dict[str, str] = field(default_factory=dict)
    page: int = 1  # from 1
    format: str = ""  # "json", "csv", or empty: the page

    @property
    def offset(self) -> int:
        """Rows before this page."""
        return (self.page - 1) * PAGE


def wanted(request: Request, columns: Sequence[Column[Any]], sort: str = "") -> ListRequest:
    """What the query says, as far as there is such a thing; `sort` where it says nothing of it."""
    query = request.query_params
    sorts = {column.key for column in columns if column.sorts}
    asked = query.get("sort", sort)
    key = asked.removeprefix("-")
    filters = {
        column.key: query[column.key] for column in columns if column.filters and query.get(column.key)
    }
    return ListRequest(
        sort=key if key in sorts else "",
        descending=asked.startswith("-"),
        filters=filters,
        page=number_of(query.get("page", ""), _MAX_PAGES) or 1,
        format=query.get("format", "") if query.get("format") in FORMATS else "",
    )


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column on the page."""

    column: Column[Any]
    link: str  # sorts by it; empty: it cannot
    sorted: str  # "ascending", "descending", or empty: as aria-sort has it


@dataclass(frozen=True, slots=True)
class Listing(Generic[Row]):
    """A page of a table. `rows` is what it shows, `total` how many there are after the filters."""

    request: Request
    name: str  # of the file that is downloaded
    columns: Sequence[Column[Row]]
    rows: Sequence[Row]
    total: int
    wanted: ListRequest
    part: Callable[[Row], str] | None = None  # the heading that a row stands under; empty: none

    @property
    def shown(self) -> list[Column[Row]]:
        """The columns of the page."""
        return [column for column in self.columns if column.title]

    @property
    def heads(self) -> list[Head]:
        """Their heads, with the links that sort."""
        return [self._head(column) for column in self.shown]

    def _head(self, column: Column[Row]) -> Head:
        now = ""
        if self.wanted.sort == column.key:
            now = "descending" if self.wanted.descending else "ascending"
        down = now == "ascending" or (not now and column.most_first)
        link = self.link(sort=f"-{column.key}" if down else column.key, page="") if column.sorts else ""
        return Head(column, link, now)

    def link(self, **changes: str) -> str:
        """This page with something changed in its query; what becomes empty is left out."""
        query = {key: value for key, value in self.request.query_params.items() if key != "format"} | changes
        left = {key: value for key, value in query.items() if value}
        return f"?{urlencode(left)}" if left else self.request.url.path

    @property
    def pages(self) -> int:
        """How many there are, at least one."""
        return max(1, ceil(self.total / PAGE))

    @property
    def amount(self) -> str:
        """How many rows there are, in words."""
        return f"{number(self.total)} {'row' if self.total == 1 else 'rows'}"

    @property
    def before(self) -> str:
        """The link to the page before; empty on the first."""
        page = min(self.wanted.page - 1, self.pages)
        return self.link(page=str(page) if page > 1 else "") if page else ""

    @property
    def after(self) -> str:
        """The link to the next page; empty on the last."""
        return self.link(page=str(self.wanted.page + 1)) if self.wanted.page < self.pages else ""

    def file(self) -> Response | None:
        """The rows as JSON or CSV, if that is wanted."""
        match self.wanted.format:
            case "json":
                return Response(to_json(self._documents()), media_type="application/json")
            case "csv":
                text = csv_text([column.key for column in self.columns], self._lines())
                name = f'attachment; filename="{self.name}.csv"'
                return Response(text, media_type="text/csv", headers={"Content-Disposition": name})
            case _:
                return None

    def _documents(self) -> list[dict[str, Value]]:
        return [{column.key: column.value(row) for column in self.columns} for row in self.rows]

    def _lines(self) -> Iterable[tuple[Value, ...]]:
        return (tuple(_plain(column.value(row)) for column in self.columns) for row in self.rows)


def listed(
    request: Request, name: str, columns: Sequence[Column[Row]], rows: Iterable[Row], sort: str = ""
) -> Listing[Row]:
    """A table whose rows are all at hand: filtered, sorted, and cut to a page."""
    what = wanted(request, columns, sort)
    left = [row for row in rows if _is_wanted(row, columns, what.filters)]
    for column in columns:
        if column.key == what.sort:
            left = _sorted(left, column, what.descending)
    page = left if what.format else left[what.offset : what.offset + PAGE]
    return Listing(request, name, columns, page, len(left), what)


def _is_wanted(row: Row, columns: Sequence[Column[Row]], filters: dict[str, str]) -> bool:
    return all(_fits(row, column, filters[column.key]) for column in columns if column.key in filters)


def _fits(row: Row, column: Column[Row], text: str) -> bool:
    return column.keeps(row, text) if column.keeps else _same(column.value(row), text)


def _same(value: Value, text: str) -> bool:
    if isinstance(value, bool):
        return text.casefold() == ("yes" if value else "no")
    return str(_plain(value)).casefold() == text.casefold()


def _sorted(rows: Sequence[Row], column: Column[Row], descending: bool) -> list[Row]:
    """What has no value comes last either way."""
    having = [row for row in rows if column.value(row) is not None]
    having.sort(key=lambda row: _key(column.value(row)), reverse=descending)
    return having + [row for row in rows if column.value(row) is None]


def _key(value: Value) -> Any:  # noqa: ANN401 - all values of a column compare with each other
    return value.casefold() if isinstance(value, str) else value


def _plain(value: Value) -> Value:
    return value.isoformat() if isinstance(value, datetime) else value
