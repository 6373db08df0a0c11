"""A replay that a server tells: games that grow, what one's own bot wrote, and what cannot be had."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from arena.record import read_log
from arena.record.replay import game_of
from arena.viewer.replay.film import PUBLIC, Film, film
from tests.browser.conftest import Opens
from tests.browser.screening import Screen, Screening
from tests.browser.watched import Tabs, Watched
from tests.record.games import golden
from tests.viewer.test_html import long_game

pytestmark = pytest.mark.dear

LOG = read_log(golden("mau-mau").data)
PLIES = "document.querySelector('maumau-replay').film.last"


@cache
def game() -> Film:
    return film(LOG, PUBLIC)


@pytest.fixture
def shown(screen: Screen) -> Iterator[Screening]:
    with screen.showing(game(), game_of(LOG.header).pack) as one:
        one.attributes = {"src": "/film", "sides": PUBLIC}
        yield one


@pytest.fixture
def visit(tabs: Tabs, shown: Screening) -> Iterator[Opens]:
    """Opens its page. At the end nothing may have been complained about but what a test takes back."""
    opened: list[Watched] = []

    def open_(link: str = "", **media: object) -> Watched:
        opened.append(Watched(tabs, f"{shown.address}/{link}", media, shown.address))
        opened[-1].until("document.querySelector('maumau-replay.ready, maumau-replay.failed') !== null")
        return opened[-1]

    yield open_
    for one in opened:
        one.close()
        assert one.complaints == []
        assert one.strangers == []


def test_last_ply_follows_the_game(visit: Opens, shown: Screening) -> None:
    frames = game().frames
    shown.attributes["live"] = "/events"
    shown.show(5)
    page = visit()
    assert page.ply == 4
    assert page.page.get_by_text("live", exact=True).is_visible()
    for plies in (6, 9, len(frames)):
        shown.show(plies)
        page.until(f"{PLIES} === {plies - 1}")
        page.frames()
        assert page.ply == plies - 1
        assert page.text("caption") == frames[plies - 1].text
        assert page.page.locator(".events").first.locator("li").count() == plies
        assert page.text("last") == f"/ {plies - 1}"
    page.press("2", "Home", "n")
    marked = [frame.ply for frame in frames if frame.marks]
    assert page.ply == marked[1]
    assert shown.asked == ["from=5"]


SURFACE = """() => {
  const badge = document.querySelector(".badge.now"), probe = document.createElement("i");
  probe.style.color = "var(--surface)";
  badge.append(probe);
  const colours = [badge, probe].map((one) => getComputedStyle(one).color);
  probe.remove();
  return colours;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_live_badge(visit: Opens, shown: Screening, scheme: str) -> None:
    shown.attributes["live"] = "/events"
    badge, surface = visit(color_scheme=scheme).page.evaluate(SURFACE)
    assert badge == surface, "of a quiet text it has too little contrast"


def test_earlier_ply_stays(visit: Opens, shown: Screening) -> None:
    shown.attributes["live"] = "/events"
    shown.show(8)
    page = visit("#3")
    shown.show(12)
    page.until(f"{PLIES} === 11")
    assert page.ply == 3
    assert page.text("caption") == game().frames[3].text
    page.press("End")
    shown.show(13)
    page.until(f"{PLIES} === 12")
    page.frames()
    assert page.ply == 12


def test_end_is_announced(visit: Opens, shown: Screening) -> None:
    shown.attributes["live"] = "/events"
    shown.show(len(game().frames) - 1)
    page = visit()
    page.page.evaluate("addEventListener('ended', () => (document.title = 'over'))")
    shown.show(len(game().frames), over=True)
    page.until("document.title === 'over'")
    assert not page.page.get_by_text("live", exact=True).is_visible()
    assert page.ply == len(game().frames) - 1
    state = page.state
    assert state["turn"] is None


def test_the_next_game_of_the_table_follows(visit: Opens, shown: Screening) -> None:
    shown.attributes["live"] = "/events"
    shown.next = {"src": "/film?next", "live": "/events?game=2"}
    shown.show(4)
    page = visit()
    page.page.evaluate("addEventListener('ended', () => (document.title = 'over'))")
    shown.show(5, over=True)
    page.until("document.title === 'over'")
    page.until("document.querySelector('maumau-replay').getAttribute('src') === '/film?next'")
    page.until("performance.getEntriesByType('resource').some(one => one.name.includes('game=2'))")
    assert "/film?next&seat=public" in page.asked_for
    assert shown.asked == ["from=4", "game=2&from=5"]


def test_next_game_is_shown_between_games(visit: Opens, shown: Screening) -> None:
    shown.attributes["live"] = "/events"
    shown.next = {"src": "/film?next", "live": "/events?game=2"}
    shown.show(len(game().frames))
    page = visit()
    shown.show(len(game().frames), over=True)
    page.until("document.querySelector('maumau-replay').getAttribute('src') === '/film?next'")


def test_refused_stream_is_retried(visit: Opens, shown: Screening) -> None:
    shown.attributes["live"] = "/events"
    shown.refusals = 1
    shown.show(4)
    page = visit()
    shown.show(7)
    page.until(f"{PLIES} === 6")
    assert shown.asked == ["from=4", "from=4"]
    [complaint] = page.complaints
    assert "429" in complaint
    page.complaints.clear()


def test_known_or_missing_plies(visit: Opens, shown: Screening) -> None:
    shown.show(6)
    page = visit()
    pieces = [{"first": 0, "plies": 6}, {"first": 9, "plies": 1}]
    grown: list[bool] = page.page.evaluate(
        "pieces => pieces.map(piece => document.querySelector('maumau-replay').film.append(piece))", pieces
    )
    assert grown == [True, False]
    assert page.page.evaluate(PLIES) == 5


def test_after_a_gap_the_film_is_fetched_again(visit: Opens, shown: Screening) -> None:
    shown.show(6)
    page = visit("#5")
    shown.show(20)
    page.page.evaluate(
        "document.querySelector('maumau-replay').live.append([{first: 15, plies: 1, held: {}, moments: {}}])"
    )
    page.until(f"{PLIES} === 19")
    page.frames()
    assert page.text("caption") == game().frames[19].text


HOSTILE = '<img src=x onerror="alert(1)">\n</pre><script>alert(2)</script>\x1b[31mred'


def test_output_is_text(visit: Opens, shown: Screening) -> None:
    shown.output = HOSTILE
    shown.attributes["output"] = "/output"
    shown.show(len(game().frames), over=True)
    page = visit()
    page.page.get_by_role("tab", name="Log").click()
    page.until("document.querySelector('[data-part=output]').textContent !== ''")
    assert page.page.locator("[data-part=output]").text_content() == HOSTILE
    assert page.page.evaluate("document.querySelectorAll('maumau-replay :is(script, img)').length") == 0


def test_features_without_address_are_hidden(visit: Opens, shown: Screening) -> None:
    shown.show(len(game().frames), over=True)
    page = visit()
    for role, name in (("tab", "Log"), ("tab", "Seatings"), ("button", "Share and download")):
        assert not page.page.get_by_role(role, name=name).is_visible()  # type: ignore[arg-type]
    assert not page.page.get_by_label("Go to game").is_visible()
    page.press("N", "P", "b")
    assert page.ply == 0


def test_failed_film_shows_text_and_error(visit: Opens, shown: Screening) -> None:
    shown.attributes["src"] = "/gone"
    page = visit()
    assert page.page.get_by_role("alert").inner_text() == "That game was never played."
    assert page.page.get_by_text("the game as text").is_visible()
    [complaint] = page.complaints
    assert "404" in complaint
    page.complaints.clear()


@pytest.mark.alone
def test_a_film_of_five_hundred_plies_is_soon_played(visit: Opens, shown: Screening) -> None:
    whole = film(long_game())
    shown.film, shown.over = replace(whole, frames=whole.frames[:501]), True
    shown.plies = 501
    page = visit()
    took: list[float] = page.page.evaluate(
        """async () => {
            const took = [];
            const text = await (await fetch("/film")).text();
            for (let n = 0; n < 8; n++) {
                const replay = document.createElement("maumau-replay");
                const began = performance.now();
                replay.data = JSON.parse(text);
                document.body.replaceChildren(document.getElementById("maumau-replay"), replay);
                replay.play();
                replay.offsetWidth;
                took.push(performance.now() - began);
                replay.remove();
            }
            return took;
        }"""
    )
    assert sorted(took)[1] < 300  # ms; not the best, for the processors have more to do
