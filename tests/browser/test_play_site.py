"""A person plays on the site, which is served by its own processes."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

import pytest

from arena.service.analyses.worker import run_analysis_worker
from arena.store.database.store import open_store, sqlite_url
from tests.browser.test_play_games import BUTTONS, COUNT, by_keys, open_page, play
from tests.browser.test_site import assert_accessible, assert_fits_a_phone, axe, problems
from tests.browser.watched import Tabs, Watched
from tests.conftest import Scale
from tests.web.site_process import site_process
from tests.web.waiting import matches

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.dear

__all__ = ["axe", "open_page"]  # fixtures

PHONE: Final = {"width": 360, "height": 640}
# What the person sees before a choice: the question, the hand and the number of choices.
SEEN: Final = f"""[
  document.querySelector(".move h2").textContent,
  ...[...document.querySelectorAll(".hand button")].map((one) => one.ariaLabel),
  {BUTTONS}.length,
]"""
LAST: Final = "document.querySelector('maumau-replay').film.last"  # ply
FOCUSED: Final = "document.activeElement.name || document.activeElement.textContent.trim()"


class PlaySite:
    """`arena serve` over a database, which can be killed and started again on its port."""

    def __init__(self, folder: Path, running: ExitStack) -> None:
        self.folder, self._running = folder, running
        self._process, self._port = running.enter_context(site_process(folder))
        self.address = f"http://127.0.0.1:{self._port}"

    @property
    def pid(self) -> int:
        return self._process.pid

    @contextmanager
    def killed(self) -> Iterator[None]:
        self._process.kill()
        try:
            yield
        finally:
            self._process, _ = self._running.enter_context(site_process(self.folder, self._port))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlaySite]:
    with ExitStack() as running:
        yield PlaySite(tmp_path_factory.mktemp("site"), running)


@contextmanager
def another_worker(folder: Path) -> Iterator[None]:
    """Analyse games without pauses: the site's own worker rests while all cores are busy."""
    ended = Event()
    with pytest.MonkeyPatch.context() as patch, open_store(sqlite_url(folder / "arena.db")) as store:
        patch.setattr("arena.service.analyses.worker.REST", 0)
        worker = Thread(target=run_analysis_worker, args=(store, ended))
        worker.start()
        try:
            yield
        finally:
            ended.set()
            worker.join()


def decide(page: "Page") -> None:
    """Make a whole decision by keys, and wait for the next question."""
    before = page.evaluate(LAST)
    while page.evaluate(LAST) == before:
        if page.evaluate(COUNT):
            by_keys(page, 0)
        page.wait_for_timeout(50)
    page.locator(".move.open").wait_for()


def resign(page: "Page") -> None:
    """Give up at the open question, and wait for the end."""
    page.locator(".move.open").wait_for()
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Rematch").wait_for()


def sit_down(page: "Page") -> None:
    """Start a practice game by keys alone."""
    names = ["ruleset", "bot", "More opponents", "name", "practice", "Deal the cards"]
    page.locator("#ruleset").focus()
    passed = []
    while (name := page.evaluate(FOCUSED)) != names[-1]:
        passed.append(name)
        if name == "practice":
            page.keyboard.press("Space")
        page.keyboard.press("Tab")
    assert [name for name in passed if name in names] == names[:-1]
    page.keyboard.press("Enter")
    page.locator(".move.open").wait_for()


def test_a_game_survives_a_reload_and_a_closed_page(
    site: PlaySite, open_page: Callable[[str, str], "Page"], scale: Scale
) -> None:
    page = open_page(f"{site.address}/play", "keyboard")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type] # it is one
    sit_down(page)
    assert page.get_by_role("button", name="Hint").is_visible()
    decide(page)
    seen = page.evaluate(SEEN)
    page.reload()
    page.locator(".move.open").wait_for()
    assert page.evaluate(SEEN) == seen
    context = page.context
    page.close()
    again = context.new_page()
    again.set_viewport_size(PHONE)  # type: ignore[arg-type]
    again.goto(f"{site.address}/play")
    again.get_by_role("region", name="Your games").get_by_role("link").first.click()
    again.locator(".move.open").wait_for()
    assert again.evaluate(SEEN) == seen
    assert again.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    resign(again)
    seat = again.locator("maumau-replay").get_attribute("seat")
    again.get_by_role("button", name="Same cards, other side").click()
    again.locator(f"maumau-replay:not([seat='{seat}'])").wait_for()
    resign(again)
    again.get_by_role("button", name="Rematch").click()
    again.locator(".move.open").wait_for()
    play(again, "keyboard", Random(1), scale.pick(quick=10, ci=10, full=0))
    again.get_by_role("link", name="Watch and analyse").click()
    again.get_by_role("button", name="Play", exact=True).wait_for()
    again.keyboard.press("a")
    with another_worker(site.folder):
        again.locator("[data-part=judged]").wait_for()


def test_pages_are_accessible(site: PlaySite, tabs: Tabs, axe: str) -> None:
    page = Watched(tabs, f"{site.address}/play", {}, site.address)
    assert problems(page, axe) == []
    page.click("Deal the cards")
    page.until("document.querySelector('.move.open') !== null")
    assert_accessible(page, axe)
    assert_fits_a_phone(page)
    page.close()
    assert page.complaints == []
    assert page.strangers == []


def test_a_killed_site_goes_on_with_the_game(site: PlaySite, tabs: Tabs) -> None:
    page = Watched(tabs, f"{site.address}/play", {}, site.address)
    sit_down(page.page)
    decide(page.page)
    seen = page.page.evaluate(SEEN)
    with site.killed():
        page.until("document.querySelector('.move h2').textContent === 'Connection lost'")
    page.page.locator(".move.open").wait_for()
    assert page.page.evaluate(SEEN) == seen
    decide(page.page)
    resign(page.page)
    page.close()
    assert page.strangers == []


def test_a_game_goes_on_after_its_match_process_was_killed(site: PlaySite, tabs: Tabs) -> None:
    page = Watched(tabs, f"{site.address}/play", {}, site.address)
    sit_down(page.page)
    decide(page.page)
    seen = page.page.evaluate(SEEN)
    page.page.evaluate("document.querySelector('maumau-replay').film.isOld = true")
    for match in matches(site.pid):
        os.kill(match, signal.SIGKILL)
    page.until("document.querySelector('maumau-replay').film?.isOld !== true")
    page.page.locator(".move.open").wait_for()
    assert page.page.evaluate(SEEN) == seen
    decide(page.page)
    resign(page.page)
    page.close()
    assert page.complaints == []
