"""The replay on a site: films by side, games of a match, seatings side by side, sharing, embedding."""

import re
from functools import partial
from typing import TYPE_CHECKING

import pytest

from arena.analysis.game import analyse
from arena.analysis.report import to_json
from arena.record import GameLog
from arena.record.format import Deal
from arena.service.common.text import MatchId
from arena.service.replay.matches import find_game, find_match
from arena.store.database.store import Store
from arena.viewer.replay.film import PUBLIC, Film, Side, film
from arena.viewer.replay.frames import Frame
from arena.viewer.replay.legal_actions import legal_actions
from arena.viewer.replay.seatings import seatings
from tests.browser.conftest import Opens
from tests.browser.watched import Watched
from tests.web.conftest import database, site, store
from tests.web.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.dear

__all__ = ["database", "site", "store"]  # fixtures

MATCH = "1.1.1"
DEALS = "1.4.1"  # of a ruleset in which a game is many deals
GAMES = 6
STOCK_DRAWN = 3


class Match:
    """The games of a match, as they are stored."""

    def __init__(self, store: Store, name: str = MATCH) -> None:
        self._store = store
        self._head = find_match(store, MatchId(*map(int, name.split("."))))

    def log(self, number: int) -> GameLog:
        return find_game(self._store, self._head, number).log

    def film(self, number: int, side: Side = None) -> Film:
        return film(self.log(number), side)


@pytest.fixture
def hall(site: Served) -> Served:
    """Where `visit` goes."""
    return site


@pytest.fixture
def match(store: Store) -> Match:
    return Match(store)


def drawn(frame: Frame) -> list[str]:
    """The cards that are to be seen."""
    hands = [card for one in frame.seats for card in one.hand or ["back"] * one.cards]
    return sorted([*hands, *frame.recent, *frame.cut, *["back"] * min(frame.stock, STOCK_DRAWN)])


def films(page: Watched) -> list[str]:
    """The films that it asked for."""
    return [path.partition("/games/")[2] for path in page.asked_for if path.startswith("/api/")]


def address(page: Watched) -> str:
    found: str = page.page.evaluate("location.pathname + location.search + location.hash")
    return found


def settled(page: Watched) -> None:
    """Waits for what it asked for."""
    page.until("document.querySelector('maumau-replay.ready:not([aria-busy])') !== null")


def opened(visit: Opens, path: str, **media: object) -> Watched:
    page = visit(path, **media)
    settled(page)
    return page


# ---- films -------------------------------------------------------------------------------------------------
def test_a_game_is_fetched_and_shown(visit: Opens, match: Match) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/2#7")
    frame = match.film(2).frames[7]
    assert page.ply == 7
    assert page.cards == drawn(frame)
    assert page.text("caption") == frame.text
    assert films(page) == ["2/film"]


def test_the_match_begins_with_its_first_game(visit: Opens, match: Match) -> None:
    page = opened(visit, f"/matches/{MATCH}")
    assert page.cards == drawn(match.film(1).frames[0])
    page.press("l")
    assert address(page) == f"/matches/{MATCH}/games/1#1"


@pytest.mark.rule("X-HIDDEN")
def test_hidden_cards_never_reach_the_browser(visit: Opens, match: Match) -> None:
    page = visit(f"/matches/{MATCH}/games/1/seat/1#4")
    got = page.page.content()
    settled(page)
    shown, everything = match.film(1, 0), match.film(1)
    assert page.cards == drawn(shown.frames[4])
    assert films(page) == ["1/film?seat=1"]
    hidden = set(everything.frames[4].seats[1].hand or ())
    assert hidden
    page.press("End", "Home", "g", "4", "Enter")
    seen = page.everything
    assert [card for card in hidden if f"-{card}" in seen] == []
    assert shown.frames[0].text in got or "maumau-replay" in got


def test_another_view_is_fetched_once(visit: Opens, match: Match) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/1#6")
    for key, side, path in [("1", 0, "/seat/1"), ("2", 1, "/seat/2"), ("0", None, ""), ("1", 0, "/seat/1")]:
        page.press(key)
        settled(page)
        assert page.cards == drawn(match.film(1, side).frames[6])
        assert address(page) == f"/matches/{MATCH}/games/1{path}#6"
    page.page.get_by_label("View").select_option("no hands")
    settled(page)
    assert page.cards == drawn(match.film(1, PUBLIC).frames[6])
    assert films(page) == ["1/film", "1/film?seat=1", "1/film?seat=2", "1/film?seat=public"]


