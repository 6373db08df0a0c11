"""The pages of tournaments in a browser: on a phone, in the dark, and while somebody plays."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store.database.store import open_store, sqlite_url
from tests.browser.conftest import Opens
from tests.web.events import COMPARED, NAMED, RUNNING, SWISS, TABLES, fill, play_one
from tests.web.served import Served, serving

pytestmark = pytest.mark.dear

PAGES = (
    "/tournaments",
    "/matches",
    f"/tournaments/{SWISS}",
    f"/tournaments/{SWISS}?why=1",
    f"/tournaments/{NAMED}/crosstable",
    f"/tournaments/{TABLES}/pairings",
    f"/tournaments/{SWISS}/pairings?bot=b",
    f"/tournaments/{NAMED}/matches",
    f"/tournaments/{SWISS}/config",
    f"/tournaments/{COMPARED}",
)
# The least contrast of a cell's number with what is behind it, as WCAG 2 measures it.
CONTRAST = """() => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map((one) => one / 255)
      .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (cell) => {
    const pair = [getComputedStyle(cell).backgroundColor, getComputedStyle(cell.firstChild).color].map(light);
    return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  };
  const cell = document.querySelector("td.heat");
  const steps = [...Array(11).keys()].map((step) => {
    cell.className = `heat heat-${step}`;
    return contrast(cell);
  });
  return Math.min(...steps);
}"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("events")
    with open_store(sqlite_url(folder / "arena.db")) as store:
        fill(store, folder)
        with serving(store) as served:
            yield served


@pytest.mark.full
def test_a_phone_shows_each_page_without_scrolling_it_sideways(visit: Opens) -> None:
    page = visit(PAGES[0]).page
    page.set_viewport_size({"width": 360, "height": 740})
    for path in PAGES:
        page.goto(f"{page.url.split('/tournaments')[0].split('/matches')[0]}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        wide = "[...document.querySelectorAll('.scroll')].every((one) => one.tabIndex === 0)"
        assert page.evaluate(wide), path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_crosstable_contrast(visit: Opens, scheme: str) -> None:
    page = visit(f"/tournaments/{SWISS}/crosstable", color_scheme=scheme)
    assert page.page.evaluate(CONTRAST) >= 4.5
    link = page.page.locator("td.heat a").first
    link.focus()
    assert str(link.get_attribute("href")).startswith("/matches/1.")


def test_crosstable_names_stay_visible(visit: Opens) -> None:
    page = visit(f"/tournaments/{SWISS}/crosstable").page
    page.set_viewport_size({"width": 360, "height": 740})
    place = "document.querySelector('tbody .who').getBoundingClientRect().x"
    before = page.evaluate(place)
    moved = (
        "(box => { box.scrollTo(200, 0); return box.scrollLeft; })(document.querySelector('.cross-scroll'))"
    )
    assert page.evaluate(moved) > 50
    assert page.evaluate(place) == before


DONE = "Number(document.querySelector('[data-progress] progress').value)"


def test_standings_update_while_running(visit: Opens, hall: Served) -> None:
    page = visit(f"/tournaments/{RUNNING}")
    page.page.locator("details.notes summary").click()
    games = "document.querySelector('#figures').innerText"
    before, standings = page.page.evaluate(DONE), page.page.evaluate(games)
    page.page.evaluate("window.stays = true")
    play_one(hall.site.store, RUNNING)
    page.until(f"{DONE} > {before}", 60)
    page.until(f"{games} !== {standings!r}", 60)
    assert page.page.evaluate("window.stays && document.querySelector('details.notes').open")


@pytest.mark.full
def test_refused_watcher_is_admitted_later(
    visit: Opens, hall: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(hall.app.state.poller.admission, "_max_streams", 0)
        page = visit(f"/tournaments/{RUNNING}")
        before = page.page.evaluate(DONE)
        while not page.complaints:
            page.page.wait_for_timeout(25)
        [complaint] = page.complaints
        assert "429" in complaint
        page.complaints.clear()
    play_one(hall.site.store, RUNNING)
    page.until(f"{DONE} > {before}", 60)


# As a browser does it that keeps a page while another is read.
SEEN = """state => {
  Object.defineProperty(document, "hidden", { value: state === "hidden", configurable: true });
  const event = state === "hidden" ? "pagehide" : "pageshow";
  dispatchEvent(new PageTransitionEvent(event, { persisted: true }));
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_returning_visitor_gets_updates(visit: Opens, hall: Served) -> None:
    page = visit(f"/tournaments/{RUNNING}")
    page.page.evaluate(SEEN, "hidden")
    before = page.page.evaluate(DONE)
    play_one(hall.site.store, RUNNING)
    page.page.evaluate(SEEN, "visible")
    page.until(f"{DONE} > {before}", 60)
