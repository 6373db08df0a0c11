"""Tables by link: what is sorted, filtered, cut into pages and written to files."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

import pytest
from starlette.requests import Request

from arena.web.tables.listing import PAGE_SIZE, Column, Listing, Value, list_rows, parse_list_request


@dataclass(frozen=True, slots=True)
class Row:
    """A row with a value of every kind."""

    name: str
    games: int | None = None
    rated: bool | None = None
    played: datetime | None = None


COLUMNS: tuple[Column[Row], ...] = (
    Column("bot", "Bot", lambda row: row.name, link=lambda row: f"/bots/{row.name}", filters=True),
    Column("games", "Games", lambda row: row.games, numbers=True, largest_first=True, filters=True),
    Column("rated", "Rated", lambda row: row.rated, filters=True),
    Column("played", "Played", lambda row: row.played, filters=True),
    Column("length", "", lambda row: len(row.name), sorts=False),
)
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
EARLIER = datetime(2026, 3, 4, 12, 30, tzinfo=timezone(timedelta(hours=2)))
ROWS = (
    Row("beta", 5, True, NOON),
    Row("Alpha", None, False, EARLIER),
    Row("gamma", 1_234_567, None, None),
    Row("alpha2", 5, True, None),
)


def asked(query: str) -> Request:
    """A request for `/bots` with a query."""
    return Request(
        {"type": "http", "method": "GET", "path": "/bots", "query_string": query.encode(), "headers": []}
    )


def table(query: str = "", rows: Sequence[Row] = ROWS, sort: str = "") -> Listing[Row]:
    return list_rows(asked(query), "bots", COLUMNS, rows, sort)


def names(query: str, sort: str = "") -> list[str]:
    return [row.name for row in table(query, sort=sort).rows]


SORTED = [
    ("", ["beta", "Alpha", "gamma", "alpha2"]),
    ("sort=bot", ["Alpha", "alpha2", "beta", "gamma"]),
    ("sort=-bot", ["gamma", "beta", "alpha2", "Alpha"]),
    ("sort=games", ["beta", "alpha2", "gamma", "Alpha"]),
    ("sort=-games", ["gamma", "beta", "alpha2", "Alpha"]),
    ("sort=rated", ["Alpha", "beta", "alpha2", "gamma"]),
    ("sort=-rated", ["beta", "alpha2", "Alpha", "gamma"]),
    ("sort=played", ["Alpha", "beta", "gamma", "alpha2"]),
    ("sort=-played", ["beta", "Alpha", "gamma", "alpha2"]),
    ("sort=length", ["beta", "Alpha", "gamma", "alpha2"]),
    ("sort=nosuch", ["beta", "Alpha", "gamma", "alpha2"]),
    ("sort=", ["beta", "Alpha", "gamma", "alpha2"]),
    ("sort=--games", ["beta", "Alpha", "gamma", "alpha2"]),
]


@pytest.mark.parametrize(("query", "order"), SORTED)
def test_sorting_is_stable_with_missing_values_last(query: str, order: list[str]) -> None:
    assert names(query) == order


def test_default_order() -> None:
    assert names("", sort="-games") == names("sort=-games")
    assert names("sort=bot", sort="-games") == names("sort=bot")


FILTERED = [
    ("bot=ALPHA", ["Alpha"]),
    ("bot=alp", []),
    ("bot=", ["beta", "Alpha", "gamma", "alpha2"]),
    ("games=5", ["beta", "alpha2"]),
    ("games=5&rated=yes&bot=beta", ["beta"]),
    ("rated=yes", ["beta", "alpha2"]),
    ("rated=NO", ["Alpha"]),
    ("rated=True", []),
    ("played=2026-03-04T12:00:00%2B00:00", ["beta"]),
    ("length=4", ["beta", "Alpha", "gamma", "alpha2"]),
    ("nosuch=1", ["beta", "Alpha", "gamma", "alpha2"]),
    ("bot=%27%20OR%201=1", []),
    ("bot=%00", []),
]


@pytest.mark.parametrize(("query", "left"), FILTERED)
def test_filters_keep_equal_rows(query: str, left: list[str]) -> None:
    found = table(query)
    assert [row.name for row in found.rows] == left
    assert found.total == len(left)


# ---- as files ----------------------------------------------------------------------------------------------
def file(query: str, rows: Sequence[Row] = ROWS) -> tuple[str, dict[str, str]]:
    response = table(query, rows).file()
    assert response
    return bytes(response.body).decode(), dict(response.headers)


def test_json_has_values_instead_of_cells() -> None:
    text, headers = file("format=json&sort=played")
    assert headers["content-type"] == "application/json"
    first, *_, last = json.loads(text)
    assert first == {
        "bot": "Alpha",
        "games": None,
        "rated": False,
        "played": EARLIER.isoformat(),
        "length": 5,
    }
    assert last["played"] is None


def test_csv_has_values() -> None:
    text, headers = file("format=csv&games=5")
    assert headers["content-type"].startswith("text/csv")
    assert headers["content-disposition"] == 'attachment; filename="bots.csv"'
    head, first, second = csv.reader(io.StringIO(text))
    assert head == ["bot", "games", "rated", "played", "length"]
    assert first == ["beta", "5", "True", NOON.isoformat(), "4"]
    assert second[3] == ""


FORMULAS = ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0", " =1+1", "\n=1"]


@pytest.mark.parametrize("name", FORMULAS)
def test_no_text_is_a_formula_of_a_spreadsheet(name: str) -> None:
    text, _ = file("format=csv", [Row(name, -5)])
    _, [cell, number, *_] = csv.reader(io.StringIO(text, newline=""))
    assert cell.strip()[:1] not in tuple("=+-@")
    assert number == "-5"


def test_text_with_commas_quotes_and_lines_stays_in_its_cell() -> None:
    name = 'a,"b"\r\nc,d'
    text, _ = file("format=csv", [Row(name)])
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert len(rows) == 2 and len(rows[1]) == len(COLUMNS)


# ---- pages -------------------------------------------------------------------------------------------------
MANY = tuple(Row(f"bot{number:03}", number) for number in range(2 * PAGE_SIZE + 1))


def test_pages_follow_each_other() -> None:
    first, second, last = (table(f"sort=bot&page={page}", MANY) for page in (1, 2, 3))
    assert [len(one.rows) for one in (first, second, last)] == [PAGE_SIZE, PAGE_SIZE, 1]
    assert [one.pages for one in (first, second, last)] == [3, 3, 3]
    assert (first.before, first.after) == ("", "?sort=bot&page=2")
    assert (second.before, second.after) == ("?sort=bot", "?sort=bot&page=3")
    assert last.after == ""
    assert len(table("format=csv&page=2", MANY).rows) == len(MANY)


PAGES_ASKED = [
    ("", 1),
    ("0", 1),
    ("-1", 1),
    ("x", 1),
    ("²", 1),
    ("٣", 1),
    ("2", 2),
    ("9" * 30, 1_000_000),
    ("9" * 5_000, 1_000_000),
]


@pytest.mark.parametrize(("page", "number"), PAGES_ASKED)
def test_a_page_is_a_number_from_1(page: str, number: int) -> None:
    assert (
        parse_list_request(
            Request(dict(asked("").scope) | {"query_string": f"page={page}".encode()}), COLUMNS
        ).page
        == number
    )


def test_a_page_beyond_the_last_is_empty_and_leads_back() -> None:
    beyond = table("page=9", MANY)
    assert list(beyond.rows) == [] and beyond.total == len(MANY) and beyond.after == ""
    assert beyond.before == "?page=3"


# ---- links -------------------------------------------------------------------------------------------------
def test_second_click_reverses_the_order() -> None:
    links = {head.column.key: head.link for head in table("bot=x&page=3&format=html").heads}
    assert links == {
        "bot": "?bot=x&sort=bot",
        "games": "?bot=x&sort=-games",
        "rated": "?bot=x&sort=rated",
        "played": "?bot=x&sort=played",
    }
    heads = {head.column.key: head for head in table("sort=bot").heads}
    assert (heads["bot"].sorted, heads["bot"].link) == ("ascending", "?sort=-bot")
    heads = {head.column.key: head for head in table("sort=-games").heads}
    assert (heads["games"].sorted, heads["games"].link) == ("descending", "?sort=games")


def test_links_keep_and_escape_the_query() -> None:
    assert table("bot=a%26b%3D%22%3E&sort=bot").link(sort="games") == "?bot=a%26b%3D%22%3E&sort=games"
    assert table("bot=x").link(bot="") == "/bots"


CELLS: list[tuple[Column[Row], str]] = [
    (COLUMNS[0], "gamma"),
    (COLUMNS[1], "1,234,567"),
    (COLUMNS[2], ""),
    (COLUMNS[3], ""),
]


@pytest.mark.parametrize(("column", "shown"), CELLS, ids=lambda one: getattr(one, "key", None))
def test_cells_as_the_page_shows_them(column: Column[Row], shown: str) -> None:
    assert column.cell(ROWS[2]) == shown


def test_cells_of_every_kind() -> None:
    values: list[tuple[Value, str]] = [
        (True, "yes"),
        (False, "no"),
        (EARLIER, "2026-03-04 10:30"),
        (-3, "−3"),
    ]
    for value, shown in values:
        column: Column[Value] = Column("x", "X", lambda row: row)
        assert column.cell(value) == shown