def test_view_request_can_be_overtaken(visit: Opens, match: Match) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/1#6")
    page.page.evaluate(
        "async () => { const one = document.querySelector('maumau-replay');"
        " const asked = one.setSide(1); one.setSide(0); await asked; }"
    )
    settled(page)
    assert page.cards == drawn(match.film(1).frames[6])
    assert page.page.get_by_label("View").input_value() == "0"


def test_view_of_an_evicted_game(visit: Opens, match: Match) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/1#6")
    page.page.evaluate("document.querySelector('maumau-replay').source.forget(1)")
    page.press("1")
    settled(page)
    assert page.cards == drawn(match.film(1, 0).frames[6])
    assert page.text("caption") == match.film(1, 0).frames[6].text


# ---- games and deals ---------------------------------------------------------------------------------------
def test_keys_buttons_and_the_field_go_to_other_games(visit: Opens, match: Match) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/1#3")
    for name, number in [("N", 2), ("Next game", 3), ("P", 2), ("Previous game", 1), ("P", 1), ("99", GAMES)]:
        if name.isdecimal():
            page.page.get_by_label("Go to game").fill(name)
            page.press("Enter")
        elif len(name) == 1:
            page.press(name)
        else:
            page.click(name)
        settled(page)
        assert page.page.evaluate("document.querySelector('maumau-replay').game") == number, name
        assert page.cards == drawn(match.film(number).frames[page.ply]), name
    assert address(page) == f"/matches/{MATCH}/games/{GAMES}#0"
    assert page.page.get_by_label("Go to game").input_value() == str(GAMES)
    assert "board 3, seating 2" in page.text("subtitle")


@pytest.mark.parametrize("path", [f"/matches/{MATCH}/games", f"/embed/{MATCH}/games"])
def test_the_end_of_a_game_leads_to_the_next(visit: Opens, path: str) -> None:
    page = opened(visit, f"{path}/{GAMES - 1}")
    page.press("End")
    after = page.page.locator("[data-part=nextGame]")
    after.click()
    page.until(f"document.querySelector('[data-part=game]').value === '{GAMES}'")
    settled(page)
    assert page.ply == 0
    page.press("End")
    assert page.page.locator(".winner").is_visible()
    assert not after.is_visible()


def test_failed_game_keeps_the_current_one(visit: Opens, match: Match) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/2")
    page.page.evaluate(
        "() => { window.real = fetch; window.fetch = async () => new Response('', { status: 403 }); }"
    )
    for _ in range(2):
        page.press("N")
        settled(page)
    assert "403" in page.text("toast")
    page.page.evaluate("() => { window.fetch = window.real; }")
    page.press("P")
    settled(page)
    assert page.cards == drawn(match.film(1).frames[0])


def test_the_view_stays_from_game_to_game(visit: Opens, match: Match) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/1/seat/2")
    page.press("N")
    settled(page)
    assert address(page) == f"/matches/{MATCH}/games/2/seat/2#0"
    assert page.cards == drawn(match.film(2, 1).frames[0])


def test_a_deal_can_be_chosen(visit: Opens, store: Store) -> None:
    deals_of = Match(store, DEALS)
    logs = {number: deals_of.log(number).records for number in range(1, GAMES + 1)}
    several = [one for one, log in logs.items() if sum(isinstance(record, Deal) for record in log) > 1]
    number = min(several, key=lambda one: len(logs[one]))
    frames = deals_of.film(number).frames
    starts = [frame.ply for frame in frames if frame.ply == 0 or frame.deal != frames[frame.ply - 1].deal]
    page = opened(visit, f"/matches/{DEALS}/games/{number}")
    deals = page.page.get_by_label("Deal", exact=True)
    assert deals.locator("option").count() == len(starts) > 1
    deals.select_option("Deal 2")
    assert page.ply == starts[1]
    page.press("j")
    assert deals.input_value() == "0"
    page.press("End")
    assert deals.input_value() == str(len(starts) - 1)
    alone = opened(visit, f"/matches/{MATCH}/games/1")
    assert not alone.page.get_by_label("Deal", exact=True).is_visible()


