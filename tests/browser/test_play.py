"""A person plays at the table of the replay: scripted questions, answered by mouse, touch and keyboard."""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from arena.record import read_log
from arena.record.replay import game_of
from arena.viewer.replay.film import Film, film
from tests.browser.conftest import Opens
from tests.browser.screening import Screen, Screening
from tests.browser.test_site import assert_accessible, axe
from tests.browser.watched import Tabs, Watched
from tests.record.games import golden

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.dear

__all__ = ["axe"]  # a fixture

SEAT = 0
LOG = read_log(golden("mau-mau").data)
OPEN = "document.querySelector('.move.open') !== null"
ALL = {name: name for name in ("answer", "resign", "hint", "again")}


@cache
def game() -> Film:
    return film(LOG, SEAT)


@cache
def hand(ply: int = 0) -> tuple[str, ...]:
    found = game().frames[ply].seats[SEAT].hand
    assert found is not None
    return found


def play(card: str, **fields: object) -> dict[str, Any]:
    return {"kind": "play", "text": f"play {card}", "card": card, **fields}


def question(*choices: dict[str, Any], ply: int = 0, **more: object) -> dict[str, Any]:
    played = {choice.get("card") for choice in choices}
    why = {card: f"{card} does not fit." for card in hand(ply) if card not in played}
    return {
        "ply": ply,
        "title": "Your turn",
        "choices": [*choices],
        "why": why,
        "hint": False,
        "left_ms": None,
        **more,
    }


DRAW: dict[str, Any] = {"kind": "draw", "text": "draw a card"}


@pytest.fixture
def shown(screen: Screen) -> Iterator[Screening]:
    with screen.showing(game(), game_of(LOG.header).pack) as one:
        one.side = SEAT
        one.attributes = {"src": "film", "live": "events", "sides": SEAT + 1, "seat": SEAT + 1, **ALL}
        yield one


@pytest.fixture
def visit(tabs: Tabs, shown: Screening) -> Iterator[Opens]:
    """Opens the table. At the end nothing may have been complained about but what a test takes back."""
    opened: list[Watched] = []

    def open_(**media: object) -> Watched:
        opened.append(Watched(tabs, f"{shown.address}/", media, shown.address))
        opened[-1].until("document.querySelector('maumau-replay.ready') !== null")
        return opened[-1]

    yield open_
    for one in opened:
        one.close()
        assert one.complaints == []
        assert one.strangers == []


def card(page: Watched, index: int) -> "Locator":
    return page.page.locator(".hand button").nth(index)


def labels(page: Watched, selector: str = ".options button") -> list[str]:
    return page.page.locator(selector).all_inner_texts()


def message(page: Watched) -> str:
    return page.page.locator(".move .message").inner_text()


def answers(shown: Screening, page: Watched, count: int = 1) -> list[Any]:
    """Wait for this number of requests, and return their JSON."""
    for _ in range(200):
        if len(shown.posted) >= count:
            break
        page.page.wait_for_timeout(10)
    return [data for _, data in shown.posted]


# Click on the second card. Return the time in ms until the page shows that it was chosen.
CLICK = """() => {
  const began = performance.now();
  document.querySelectorAll(".hand button")[1].click();
  document.body.offsetWidth;
  return document.querySelector(".move.open") ? Infinity : performance.now() - began;
}"""
# Record the plies that are shown, and what screen readers announce.
RECORD = """() => {
  const { parts } = document.querySelector("maumau-replay");
  const spoken = document.querySelector(".move .unseen");
  const watch = (node, note) => new MutationObserver(note).observe(node, { childList: true });
  window.plies = [];
  window.said = [];
  watch(parts.caption, () => plies.push(document.querySelector("maumau-replay").ply));
  watch(spoken, () => said.push(spoken.textContent));
}"""


# ---- a decision --------------------------------------------------------------------------------------------
@pytest.mark.alone
def test_a_card_is_played_by_a_click(visit: Opens, shown: Screening) -> None:
    shown.ask(question(play(hand()[1]), DRAW))
    page = visit()
    page.until(OPEN)
    assert page.page.locator(".hand button").count() == len(hand())
    assert labels(page) == ["Draw a card"]
    took = [page.page.evaluate(CLICK)]
    assert answers(shown, page) == [{"ply": 0, "choice": 0}]
    for _ in range(2):  # the processors may have more to do
        shown.ask(None)
        page.until("document.querySelector('.move').innerText.startsWith('One moment')")
        shown.ask(question(play(hand()[1]), DRAW))
        page.until(OPEN)
        took.append(page.page.evaluate(CLICK))
    assert min(took) < 150  # ms
    assert page.page.locator(".hand [aria-pressed=true]").count() == 1


