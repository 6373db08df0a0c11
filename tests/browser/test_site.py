"""Every page of the site in a browser: quiet, at home, readable by everybody, on a phone and in the dark."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from arena.service.ladder.cache import refresh_ladders
from arena.store.database.store import Store
from tests.browser.conftest import Opens
from tests.browser.watched import OPAQUE, Tabs, Watched
from tests.web.conftest import database, empty, site, store
from tests.web.routes import page_cases
from tests.web.served import Served

pytestmark = pytest.mark.dear

__all__ = ["database", "empty", "site", "store"]  # fixtures

AXE: Final = "ARENA_AXE"  # names the file axe.min.js; the gate brings it
# Card symbols are only drawn by reference; checking them too would take a fifth of the time.
AXE_RUN: Final = "options => axe.run({ exclude: ['.card-sprite'] }, options)"
PHONE: Final = {"width": 360, "height": 740}
TOLD: Final = "Failed to load resource: the server responded with a status of "  # by the browser, of a page
TAKEN: Final = "Autofocus processing was blocked"  # that of a closed dialog, by the focus of a visitor
READY: Final = "!document.querySelector('maumau-replay') || !!document.querySelector('[data-part=goto]')"
GRAVE: Final = ("serious", "critical")
OF_COLOURS: Final = ("color-contrast", "link-in-text-block")  # the rules of axe that depend on the scheme
EMPTY: Final = ("/", "/bots", "/tournaments", "/matches", "/live", "/submit")


@pytest.fixture(scope="module")
def ladders(store: Store) -> None:
    """They are kept up, as `arena serve` does."""
    refresh_ladders(store)


@pytest.fixture
def look(tabs: Tabs) -> Iterator[Opens]:
    """Opens an address. At the end no page may have complained, nor asked elsewhere."""
    opened: list[Watched] = []

    def open_(served: Served, path: str, **media: object) -> Watched:
        opened.append(Watched(tabs, served.address + path, media, served.address))
        opened[-1].until(READY)
        return opened[-1]

    yield open_
    for one in opened:
        one.close()
        assert [text for text in one.complaints if not text.startswith((TOLD, TAKEN))] == []
        assert one.strangers == []


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core, which finds what is hard to use. Tests of that are skipped where it is not."""
    path = os.environ.get(AXE)
    if not path:
        pytest.skip(f"{AXE} names no axe.min.js; the gate brings it")
    return Path(path).read_text()


@pytest.mark.usefixtures("ladders")
@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("address", page_cases())
def test_a_page_is_quiet_accessible_and_fits_a_phone(
    look: Opens, site: Served, axe: str, address: str
) -> None:
    page = look(site, address)
    assert_focus_is_ordered_and_seen(page)
    light = ground(page)
    assert problems(page, axe) == []
    page.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert problems(page, axe, OF_COLOURS) == []
    assert sum(light) > 600
    assert sum(ground(page)) < 200
    assert page.page.evaluate("document.getAnimations().length") == 0
    assert_fits_a_phone(page)
    assert (
        re.findall(r"<style|<[^>]+ (?:style|on[a-z]+)=|<script(?![^>]* src=)", html_of(site, address)) == []
    )


def assert_fits_a_phone(page: Watched) -> None:
    page.page.set_viewport_size(PHONE)  # type: ignore[arg-type] # it is one
    page.frames()
    assert page.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def html_of(served: Served, address: str) -> str:
    """As it is sent, before any script changes it."""
    return served.client.get(address).text


def ground(page: Watched) -> list[int]:
    """Red, green and blue of the page."""
    colour: str = page.page.evaluate("getComputedStyle(document.body).backgroundColor")
    return [int(part) for part in colour.partition("(")[2].rstrip(")").split(",")[:3]]


def test_empty_pages(empty: Served, look: Opens, axe: str) -> None:
    for address in EMPTY:
        page = look(empty, address)
        assert problems(page, axe) == [], address
        assert_fits_a_phone(page)


def assert_accessible(page: Watched, axe: str) -> None:
    """Check the page in light colours by all rules, then the dark colours."""
    assert problems(page, axe) == []
    page.page.emulate_media(color_scheme="dark")
    assert problems(page, axe, OF_COLOURS) == []
    page.page.emulate_media(color_scheme="light")