# ---- seatings ----------------------------------------------------------------------------------------------
def figures(page: Watched) -> list[list[str]]:
    """The cards on each of the tables beside each other."""
    found: list[list[str]] = page.page.evaluate(
        "[...document.querySelectorAll('.comparison figure')]"
        ".map(one => [...one.querySelectorAll('.card use')]"
        ".map(use => use.getAttribute('href').split('-').at(-1)).sort())"
    )
    return found


def test_seatings_side_by_side(visit: Opens, match: Match) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/2#5")
    page.press("b")
    settled(page)
    both = [match.film(1), match.film(2)]
    last = max(len(one.frames) for one in both) - 1
    for key in ("l", "End", "j", "1"):
        page.press(key)
        settled(page)
        side = 0 if key == "1" else None
        shown = [match.film(number, side).frames for number in (1, 2)]
        assert figures(page) == [drawn(frames[min(page.ply, len(frames) - 1)]) for frames in shown]
    page.press("End")
    assert page.ply == last
    page.press("b")
    assert figures(page) == []
    assert page.ply == len(both[1].frames) - 1
    assert page.cards == drawn(match.film(2, 0).frames[-1])


def test_divergence_is_shown_and_marked(visit: Opens, match: Match) -> None:
    found = seatings([(1, match.log(1)), (2, match.log(2))])
    assert found.parted is not None
    page = opened(visit, f"/matches/{MATCH}/games/1")
    page.page.get_by_role("tab", name="Seatings").click()
    settled(page)
    panel = page.page.get_by_role("tabpanel", name="Seatings")
    for text in (found.summary, *found.parted.texts):
        assert text in panel.inner_text()
    rows = panel.locator("tbody tr").all_inner_texts()
    for row, cards in zip(rows, found.cards, strict=True):
        assert [one.name for one in cards.results] == re.findall(
            "|".join({one.name for one in cards.results}), row
        )
    panel.get_by_role("button", name=f"ply {found.parted.ply}").click()
    assert page.ply == found.parted.ply
    assert page.page.locator(".ticks path[data-mark=Y]").count() == 1
    page.press("Home", *["n"] * 40)
    panel.get_by_role("button", name="Side by side").click()
    settled(page)
    assert len(figures(page)) == 2


def test_divergence_is_marked_from_every_side(visit: Opens) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/1")
    page.page.get_by_role("tab", name="Seatings").click()
    settled(page)
    for key in ("1", "2", "0"):
        page.press(key)
        settled(page)
        assert page.page.locator(".ticks path[data-mark=Y]").count() == 1, key


# ---- sharing -----------------------------------------------------------------------------------------------
def test_a_game_can_be_shared_and_downloaded(visit: Opens, site: Served) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/2/seat/1#7")
    page.click("Share and download")
    dialog = page.page.get_by_role("dialog", name="Share")
    link = dialog.get_by_label("Link to this ply").input_value()
    assert link == f"{site.address}/matches/{MATCH}/games/2/seat/1#7"
    code = dialog.get_by_label("Embed").input_value()
    assert f'src="{site.address}/embed/{MATCH}/games/2#7"' in code
    for name, start in [
        ("This game as a page", "<!doctype html>"),
        ("As an animated image", "<svg"),
        ("As text", "Mau-Mau"),
        ("Game log", "{"),
    ]:
        path = dialog.get_by_role("link", name=name).get_attribute("href")
        assert path is not None
        assert site.text(path).startswith(start)
    page.press("Escape")
    assert not dialog.is_visible()


def test_a_replay_in_a_frame_shows_the_table_alone(visit: Opens, match: Match) -> None:
    page = opened(visit, f"/embed/{MATCH}/games/2?controls=0&theme=dark#3")
    assert page.cards == drawn(match.film(2).frames[3])
    for part in (".bar", ".side", ".which"):
        assert not page.page.locator(part).first.is_visible()
    colour = "getComputedStyle(document.querySelector('maumau-replay')).backgroundColor"
    assert page.page.evaluate(colour) == "rgb(22, 24, 28)"
    page.press("l")
    assert address(page) == f"/embed/{MATCH}/games/2?controls=0&theme=dark#4"
    page.page.locator(".table").click()
    assert page.page.evaluate("document.querySelector('maumau-replay').playing")