def test_a_double_click_is_one_choice(visit: Opens, shown: Screening) -> None:
    shown.ask(question(play(hand()[1], suits=["C", "D", "H", "S"])))
    page = visit()
    page.until(OPEN)
    card(page, 1).dblclick()
    assert len(labels(page)) == 4
    assert shown.posted == []


def test_a_card_that_does_not_fit_tells_why(visit: Opens, shown: Screening) -> None:
    shown.ask(question(play(hand()[1]), DRAW))
    page = visit()
    page.until(OPEN)
    assert card(page, 0).get_attribute("aria-disabled") == "true"
    card(page, 0).focus()
    page.press("Enter")
    assert message(page) == f"{hand()[0]} does not fit."
    assert page.page.locator(".move .message").get_attribute("role") == "status"
    assert shown.posted == []


def test_parts_are_chosen_by_keys_and_taken_back(visit: Opens, shown: Screening) -> None:
    words = [[1, "Mau"], [2, ""]]
    shown.ask(question(play(hand()[0]), play(hand()[2], suits=["C", "S"], words=words)))
    page = visit()
    page.until(OPEN)
    assert "Mau" in message(page)
    page.press("2")
    assert labels(page) == ["Clubs", "Spades"]
    page.press("Backspace")
    assert labels(page) == []
    page.press("2", "2")
    assert labels(page) == ["Say “Mau”", "Say nothing"], "the word is never chosen by itself"
    page.press("u", "1", "1")
    assert answers(shown, page) == [{"ply": 0, "choice": 1, "suit": "C", "word": 1}]


def test_further_cards_are_laid_in_the_order_of_the_clicks(visit: Opens, shown: Screening) -> None:
    first, second, third = hand()[:3]
    alone = play(first, further=[second, third], least=0, most=1)
    shown.ask(
        question(alone, play(first, further=[second, third], least=2, most=2, words=[[1, "Mau"], [2, ""]]))
    )
    page = visit()
    page.until(OPEN)
    card(page, 0).click()
    assert labels(page) == ["Lay it alone"]
    card(page, 2).click()
    card(page, 1).click()
    assert labels(page) == ["Lay these 3 cards"]
    assert [card(page, at).get_attribute("data-order") for at in range(3)] == ["1", "3", "2"]
    page.press("u")
    assert labels(page) == ["Lay these 2 cards"]
    card(page, 1).click()
    page.click("Lay these 3 cards")
    page.click("Say “Mau”")
    assert answers(shown, page) == [{"ply": 0, "choice": 1, "more": [third, second], "word": 1}]


def test_claim_picks_the_choice(visit: Opens, shown: Screening) -> None:
    laid = hand()[0]
    shown.ask(
        question(play(laid, claims=["7H", "8H"]), play(laid, claims=["JC", "JD"], suits=["C", "D", "H", "S"]))
    )
    page = visit()
    page.until(OPEN)
    page.press("1")
    names = [one.get_attribute("aria-label") for one in page.page.locator(".options button").all()]
    assert names == ["Jack of clubs", "Jack of diamonds", "7 of hearts", "8 of hearts"]
    page.press("2", "3")
    assert answers(shown, page) == [{"ply": 0, "choice": 1, "claim": "JD", "suit": "H"}]


def test_player_to_aim_at(visit: Opens, shown: Screening) -> None:
    shown.ask(question(play(hand()[0], targets=[1, 2])))
    page = visit()
    page.until(OPEN)
    page.press("1")
    assert labels(page) == [seat.name for seat in game().frames[0].seats[1:]]
    page.press("2")
    assert answers(shown, page) == [{"ply": 0, "choice": 0, "target": 2}]


def test_a_choice_with_parts_alone_is_asked_at_once(visit: Opens, shown: Screening) -> None:
    shown.ask(question({"kind": "name_suit", "text": "name a suit", "suits": ["C", "D", "H", "S"]}))
    page = visit()
    page.until(OPEN)
    assert len(labels(page)) == 4
    page.press("4")
    assert answers(shown, page) == [{"ply": 0, "choice": 0, "suit": "S"}]


