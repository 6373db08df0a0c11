"""Names that strangers chose, in tables for people and spreadsheets: they stay in their cell."""

import csv
import io

import pytest

from arena.service.reports.export import to_json
from arena.service.reports.text_tables import Grid, csv_text, markdown, markdown_text, plain_text

HOSTILE = (
    '=HYPERLINK("http://x")',
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1",
    "  =1",
    "＝1",
    'a,b"c\nd',
    "\x1b]0;title\x07",
    "\u202eevil",
    "x" * 5000,
)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_cell_of_a_csv_is_a_formula(name: str) -> None:
    [heading, row] = csv.reader(io.StringIO(csv_text(("bot", name), [(name, 1.5)])))
    for cell in (heading[1], row[0]):
        assert cell.lstrip()[0] not in "=+-@＝＋－＠"
        assert cell.isprintable()
        assert len(cell) <= 201


def test_numbers_stay_numbers_in_csv() -> None:
    assert csv_text(("elo", "n"), [(-12.5, None), (-3, 0)]) == "elo,n\n-12.5,\n-3,0\n"


@pytest.mark.parametrize(
    ("name", "escaped"),
    [
        ("a|b", r"a\|b"),
        ("<script>", r"\<script\>"),
        ("[x](http://y)", r"\[x\](http\://y)"),
        ("*_`~#", r"\*\_\`\~\#"),
        ("www.x.org", r"www\.x.org"),
        (":tada:", r"\:tada:"),
        ("mau-mau@1: over", "mau-mau@1: over"),
        ("line\nbreak", r"line\\nbreak"),
        ("\\", r"\\"),
    ],
)
def test_a_name_means_only_itself_in_markdown(name: str, escaped: str) -> None:
    assert markdown(name) == escaped


def test_a_row_of_a_markdown_table_is_one_line_of_as_many_cells() -> None:
    grid = Grid(
        "t\n# t", ("#", "Bot"), tuple((number, name) for number, name in enumerate(HOSTILE)), ("n\nn",)
    )
    lines = markdown_text(grid).splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) == 2 + len(HOSTILE)
    assert all(row.replace("\\\\", "").replace("\\|", "").count("|") == 3 for row in rows)
    assert lines[0] == r"## t\\n\# t"
    assert rows[1] == "| ---: | --- |"


def test_columns_of_a_text_table_keep_their_places() -> None:
    grid = Grid("title", ("#", "Bot", "Elo"), ((1, "名前", -5.25), (10, "\x1b[2J", None), (2, "b", 1.0)))
    assert plain_text(grid) == (
        "title\n #  Bot        Elo\n 1  名前     -5.25\n10  \\x1b[2J\n 2  b            1\n\n"
    )


def test_json_has_nothing_in_it_that_a_terminal_obeys() -> None:
    text = to_json({"name": "a\x9b31m\u202e\x1b[2J\u200b", "é": "ü"})
    assert text.isascii() or not set(text) & {"\x9b", "\u202e", "\x1b", "\u200b"}
    assert '"é": "ü"' in text
    assert r"\u009b31m\u202e\u001b[2J\u200b" in text