def problems(page: Watched, axe: str, rules: Sequence[str] = ()) -> list[str]:
    """Return what axe-core finds to be serious, by all its rules or by these."""
    page.page.evaluate(OPAQUE)
    if not page.page.evaluate("'axe' in window"):
        page.page.evaluate(axe)
    options = {"resultTypes": ["violations"], "preload": False} | ({"runOnly": list(rules)} if rules else {})
    found: Any = page.page.evaluate(AXE_RUN, options)
    return [
        f"{one['id']}: {node['html']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


# ---- by keyboard -------------------------------------------------------------------------------------------
FOCUSED: Final = """(() => {
  const one = document.activeElement, style = getComputedStyle(one), box = one.getBoundingClientRect();
  const all = [...document.querySelectorAll('*')];
  return {
    number: all.indexOf(one), name: one.outerHTML.slice(0, 120),
    seen: box.width > 0 && box.height > 0 && box.right > 0,
    marked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1,
  };
})()"""
MAX_STOPS: Final = 40


@pytest.mark.usefixtures("ladders")
def test_the_first_key_leads_past_the_bar(look: Opens, site: Served) -> None:
    page = look(site, "/bots")
    page.press("Tab")
    first = page.page.evaluate(FOCUSED)
    assert "skip" in first["name"] and first["seen"] and first["marked"]
    page.press("Enter", "Tab")
    assert page.page.evaluate("document.getElementById('main').contains(document.activeElement)")


def assert_focus_is_ordered_and_seen(page: Watched) -> None:
    assert page.page.evaluate("[...document.querySelectorAll('[tabindex]')].every(one => one.tabIndex <= 0)")
    before = -1
    for _ in range(MAX_STOPS):
        page.press("Tab")
        now = page.page.evaluate(FOCUSED)
        if now["number"] <= before or "<body" in now["name"]:
            break
        assert now["seen"] and now["marked"], now["name"]
        before = now["number"]
    assert before > 0


# ---- on screen and on paper --------------------------------------------------------------------------------
@pytest.mark.parametrize("address", ["/", "/tournaments/1", "/matches/1.1.1"])
def test_bar_and_page_are_aligned(look: Opens, site: Served, address: str) -> None:
    page = look(site, address)
    page.page.set_viewport_size({"width": 1440, "height": 900})
    page.frames()
    left = [
        page.page.evaluate("all => document.querySelector(all).getBoundingClientRect().left", one)
        for one in (".brand", "main > *")
    ]
    assert left[0] == pytest.approx(left[1], abs=1)


SHIFT: Final = """() => new Promise(done => {
    new PerformanceObserver(list => done(list.getEntries().reduce((sum, one) => sum + one.value, 0)))
        .observe({type: "layout-shift", buffered: true});
    setTimeout(() => done(0), 500);
})"""


@pytest.mark.ci_one_in(5)
@pytest.mark.parametrize("address", ["/", "/matches/1.1.1/games/1"])
@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_page_does_not_shift_while_it_loads(look: Opens, site: Served, address: str, width: int) -> None:
    page = look(site, "/rules", reduced_motion="reduce")  # the game stands still: its texts have many lengths
    page.page.set_viewport_size({"width": width, "height": 900})
    page.page.goto(site.address + address)
    page.until("!!document.querySelector('.cards svg')")
    assert page.page.evaluate(SHIFT) < 0.01


NOT_PRINTED: Final = (
    "[...document.querySelectorAll('nav, form, button:not(.events *), select, .tabs, .bar, .foot')]"
    ".filter(one => one.checkVisibility()).map(one => one.outerHTML.slice(0, 80))"
)
CUT_OFF: Final = (
    "[...document.querySelectorAll('.scroll, .panel')].filter(one => one.checkVisibility())"
    ".filter(one => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible')"
    ".length"
)
COLOURS: Final = (
    "[...document.querySelectorAll('td, .scroll th, .events button')].filter(one => one.checkVisibility())"
    ".map(one => getComputedStyle(one)).map(style => style.color + ' on ' + style.backgroundColor)"
)


@pytest.mark.parametrize("address", ["/tournaments/1", "/tournaments/1/crosstable", "/matches/1.1.1"])
def test_printed_page(look: Opens, site: Served, address: str) -> None:
    page = look(site, address, media="print")
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme)
        assert page.page.evaluate(NOT_PRINTED) == []
        assert page.page.evaluate(CUT_OFF) == 0
        assert ground(page) == [255, 255, 255]
        assert set(page.page.evaluate(COLOURS)) == {"rgb(0, 0, 0) on rgba(0, 0, 0, 0)"}
    if "matches" in address:
        ends = [
            page.page.locator(one).evaluate("one => one.getBoundingClientRect().bottom")
            for one in ("[data-part=events] li:last-child button", "maumau-replay")
        ]
        assert 0 < ends[0] <= ends[1]
