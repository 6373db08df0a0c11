"""Whole games in the browser against bots, at the real table of `arena play me … --open`."""

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING

import pytest

from arena.rules import rulesets
from tests.browser.watched import TRANSPARENT, UNTIL, Tabs
from tests.conftest import Scale
from tests.service.test_seat_server import Table, sit

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.dear

__all__ = ["sit"]  # a fixture

RULESETS = [one.id for one in rulesets()]
MAX_FIRST_CARD_MS = 1_000
GAME_S = 300

PREPARE = """
localStorage.setItem("maumau-speed", "instant");
new MutationObserver(() => {
  if (document.querySelector(".hand button")) window.firstCard ??= performance.now();
}).observe(document, { childList: true, subtree: true });
"""
# The buttons that can be chosen.
BUTTONS = """[...document.querySelectorAll(".move.open .choices button:not([aria-disabled=true])")]
  .filter((one) => one.offsetParent)"""
# How many there are; "over" at the end of the game.
COUNT = f"(document.querySelector('.options a') ? 'over' : {BUTTONS}.length)"
# Scrolls to one of them, and returns its middle.
MIDDLE = f"""number => {{
  const one = {BUTTONS}[number];
  one.scrollIntoView({{ block: "nearest" }});
  const {{ x, y, width, height }} = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}}"""
# What the page knows of the cards of other seats.
OTHERS = """() => {
  const { film } = document.querySelector("maumau-replay");
  const [columns] = film.columns;
  const others = film.names.map((_, seat) => seat).filter((seat) => seat !== film.sides[0]);
  return others.flatMap((seat) => columns[`hand${seat}`]).filter((hand) => hand !== null);
}"""


def by_mouse(page: "Page", number: int) -> None:
    page.mouse.click(*page.evaluate(MIDDLE, number))


def by_touch(page: "Page", number: int) -> None:
    page.touchscreen.tap(*page.evaluate(MIDDLE, number))


def by_keys(page: "Page", number: int) -> None:
    page.keyboard.press(str((number + 1) % 10 if number < 10 else 1))


WAYS = {"mouse": by_mouse, "touch": by_touch, "keyboard": by_keys}
SIZES = {"mouse": (1280, 720), "touch": (360, 640), "keyboard": (1024, 768)}


@pytest.fixture
def open_page(tabs: Tabs) -> Iterator[Callable[..., "Page"]]:
    browser = tabs._context.browser
    assert browser is not None
    pages: list[Page] = []
    complaints: list[str] = []

    def open_(address: str, way: str) -> "Page":
        width, height = SIZES[way]
        context = browser.new_context(
            has_touch=way == "touch", viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        context.add_init_script(PREPARE)
        context.add_init_script(TRANSPARENT)
        pages.append(context.new_page())
        pages[-1].on("console", lambda message: complaints.append(message.text))
        pages[-1].on("pageerror", lambda error: complaints.append(str(error)))
        pages[-1].goto(address)
        return pages[-1]

    yield open_
    for page in pages:
        page.context.close()
    assert complaints == []


def play(page: "Page", way: str, chance: Random, most: int = 0) -> None:
    """Answer every question until the game is over. Resign after `most` choices; 0: never."""
    end, chosen = time.monotonic() + GAME_S, 0
    while (count := page.evaluate(UNTIL % COUNT, GAME_S * 1_000)) != "over":
        assert count and time.monotonic() < end, page.locator(".move").inner_text()
        number = 0 if chance.random() < 0.8 else chance.randrange(count)
        WAYS[way](page, number)
        chosen += 1
        if chosen == most:
            page.keyboard.press("r")
            page.get_by_role("dialog").get_by_role("button", name="Resign").click()


@pytest.mark.alone
@pytest.mark.ci_one_in(9)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_first_card_is_there_within_a_second(
    ruleset: str, sit: Callable[[str], Table], open_page: Callable[[str, str], "Page"]
) -> None:
    table = sit(ruleset)
    table.player.get("film")  # waits until the game has started
    page = open_page(table.server.address, "touch")
    page.locator(".hand button").first.wait_for()
    assert page.evaluate("firstCard") < MAX_FIRST_CARD_MS


@pytest.mark.ci_one_in(13)
@pytest.mark.parametrize("number", range(len(RULESETS)), ids=RULESETS)
def test_whole_games(
    number: int, sit: Callable[[str], Table], open_page: Callable[[str, str], "Page"], scale: Scale
) -> None:
    table, way = sit(RULESETS[number]), list(WAYS)[number % len(WAYS)]
    table.player.get("film")  # waits until the game has started
    page = open_page(table.server.address, way)
    play(page, way, Random(number), scale.pick(quick=20, ci=30, full=0))
    assert page.evaluate(OTHERS) == []
    assert page.evaluate("document.querySelector('maumau-replay').film.over")
    assert len(table.logs) == 1


def test_a_rematch_and_the_replay(
    sit: Callable[[str], Table], open_page: Callable[[str, str], "Page"]
) -> None:
    table = sit("mau-mau")
    page = open_page(table.server.address, "mouse")
    play(page, "mouse", Random(1))
    page.get_by_role("button", name="Same cards, other side").click()
    page.locator("maumau-replay[seat='1']").wait_for()
    page.locator(".move.open").wait_for()
    page.reload()
    play(page, "mouse", Random(2))
    assert [game.seat for game in table.games] == [1, 0]
    page.get_by_role("link", name="Watch and analyse").click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    assert page.locator(".move").count() == 0
