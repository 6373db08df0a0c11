"""The wall and a match that is followed, in a browser, while the match is played."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store.database.store import open_store, sqlite_url
from tests.browser.conftest import Opens
from tests.conftest import Scale
from tests.web.served import Served, serving
from tests.web.watching import planned, played

pytestmark = pytest.mark.dear

TABLE = "document.querySelector('[data-table=\"1.1.1\"]')"
PLIES = "(document.querySelector('maumau-replay.ready')?.film.last ?? -1)"
GAME = "document.querySelector('maumau-replay').getAttribute('src')"
OVER = "!document.querySelector('[data-over]').hidden"


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return tmp_path / "live.db"


@pytest.fixture
def hall(base: Path) -> Iterator[Served]:
    with open_store(sqlite_url(base)) as store, serving(store) as served:
        yield served


BOTS_S = 240  # a limit for what bots take


def test_follow_a_running_match(visit: Opens, hall: Served, base: Path) -> None:
    number = planned(hall.site.store, 400)
    page = visit("/live")
    nothing = page.page.locator("[data-empty]")
    assert nothing.is_visible()
    with played(base, number):
        page.until(f"{TABLE} !== null", BOTS_S)
        told = page.page.evaluate(f"{TABLE}.innerText")
        assert "slow" in told
        assert "Mau-Mau, board" in told
        assert not nothing.is_visible()
        page.page.locator("[data-table] h3 a").focus()
        page.until(f"{TABLE}.innerText !== {told!r}", BOTS_S)
        assert page.page.evaluate(f"{TABLE}.contains(document.activeElement)")
        page.press("Enter")
        page.page.wait_for_url("**/live/1.1.1")
        page.until(f"{PLIES} >= 0", BOTS_S)
        game, before = page.page.evaluate(GAME), page.page.evaluate(PLIES)
        page.until(f"{PLIES} > {before} || {GAME} !== {game!r}", BOTS_S)  # it goes on, or was at its end
        assert page.page.evaluate("[...document.querySelector('maumau-replay').film.sides]") == ["public"]
        game = page.page.evaluate(GAME)
        page.page.evaluate("document.querySelector('maumau-replay').setSpeed('16')")
        page.until(f"{GAME} !== {game!r}", BOTS_S)
        page.page.wait_for_timeout(1_000)  # in which the page does not make a new one
        assert page.page.evaluate("document.querySelector('maumau-replay').speed") == "16"


def test_waiting_page_leads_to_the_replay(visit: Opens, hall: Served, base: Path, scale: Scale) -> None:
    number = planned(hall.site.store, scale.pick(quick=4, ci=4, full=40))
    page = visit(f"/live/{number}.1.1")
    assert page.page.locator("[data-waiting]").is_visible()
    with played(base, number):
        page.until(OVER, BOTS_S)
    assert not page.page.locator("[data-waiting]").is_visible()
    link = page.page.get_by_role("link", name="Watch the replay")
    assert link.get_attribute("href") == f"/matches/{number}.1.1"


@pytest.mark.parametrize("width", [360, 1280])
def test_empty_live_page_fits(visit: Opens, width: int) -> None:
    page = visit("/live")
    page.page.set_viewport_size({"width": width, "height": 740})
    assert page.page.locator("[data-empty]").is_visible()
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