def test_autoplay_link(visit: Opens, match: Match) -> None:
    path = f"/embed/{MATCH}/games/2?autoplay=1&speed=instant"
    page = opened(visit, path, reduced_motion="no-preference")
    last = len(match.film(2).frames) - 1
    page.until(f"document.querySelector('maumau-replay').ply === {last}")
    calm = opened(visit, path)
    assert calm.ply == 0


# ---- without scripts ---------------------------------------------------------------------------------------
def test_game_is_text_without_scripts(chromium: "Browser", site: Served, match: Match) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.address}/matches/{MATCH}/games/1/seat/1")
    text = page.locator("maumau-replay").inner_text()
    for frame in match.film(1, 0).frames[1:4]:
        assert " ".join(frame.text.split()) in " ".join(text.split())
    context.close()


def test_the_page_fits_a_phone(visit: Opens) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/1#9")
    for width in (360, 768, 1280):
        page.page.set_viewport_size({"width": width, "height": 740})
        page.frames()
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
        page.press("b")
        settled(page)
        page.frames()
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
        page.press("b")


# ---- the analysis ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", [None, 0])
def test_an_analysis_is_requested_waited_for_and_shown(visit: Opens, match: Match, seat: int | None) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/2{'' if seat is None else '/seat/1'}")
    analysis = to_json(match.log(2), analyse(match.log(2), seat))
    answers = [
        (204, None),
        (503, {"error": "The queue is full."}),
        (202, {}),
        (202, {}),
        (200, analysis),
        (204, None),
    ]
    asked = []

    def answer(route: "Route") -> None:
        asked.append((route.request.method, route.request.url.partition("analysis.json")[2]))
        status, body = answers[len(asked) - 1]
        route.fulfill(status=status, json=body)

    page.page.route("**/analysis.json*", answer)
    page.page.evaluate(
        "address => { const replay = document.querySelector('maumau-replay');"
        " replay.setAttribute('analysis', address); replay.analysis.turn(); }",
        f"/matches/{MATCH}/games/{{game}}/analysis.json",
    )
    page.page.get_by_role("tab", name="Analysis").click()
    page.click("Analyse this game")
    page.page.get_by_text("The queue is full.").wait_for()
    page.click("Analyse this game")
    page.page.get_by_text("is being analysed").wait_for()
    page.page.locator("[data-part=players] td").first.wait_for()
    query = "" if seat is None else "?seat=1"
    assert asked == [(method, query) for method in ("GET", "POST", "POST", "GET", "GET")]
    page.page.locator("[data-part=chancesLines]").wait_for()
    page.press("2")  # a view whose analysis nobody has requested
    page.page.get_by_role("button", name="Analyse this game").wait_for()
    assert asked[-1] == ("GET", "?seat=2")
    assert not page.page.locator("[data-part=chancesLines]").is_visible()
    page.complaints[:] = [text for text in page.complaints if "status of 503" not in text]


def test_an_analysis_that_cannot_be_requested_again_says_why(visit: Opens) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/2")
    button = page.page.get_by_role("button", name="Analyse this game")

    def fail(headers: dict[str, str], route: "Route") -> None:
        route.fulfill(status=500, json={"error": "It failed.", "do": "Try something."}, headers=headers)

    for headers in ({"Retry-After": "0"}, {}):
        page.page.route("**/analysis", partial(fail, headers))
        page.page.get_by_role("tab", name="Events").click()
        page.page.get_by_role("tab", name="Analysis").click()
        page.page.get_by_text("It failed." if headers else "It failed. Try something.", exact=True).wait_for()
        assert button.count() == bool(headers)
        page.page.unroute("**/analysis")
    page.complaints[:] = [text for text in page.complaints if "status of 500" not in text]


def test_the_site_shows_commands_to_play_on(visit: Opens, match: Match) -> None:
    page = opened(visit, f"/matches/{MATCH}/games/2#2")
    page.press("x")
    page.page.locator("[data-part=branchCommand]").wait_for()
    page.until("document.activeElement.dataset.part === 'action'")
    command = page.text("branchCommand")
    legal = legal_actions(match.log(2))
    [(_, _, numbers)] = [one for one in legal["decisions"] if one[0] == 2]
    assert page.page.locator("[data-part=action] option").count() == len(numbers)
    log = page.page.locator("[data-part=needsLog] a")
    with page.page.expect_download() as download:
        log.click()
    assert f" {download.value.suggested_filename} --ply 2 " in command
