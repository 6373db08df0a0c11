"""Ladder and bots in a browser: nothing complains, nothing sticks out, everything is reached by key."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import update

from arena.service.ladder.cache import refresh_ladders
from arena.store.database.store import open_store, sqlite_url
from arena.store.tables.bots import BOT, OWNER
from tests.benchmarks.field import fill
from tests.browser.conftest import Opens
from tests.browser.test_site import OF_COLOURS, axe, problems
from tests.store.cached import change_rows
from tests.web.served import Served, serving

pytestmark = pytest.mark.dear

__all__ = ["axe"]  # a fixture

PHONE: Any = {"width": 360, "height": 740}
LONG = "W" * 29
PATHS = (
    "/",
    "/?ruleset=overall",
    "/bots",
    "/bots/Bot-0003",
    "/bots/Bot-0003/matches",
    "/bots/Bot-0003/match-ups",
    "/bots/Bot-0003/versions",
    "/bots/Bot-0003/vs/Bot-0004",
)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Ten bots, some with long names, some provisional."""
    path = tmp_path_factory.mktemp("ladder") / "arena.db"
    with open_store(sqlite_url(path)) as store, serving(store) as served:
        fill(store, 10, 1_000)
        refresh_ladders(store)
        with store.writing() as tx:
            for key in (2, 5):
                tx.execute(update(BOT).where(BOT.c.id == key).values(name=f"{LONG}{key}", folded=f"w{key}"))
            tx.execute(update(OWNER).values(name=OWNER.c.name + " " + "x" * 50))
        change_rows(
            store, lambda row: row["place"] > 7 and row.update(provisional=True, best=None, worst=None)
        )
        yield served


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("path", PATHS)
def test_ladder_pages_fit_a_phone_and_are_accessible(visit: Opens, axe: str, path: str) -> None:
    watched = visit(path)
    page = watched.page
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    regions = page.locator(".scroll")
    for index in range(regions.count()):
        assert regions.nth(index).get_attribute("tabindex") == "0"
        assert regions.nth(index).get_attribute("aria-label")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert problems(watched, axe, OF_COLOURS) == [], scheme


def test_contrast_check_finds_faint_text(visit: Opens, axe: str) -> None:
    watched = visit("/")
    watched.page.evaluate("document.querySelector('.lead').style.color = '#888'")
    assert len(problems(watched, axe, OF_COLOURS)) == 1


def test_ladder_by_keyboard(visit: Opens) -> None:
    watched = visit("/")
    page = watched.page
    page.get_by_role("link", name="Games", exact=True).focus()
    watched.press("Enter")
    page.wait_for_url("**/?sort=-games")
    head = page.get_by_role("columnheader", name="Games")
    assert head.get_attribute("aria-sort") == "descending"
    page.get_by_role("link", name="Bot-0003").first.focus()
    watched.press("Enter")
    page.wait_for_url("**/bots/Bot-0003")
    assert page.get_by_role("heading", level=1).inner_text() == "Bot-0003"


def test_tabs_and_filters_lead_on(visit: Opens) -> None:
    page = visit("/bots/Bot-0003").page
    page.get_by_role("link", name="Matches", exact=True).last.click()
    page.get_by_label("Ruleset").select_option("prsi@1")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**/matches?ruleset=prsi%401**")
    assert page.get_by_role("link", name="ruleset: prsi@1").is_visible()
    cells = page.locator("tbody tr td:nth-child(3)").all_inner_texts()
    assert cells
    assert {*cells} == {"prsi@1"}


def test_long_names_are_cut_and_can_be_read(visit: Opens) -> None:
    page = visit("/").page
    name = page.locator(f"a[title='{LONG}2']").first
    cut = "one => getComputedStyle(one).textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth"
    assert name.evaluate(cut)
    box = name.bounding_box()
    cell = page.locator("td", has=name).first.bounding_box()
    assert box
    assert cell
    assert box["x"] + box["width"] <= cell["x"] + cell["width"]


def test_charts_are_drawn_and_described(visit: Opens) -> None:
    page = visit("/bots/Bot-0003").page
    chart = page.get_by_role("img", name="Live Elo in Mau-Mau").first
    box = chart.bounding_box()
    assert box
    assert box["width"] > 200
    assert box["height"] > 150
    line = chart.locator("polyline").bounding_box()
    assert line
    assert line["width"] > 200
    assert page.locator(".sparkline").count() == 0
    sparks = visit("/?ruleset=mau-mau").page.locator(".sparkline")
    assert sparks.count() == 10
    assert "Elo" in (sparks.first.get_attribute("aria-label") or "")
