"""Tables on pages, which visitors sort and filter by links, or download as JSON or CSV.

In the URL's query, `sort=games` sorts ascending and `sort=-games` descending. `bot=greedy` selects the rows
with the bot greedy, `page=2` the second page. `format=json` or `format=csv` returns all rows that pass the
filters.
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

from arena.service.common.text import number_of
from arena.service.reports.export import to_json
from arena.service.reports.text_tables import csv_text
from arena.store.ladder.list_query import ListQuery
from arena.viewer.units import plural
from arena.web.page import moment, number

Value = str | float | bool | datetime | None
Row = TypeVar("Row")

PAGE_SIZE: Final = 100  # rows
FORMATS: Final = ("json", "csv")
_MAX_PAGES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column of a table on a page."""

    key: str  # in links, JSON and CSV
    title: str  # on the page; empty: the column is only in JSON and CSV
    # returns a row's value, for JSON, CSV and sorting; None: the row's attribute `key`
    value: Callable[[Row], Value] | None = None
    render: Callable[[Row], str | Markup] | None = None  # makes a row's cell; None: it shows the value
    link: Callable[[Row], str] | None = None
    about: str = ""  # explains the title
    numbers: bool = False  # aligned to the right
    largest_first: bool = False  # the first click sorts descending
    filters: bool = False  # `?key=value` is a filter
    accepts: Callable[[Row, str], bool] | None = None  # replaces equality as the filter
    sorts: bool = True

    def read(self, row: Row) -> Value:
        """Return a row's value in this column."""
        return self.value(row) if self.value else getattr(row, self.key)

    def cell(self, row: Row) -> str | Markup:
        """Return the content of a row's cell on the page, without its link."""
        if self.render:
            return self.render(row)
        value = self.read(row)
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


def data_columns(*keys: str) -> tuple[Column[Any], ...]:
    """Return columns that appear only in JSON and CSV. `keys`: the rows' attributes to show."""
    return tuple(Column(key, "") for key in keys)


def number_column(
    key: str,
    title: str,
    value: Callable[[Row], Value] | None = None,
    render: Callable[[Row], str | Markup] | None = None,
    about: str = "",
) -> Column[Row]:
    """Return a column of numbers. The first click on its head sorts the largest numbers first.

    `value`: returns a row's number; None to use the row's attribute `key`. `render`: returns a row's cell on
    the page; None to show the number. `about`: the explanation of the title.
    """
    return Column(key, title, value, render, None, about, numbers=True, largest_first=True)


@dataclass(frozen=True, slots=True)
class ListRequest:
    """The requested order, filters, page and format of a table, from a URL's query."""

    sort: str = ""  # the key of a column; empty: do not sort
    descending: bool = False
    filters: dict[str, str] = field(default_factory=dict)
    page: int = 1  # from 1
    format: str = ""  # "json", "csv", or empty: the page

    @property
    def offset(self) -> int:
        """The number of rows before the requested page."""
        return (self.page - 1) * PAGE_SIZE

    @property
    def for_database(self) -> ListQuery:
        """The database query for the requested page; for JSON and CSV, the query for all pages."""
        limit, offset = (None, 0) if self.format else (PAGE_SIZE, self.offset)
        return ListQuery(self.sort, self.descending, self.filters, offset, limit)


def parse_list_request(request: Request, columns: Sequence[Column[Any]], sort: str = "") -> ListRequest:
    """Parse the order, filters, page and format of a table from a URL's query. Invalid values are ignored.

    `sort`: the default order, such as "games", or "-games" for descending.
    """
    query = request.query_params
    order = query.get("sort", sort)
    key = order.removeprefix("-")
    filters = {
        column.key: query[column.key] for column in columns if column.filters and query.get(column.key)
    }
    return ListRequest(
        sort=key if key in {column.key for column in columns if column.sorts} else "",
        descending=order.startswith("-"),
        filters=filters,
        page=number_of(query.get("page", ""), _MAX_PAGES) or 1,
        format=query.get("format", "") if query.get("format") in FORMATS else "",
    )


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """The head of a table's column on the page."""

    column: Column[Any]
    link: str  # leads to the table sorted by this column; empty: it cannot be sorted
    sorted: str  # "ascending", "descending" or empty, as aria-sort has it


