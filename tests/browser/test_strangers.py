"""What strangers wrote is text on every page: it runs nothing, loads nothing, and turns nothing round."""

import json
import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

import pytest
from markupsafe import escape
from sqlalchemy import String

from arena.service.ladder.cache import refresh_ladders
from arena.service.tokens import new_token
from arena.store.database.store import open_store, sqlite_url
from arena.store.ladder.cached_documents import DocumentKind
from arena.store.tables import METADATA
from tests.browser.watched import Tabs, Watched
from tests.conftest import Scale
from tests.store.cached import change_documents
from tests.web.conftest import database
from tests.web.routes import API, PAGES, UPLOAD, page_cases
from tests.web.served import Served, serving
from tests.web.strangers import PAYLOADS, TURNING, WRITTEN, infest

pytestmark = pytest.mark.dear

__all__ = ["database"]  # a fixture

TRACES: Final = """({
  ran: window.evil === undefined ? [] : ['evil'],
  made: [...document.querySelectorAll('[data-evil], data-evil, base, iframe, object, embed')]
    .map(one => one.outerHTML),
  handlers: [...document.querySelectorAll('*')].flatMap(one => [...one.attributes])
    .filter(one => one.name.startsWith('on')).map(one => one.name),
  links: [...document.querySelectorAll('a[href], form[action]')].map(one => one.href || one.action)
    .filter(one => !one.startsWith(location.origin + '/')),
})"""
TURNED: Final = """(() => {
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const apart = new Set(['block', 'table-cell', 'list-item', 'flex', 'grid', 'flow-root', 'inline-block']);
  while (texts.nextNode()) {
    if (!/[\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f]/.test(texts.currentNode.data)) continue;
    let one = texts.currentNode.parentElement;
    if (one.closest('option, textarea, noscript, script')) continue;
    const style = getComputedStyle(one);
    const isolated = style.unicodeBidi.startsWith('isolate') || style.unicodeBidi === 'plaintext';
    if (!isolated && !(apart.has(style.display) && one.childNodes.length === 1)) found.push(one.outerHTML);
  }
  return found;
})()"""
SHOWN_TO_ITS_SENDER: Final = ("/submit", f"/submit/{UPLOAD}")