@pytest.mark.parametrize("status", [409, 422])
def test_a_refused_answer_can_be_changed(visit: Opens, shown: Screening, status: int) -> None:
    shown.ask(question(play(hand()[0], suits=["C", "S"])))
    shown.replies["answer"] = (status, {"error": "Not this suit."})
    page = visit()
    page.until(OPEN)
    page.press("1", "2")
    page.until("document.querySelector('.move .message').textContent === 'Not this suit.'")
    assert labels(page) == ["Clubs", "Spades"]
    del shown.replies["answer"]
    page.press("1")
    assert answers(shown, page, 2)[1] == {"ply": 0, "choice": 0, "suit": "C"}
    [complaint] = page.complaints
    assert str(status) in complaint
    page.complaints.clear()


def test_hint_marks_the_card(visit: Opens, shown: Screening) -> None:
    shown.ask(question(play(hand()[0]), play(hand()[1]), DRAW, hint=True))
    shown.replies["hint"] = (200, {"choice": 1, "text": "play this"})
    page = visit()
    page.until(OPEN)
    page.press("h")
    page.until("document.querySelector('.hinted') !== null")
    assert "hinted" in (card(page, 1).get_attribute("class") or "")
    assert message(page) == "Hint: play this"
    assert shown.posted == [("hint", {"ply": 0})]


def test_no_hint_in_rated_games(visit: Opens, shown: Screening) -> None:
    shown.ask(question(DRAW))
    page = visit()
    page.until(OPEN)
    page.press("h")
    assert not page.page.get_by_role("button", name="Hint").is_visible()
    assert shown.posted == []


# ---- the game ----------------------------------------------------------------------------------------------
def test_plies_are_shown_one_after_another_before_the_question(visit: Opens, shown: Screening) -> None:
    page = visit()
    page.page.evaluate(RECORD)
    shown.show(5)
    shown.ask(question(DRAW, ply=4))
    page.until(f"document.querySelector('maumau-replay').film.last === 4 && !({OPEN})")
    page.until(OPEN)
    assert page.page.evaluate("plies") == [1, 2, 3, 4]


def test_looking_back_hides_the_choices(visit: Opens, shown: Screening) -> None:
    shown.show(5)
    shown.ask(question(DRAW, ply=4))
    page = visit()
    page.until(OPEN)
    page.press("j", "j")
    assert page.ply == 2
    assert page.page.locator(".hand button").count() == len(hand(2))
    page.press("1")  # the only button leads back
    assert page.ply == 4
    page.until(OPEN)
    page.press("j", "End")
    page.until(OPEN)
    assert page.link == "", "a ply of a game that is being played has no link"


def test_what_is_not_for_players_is_hidden(visit: Opens, shown: Screening) -> None:
    shown.ask(question(DRAW))
    page = visit()
    page.until(OPEN)
    for role, name in (
        ("button", "Copy a link to this ply"),
        ("button", "Play"),
        ("tab", "Notes"),
        ("tab", "State"),
    ):
        assert not page.page.get_by_role(role, name=name).is_visible()  # type: ignore[arg-type]
    page.press("x", "a", "b", "k", "c")
    assert page.ply == 0
    page.press("?")
    help_ = page.page.get_by_role("dialog", name="Keys")
    assert "resign" in help_.inner_text()
    page.press("1")
    assert shown.posted == [], "keys are for the dialog"


def test_focus_and_announcement(visit: Opens, shown: Screening) -> None:
    page = visit()
    shown.ask(question(play(hand()[1]), DRAW))
    page.until(OPEN)
    focused = "document.activeElement.getAttribute('aria-label')"
    cards = page.page.locator(".hand button").all()
    assert page.page.evaluate(focused) == cards[1].get_attribute("aria-label")
    assert page.page.locator(".move [role=status].unseen").inner_text().startswith("Your turn")
    page.press("ArrowRight")
    assert page.page.evaluate(focused) == cards[2].get_attribute("aria-label")
    page.press("ArrowLeft", "Enter")
    assert answers(shown, page) == [{"ply": 0, "choice": 0}]


def test_clock_is_announced_twice(visit: Opens, shown: Screening) -> None:
    page = visit()
    page.page.evaluate(RECORD)
    shown.ask(question(DRAW, left_ms=10_900))
    page.until("document.querySelector('.move .left.urgent') !== null")
    page.until("document.querySelector('.move .left').textContent === '0:08'")
    assert [text for text in page.page.evaluate("said") if "seconds" in text] == ["10 seconds left"]