@dataclass(frozen=True, slots=True)
class Listing(Generic[Row]):
    """One page of a table."""

    request: Request
    name: str  # of a downloaded file
    columns: Sequence[Column[Row]]
    rows: Sequence[Row]  # on this page
    total: int  # rows on all pages, after filtering
    query: ListRequest
    heading: Callable[[Row], str] | None = None  # the heading of the group that a row belongs to

    @property
    def page_columns(self) -> list[Column[Row]]:
        """The columns that the page shows."""
        return [column for column in self.columns if column.title]

    @property
    def heads(self) -> list[ColumnHead]:
        """The heads of the columns on the page, with the links that sort the table."""
        return [self._head(column) for column in self.page_columns]

    def _head(self, column: Column[Row]) -> ColumnHead:
        order = ""
        if self.query.sort == column.key:
            order = "descending" if self.query.descending else "ascending"
        down = order == "ascending" or (not order and column.largest_first)
        link = self.link(sort=f"-{column.key}" if down else column.key, page="") if column.sorts else ""
        return ColumnHead(column, link, order)

    def link(self, **changes: str) -> str:
        """Return a link to this table with a changed URL query.

        `changes`: the new values, keyed by name; an empty value removes the name.
        """
        query = {key: value for key, value in self.request.query_params.items() if key != "format"} | changes
        left = {key: value for key, value in query.items() if value}
        return f"?{urlencode(left)}" if left else self.request.url.path

    @property
    def pages(self) -> int:
        """The number of pages, at least one."""
        return max(1, ceil(self.total / PAGE_SIZE))

    @property
    def amount(self) -> str:
        """The number of rows on all pages as text, such as "12 rows"."""
        return plural(self.total, "row")

    @property
    def before(self) -> str:
        """The link to the previous page; empty on the first page."""
        page = min(self.query.page - 1, self.pages)
        return self.link(page=str(page) if page > 1 else "") if page else ""

    @property
    def after(self) -> str:
        """The link to the next page; empty on the last page."""
        return self.link(page=str(self.query.page + 1)) if self.query.page < self.pages else ""

    def file(self) -> Response | None:
        """Return the rows as JSON or CSV if the request asks for that, else None."""
        match self.query.format:
            case "json":
                return json_response([{one.key: one.read(row) for one in self.columns} for row in self.rows])
            case "csv":
                lines = (tuple(_plain(one.read(row)) for one in self.columns) for row in self.rows)
                return csv_response(csv_text([one.key for one in self.columns], lines), self.name)
            case _:
                return None


def json_response(document: object) -> Response:
    """Return a response with a document as JSON, its control characters escaped."""
    return Response(to_json(document), media_type="application/json")


def csv_response(text: str, name: str) -> Response:
    """Return a response with a CSV file, which the browser saves as NAME.csv."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


def list_rows(
    request: Request, name: str, columns: Sequence[Column[Row]], rows: Iterable[Row], sort: str = ""
) -> Listing[Row]:
    """Filter and sort all rows of a table, and return the requested page.

    `name`: the name of a downloaded file. `sort`: the default order, such as "games", or "-games" for
    descending.
    """
    query = parse_list_request(request, columns, sort)
    filters = [(column, query.filters[column.key]) for column in columns if column.key in query.filters]
    left = [row for row in rows if all(_fits(row, column, text) for column, text in filters)]
    for column in columns:
        if column.key == query.sort:
            left = _sorted(left, column, query.descending)
    page = left if query.format else left[query.offset : query.offset + PAGE_SIZE]
    return Listing(request, name, columns, page, len(left), query)


def _fits(row: Row, column: Column[Row], text: str) -> bool:
    """True if a row passes a column's filter. `text`: the filter's value in the URL's query."""
    if column.accepts:
        return column.accepts(row, text)
    value = column.read(row)
    if isinstance(value, bool):
        return text.casefold() == ("yes" if value else "no")
    return str(_plain(value)).casefold() == text.casefold()


def _sorted(rows: Sequence[Row], column: Column[Row], descending: bool) -> list[Row]:
    """Return the rows sorted by a column. Rows without a value come last."""
    having = [row for row in rows if column.read(row) is not None]
    having.sort(key=lambda row: _key(column.read(row)), reverse=descending)
    return having + [row for row in rows if column.read(row) is None]


def _key(value: Value) -> Any:  # noqa: ANN401 - all values of a column compare with each other
    return value.casefold() if isinstance(value, str) else value


def _plain(value: Value) -> Value:
    return value.isoformat() if isinstance(value, datetime) else value