@pytest.fixture(scope="module")
def infested(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The site over a database in which these texts are wherever a stranger can write."""
    texts = (*PAYLOADS, TURNING)
    path = Path(shutil.copy(database, tmp_path_factory.mktemp("infested")))
    with open_store(sqlite_url(path)) as store:
        refresh_ladders(store)
        secret = new_token(store, "somebody", "local").secret
    infest(path, texts, UPLOAD)
    with open_store(sqlite_url(path)) as store, serving(store) as served:
        change_documents(store, DocumentKind.LADDER, lambda head: head.update(title="".join(texts)))
        sign_in(served, secret)
        yield served


def sign_in(served: Served, secret: str) -> None:
    [csrf] = {*re.findall(r'name="csrf" value="([^"]+)"', served.text("/submit"))}
    answered = served.client.post("/submit/session", data={"csrf": csrf, "token": secret})
    assert answered.status_code == 303, answered.text


def look(tabs: Tabs, served: Served, address: str) -> Watched:
    """A page as who is signed in sees it, with what it complained of."""
    cookies = served.client.cookies.items()
    tabs.know([{"name": name, "value": value, "url": served.address} for name, value in cookies])
    page = Watched(tabs, served.address + address, {}, served.address)
    page.frames()
    return page


@pytest.mark.ci_one_in(4)
@pytest.mark.parametrize("address", ["/bots?author=local", *page_cases()])
def test_hostile_text_is_inert_and_isolated(tabs: Tabs, infested: Served, address: str) -> None:
    page = look(tabs, infested, address)
    traces, turned = page.page.evaluate(TRACES), page.page.evaluate(TURNED)
    page.close()
    assert turned == []
    assert traces == {"ran": [], "made": [], "handlers": [], "links": []}
    assert [one for one in page.asked_for if one.startswith("/evil")] == page.strangers == []
    assert [one for one in page.complaints if "Failed to load" not in one] == []


@pytest.mark.parametrize("address", ["/bots", "/tournaments", "/tournaments/1", *SHOWN_TO_ITS_SENDER])
def test_hostile_text_is_shown(infested: Served, address: str) -> None:
    assert str(escape(PAYLOADS[0])) in infested.text(address)


def test_links_with_hostile_names_work(infested: Served) -> None:
    """Whatever a bot is called, its pages are there or not, but nothing breaks."""
    links = {
        link
        for address in ("/", "/bots", "/matches", "/tournaments/1")
        for link in re.findall(r'href="(/[^"]*)"', infested.text(address))
    }
    assert len(links) > 10
    for link in sorted(links)[:80]:
        assert infested.client.get(link.replace("&amp;", "&")).status_code < 500


def test_streamed_text_is_text(infested: Served) -> None:
    with infested.client.stream("GET", "/api/live/events/wall") as events:
        told = ""
        for text in events.iter_text():
            told += text
            if found := re.search(r"^event: runs\ndata: (.+)\n\n", told, re.MULTILINE):
                break
    assert found
    html = json.loads(found[1])["html"]
    assert str(escape(PAYLOADS[0])) in html
    assert tags_of_evil(html) == []


# ---- by address --------------------------------------------------------------------------------------------
KEYS: Final = (
    "sort",
    "page",
    "format",
    "pack",
    "ruleset",
    "opponent",
    "beside",
    "bot",
    "state",
    "cause",
    "x",
)
TOGETHER: Final = tuple("".join(PAYLOADS[at : at + 3]) for at in range(0, len(PAYLOADS), 3))
TOO_LONG: Final = 414


def test_addresses_are_text(infested: Served, scale: Scale) -> None:
    """Every route with two payloads, at scale full with all; each payload meets several routes."""
    routes = [one for one in (*PAGES, *(f"/api{one}" for one in API)) if "/events" not in one]
    for number, route in enumerate(routes):
        for at in range(scale.pick(quick=1, ci=2, full=len(TOGETHER))):
            payload = TOGETHER[(number + at) % len(TOGETHER)]
            path = re.sub(r"\{[^}]+\}", quote(payload, safe=""), route)
            for address in (path, f"{path}?{urlencode(dict.fromkeys(KEYS, payload))}"):
                answered = infested.client.get(address)
                assert answered.status_code < 500 and answered.status_code != TOO_LONG, address
                if "text/html" in answered.headers["content-type"]:
                    assert tags_of_evil(answered.text) == [], address


class _Tags(HTMLParser):
    """Finds what payloads would make."""

    def __init__(self) -> None:
        super().__init__()
        self.evil: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if any(name.startswith(("data-evil", "on")) for name, _ in attrs) or "evil" in tag:
            self.evil.append(self.get_starttag_text() or tag)


def tags_of_evil(html: str) -> list[str]:
    parser = _Tags()
    parser.feed(html)
    return parser.evil


# ---- what these tests know of ------------------------------------------------------------------------------
# Text that this platform makes itself, or checks before it is written: names by a rule, words of its own.
OWN: Final = {
    "analysis": {"state"},
    "bot": {"claimed", "folded"},
    "bot_version": {"digest"},
    "bye": {"kind"},
    "commit_mark": {"mark", "writer"},
    "comparison": {"model"},
    "cached_document": {"key", "kind", "position"},
    "encounter": {"cause", "ruleset"},
    "fault": {"game", "verdict"},
    "game": {"game_digest", "log_digest", "name", "termination"},
    "game_seat": {"verdict"},
    "house_rules": {"hash", "rules"},
    "ledger_entry": {"digest", "log_digest", "previous"},
    "live_piece": {"pieces", "run"},  # as the log, which is hostile here, and shown by the same page
    "live_status": {"document", "run"},  # a worker's name is made plain before it is written
    # the names are `printable` where a game is stored, and bots' names are shown as everywhere
    "person_event": {"data", "game_key", "name"},
    "person_request": {"data", "game_key", "name"},  # the referee alone reads it
    "person_game": {
        "bots",
        "first_key",
        "key",
        "person",
        "places",
        "problem",
        "ruleset",
        "secret",
        "state",
        "verdict",
        "visitor",
    },
    "pruning": {"digest", "logs", "previous"},
    "qualification": {"ruleset"},
    "round": {"ruleset", "ruleset_hash"},
    "submission": {"command", "kind", "limits", "place", "rulesets", "runner", "state"},
    "token": {"digest", "scopes"},
    "tournament": {"event_digest", "format", "limits", "runner", "secret", "state", "tie_breaks"},
    "upload": {"digest", "rulesets", "runner", "state", "ticket"},
    "upload_step": {"state"},
    "watching": {"target"},
}


def test_every_column_of_text_is_known() -> None:
    """One that is new is either written by strangers, and then hostile in these tests, or made here."""
    for name, table in METADATA.tables.items():
        texts = {one.name for one in table.columns if isinstance(one.type, String)}
        known = OWN.get(name, set()) | {*WRITTEN.get(name, ())}
        assert texts <= known, f"{name}: {texts - known}"


def test_payloads_are_effective_if_unescaped() -> None:
    assert len(PAYLOADS) >= 30
    assert len({*PAYLOADS}) == len(PAYLOADS)
    assert sum(bool(tags_of_evil(f"<p>{one}</p>")) for one in PAYLOADS) >= 15
