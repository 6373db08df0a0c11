"""The visible text of every page, compared with golden files."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

import pytest

from arena.store.database.store import open_store, sqlite_url
from tests.golden.check import check_golden
from tests.web import events
from tests.web.events import CANCELLED, COMPARED, NAMED, PAUSED, RUNNING, SWISS, TABLES
from tests.web.served import Served, serving

PLAYED: Final = {
    "match": "/matches/1.1.1",
    "embed": "/embed/1.1.1/games/1",
    "live": "/live",
    "live match": "/live/1.1.1",
    "rules": "/rules",
    "rule card": "/rules/detailed?beside=mau-mau",
    "submit": "/submit",
    "api": "/api/docs",
    "not found": "/matches/9.9.9",
}
MADE_UP: Final = {
    "ladder": "/",
    "bots": "/bots",
    "bot": "/bots/a",
    "bot matches": "/bots/a/matches",
    "bot opponents": "/bots/a/match-ups",
    "bot versions": "/bots/a/versions",
    "versus": "/bots/a/vs/b",
    "tournaments": "/tournaments",
    "matches": "/matches?tournament=1",
    "standings": f"/tournaments/{SWISS}",
    "standings explained": f"/tournaments/{NAMED}?why=1",
    "standings of tables": f"/tournaments/{TABLES}",
    "crosstable": f"/tournaments/{SWISS}/crosstable",
    "pairings": f"/tournaments/{SWISS}/pairings",
    "pairings of a bot": f"/tournaments/{SWISS}/pairings?bot=b",
    "tournament matches": f"/tournaments/{RUNNING}/matches",
    "config": f"/tournaments/{SWISS}/config",
    "comparison": f"/tournaments/{COMPARED}",
    "running": f"/tournaments/{RUNNING}",
    "paused": f"/tournaments/{PAUSED}",
    "cancelled": f"/tournaments/{CANCELLED}",
}
EMPTY: Final = {
    f"empty {path[1:] or 'ladder'}": path
    for path in ("/", "/bots", "/data", "/tournaments", "/matches", "/live", "/people", "/play")
}

CHANGING: Final = (
    (re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d)?"), "DATE"),
    (re.compile(r"just now|\d+ (?:second|minute|hour|day)s? ago"), "AGO"),
    (re.compile(r"[\d.,]+ m?s\b|\b\d+(?:\.\d+)?(?=\s*\n)(?<=\.\d\d)"), "TIME"),
    (re.compile(r"/tmp/[^\s\"]*/"), "FOLDER/"),
    (re.compile(r"http://127\.0\.0\.1:\d+"), "ADDRESS"),
    (re.compile(r"\b[0-9a-f]{12,64}\b"), "DIGEST"),
)


class _Text(HTMLParser):
    """The text of a page: a line for each block, cells of a row separated by bars."""

    HIDDEN: Final = frozenset(
        {"head", "script", "style", "svg", "template", "select", "noscript", "nav", "footer", "maumau-replay"}
    )
    LINES: Final = frozenset(
        {"p", "h1", "h2", "h3", "li", "tr", "dt", "dd", "div", "section", "pre", "summary", "article"}
    )

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self._hidden += tag in self.HIDDEN
        self.parts.append("\n" if tag in self.LINES else " | " if tag in {"td", "th"} else "")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in self.HIDDEN
        self.parts.append("\n" if tag in self.LINES else "")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(re.sub(r"\s+", " ", data))


def visible_text(page: str) -> str:
    """Return a page's text with dates, times and digests replaced."""
    parser = _Text()
    parser.feed(page)
    text = "".join(parser.parts)
    for pattern, name in CHANGING:
        text = pattern.sub(name, text)
    lines = (re.sub(r" {2,}", " ", line).strip(" ") for line in text.split("\n"))
    return "\n".join(line for line in lines if line.strip("| ")) + "\n"


def file_of(name: str) -> str:
    return f"web/{name.replace(' ', '-')}.txt"


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with open_store(sqlite_url(events.filled(tmp_path_factory))) as store, serving(store) as served:
        yield served


@pytest.mark.parametrize("name", PLAYED)
def test_page_of_a_played_tournament(name: str, site: Served, request: pytest.FixtureRequest) -> None:
    page = site.client.get(PLAYED[name])
    text = visible_text(page.text)
    assert (page.status_code == 404) == (name == "not found")
    check_golden(file_of(name), text, request)


@pytest.mark.parametrize("name", MADE_UP)
def test_page_of_made_up_tournaments(name: str, made_up: Served, request: pytest.FixtureRequest) -> None:
    check_golden(file_of(name), visible_text(made_up.text(MADE_UP[name])), request)


@pytest.mark.parametrize("name", EMPTY)
def test_page_of_an_empty_database(name: str, empty: Served, request: pytest.FixtureRequest) -> None:
    check_golden(file_of(name), visible_text(empty.text(EMPTY[name])), request)