def test_lost_connection(visit: Opens, shown: Screening) -> None:
    shown.ask(question(play(hand()[0], suits=["C", "S"])))
    page = visit()
    page.until(OPEN)
    page.press("1")
    shown.interrupt()
    page.until("document.querySelector('.move h2').textContent === 'Connection lost'")
    assert page.page.locator(".move.open").count() == 0
    shown.cut = False
    page.until(OPEN)
    assert labels(page) == ["Clubs", "Spades"], "what was chosen is kept"
    page.complaints.clear()


def test_resigning_is_confirmed(visit: Opens, shown: Screening) -> None:
    shown.ask(question(DRAW))
    page = visit()
    page.until(OPEN)
    page.press("r", "Enter")
    assert shown.posted == []
    page.press("r")
    page.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    assert answers(shown, page) == [{}]
    assert shown.posted == [("resign", {})]


def test_after_the_game(visit: Opens, shown: Screening) -> None:
    last = len(game().frames)
    shown.show(last - 1)
    page = visit()
    shown.next = {"over": {"page": "/gone", "again": True, "same_cards": True}}  # type: ignore[dict-item]
    shown.replies["again"] = (200, {"page": "./"})
    shown.show(last, over=True)
    page.until("document.querySelector('.options a') !== null")
    assert page.page.get_by_role("link", name="Watch and analyse").get_attribute("href") == "/gone"
    assert page.page.locator(".winner").is_visible()
    shown.show(3)
    with page.page.expect_navigation():
        page.page.get_by_role("button", name="Same cards, other side").click()
    page.until("document.querySelector('maumau-replay').film?.last === 2")
    assert shown.posted == [("again", {"same_cards": True})]
    shown.ask(question(DRAW, ply=2))
    page.until(OPEN)


# ---- looks -------------------------------------------------------------------------------------------------
TARGETS = """() => [...document.querySelectorAll(".choices button")].filter((one) => {
  const { width, height, left, right } = one.getBoundingClientRect();
  return one.offsetParent && !(width >= 44 && height >= 44 && left >= 0 && right <= innerWidth);
}).map((one) => one.outerHTML)"""
PANEL_VISIBLE = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const { top, bottom } = document.querySelector(".move").getBoundingClientRect();
  return top > 0 && bottom <= bar.top + 1 && bar.bottom <= innerHeight + 1;
}"""
SIZES = {"small phone": (360, 640), "phone": (390, 844), "tablet": (1024, 768), "laptop": (1440, 900)}
ACCESSIBLE = ("small phone", "laptop")  # the layouts that differ most


@pytest.mark.parametrize("size", SIZES)
def test_panel_is_usable(visit: Opens, shown: Screening, axe: str, size: str) -> None:
    width, height = SIZES[size]
    shown.ask(question(play(hand()[0], suits=["C", "D", "H", "S"]), DRAW, hint=True))
    page = visit()
    page.page.set_viewport_size({"width": width, "height": height})
    page.until(OPEN)
    for key in ("", "1"):
        if key:
            page.press(key)
        page.frames()
        assert page.page.evaluate(TARGETS) == []
        assert page.page.evaluate(PANEL_VISIBLE)
        assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if size in ACCESSIBLE:
            assert_accessible(page, axe)


def test_touch(shown: Screening, tabs: Tabs) -> None:
    shown.ask(question(play(hand()[1], suits=["C", "S"])))
    context = tabs._context.browser.new_context(has_touch=True, viewport={"width": 360, "height": 640})  # type: ignore[union-attr]
    page = context.new_page()
    page.goto(shown.address)
    page.locator(".move.open").wait_for()
    page.locator(".hand button").nth(1).tap()
    page.locator(".options button").nth(1).tap()
    page.wait_for_timeout(200)
    assert shown.posted == [("answer", {"ply": 0, "choice": 0, "suit": "S"})]
    context.close()


def test_plain_replay_has_no_panel(visit: Opens, shown: Screening) -> None:
    for name in ALL:
        del shown.attributes[name]
    page = visit()
    assert page.page.locator(".move").count() == 0
    assert page.page.get_by_role("button", name="Copy a link to this ply").is_visible()
