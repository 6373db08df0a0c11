"""The panel "What if": another action, another bot; computed by a server on this machine, or as commands."""

import shlex
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from arena.record import GameLog, read_log
from arena.service.bots import resolve_bot
from arena.service.replay.ask import ask
from arena.service.replay.branch import branch, first_continuation
from arena.service.replay.page_commands import command_attributes
from arena.service.replay.page_server import GameRequests, PageServer
from arena.viewer.html import replay_page
from arena.viewer.replay.film import film
from arena.viewer.replay.legal_actions import legal_actions
from tests.browser.conftest import Opens, opening
from tests.browser.test_site import assert_accessible, axe
from tests.browser.watched import Tabs, Watched
from tests.record.games import golden

pytestmark = pytest.mark.dear

__all__ = ["axe"]  # a fixture

PLY = 8
SEAT = 1  # decides at PLY
NAME = "7.1.2/3"
BOT = "greedy"


@pytest.fixture(scope="module")
def log() -> GameLog:
    return read_log(golden("mau-mau", 2).data)


@pytest.fixture(scope="module", params=[None])
def served(request: pytest.FixtureRequest, log: GameLog) -> Iterator[PageServer]:
    with PageServer(log, request.param, NAME) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def visit(tabs: Tabs, served: PageServer) -> Iterator[Opens]:
    with opening(tabs, lambda link, _: served.address + link, served.address) as open_:
        yield open_


def chosen(log: GameLog, ply: int) -> list[tuple[str, str]]:
    """The actions that may be chosen at a ply, in log notation and in words, the played one first."""
    legal = legal_actions(log)
    [numbers] = [numbers for number, _, numbers in legal["decisions"] if number == ply]
    return [tuple(legal["actions"][number]) for number in numbers]


def options(page: Watched, part: str) -> list[str]:
    return page.page.locator(f"[data-part={part}] option").all_text_contents()


def marks(page: Watched) -> int:
    marks = page.page.locator("[data-part=ticks] path[data-mark='≠']")
    return (marks.get_attribute("d") or "").count("M") if marks.count() else 0


def different(log: GameLog, seat: int | None = None) -> list[int]:
    """The plies that the bot would have played differently. It is asked in its own thread, as the browser
    runs a loop in this one.
    """
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(ask, log, resolve_bot(f"builtin:{BOT}"), seat).result()
    return [one.ply for one in asked.opinions if not one.agrees]


# ---- another action ----------------------------------------------------------------------------------------
def test_another_action_is_chosen_and_valued_with_the_keyboard(visit: Opens, log: GameLog) -> None:
    page = visit(f"#{PLY}")
    page.press("x")
    assert page.page.evaluate("document.activeElement.dataset.part") == "action"
    actions = chosen(log, PLY)
    assert options(page, "action") == [words + " (played)" * (n == 0) for n, (_, words) in enumerate(actions)]
    page.press("ArrowDown", "Tab", "Tab", "Tab", "Enter")
    result = page.page.locator("[data-part=branched]")
    result.locator("p").nth(1).wait_for()
    values = GameRequests(log).branch({"ply": PLY, "action": actions[2][0], "boards": 200, "bot": ""})
    told = result.inner_text()
    for name in ("played", "other"):
        assert f"{round(values[name][0] * 100)} %" in told
    assert f"± {round(200 * values['difference'][1])} percentage points" in told
    assert "200 continuations" in told
    page.press("Escape")
    page.page.locator("[data-part=scrubber]").focus()
    page.press("ArrowRight")
    assert page.text("decider").endswith(f"ply {PLY + 1}")
    page.press("x")
    assert page.page.get_by_role("tab", name="Events").get_attribute("aria-selected") == "true"


def test_where_nobody_decided_there_is_nothing_to_change(visit: Opens) -> None:
    page = visit("#0")
    page.press("x")
    assert page.page.locator("[data-part=noChoice]").is_visible()
    assert not page.page.locator("[data-part=choosing]").is_visible()


def test_the_view_of_a_seat_has_its_own_decisions_and_no_bots(visit: Opens, log: GameLog) -> None:
    page = visit(f"#{PLY}")
    page.press("x")
    assert BOT in options(page, "playedBy")
    page.press("Escape")
    page.page.locator("[data-part=side]").select_option(str(SEAT + 1))
    assert options(page, "playedBy") == ["a fast policy"]
    page.click("Play on")
    page.page.locator("[data-part=branched] p").nth(1).wait_for()
    action = chosen(log, PLY)[1][0]
    values = GameRequests(log, SEAT).branch({"ply": PLY, "action": action, "boards": 200, "bot": ""})
    assert f"after this one {round(values['other'][0] * 100)} %" in page.text("branched")
    page.page.locator("[data-part=side]").select_option(str(2 - SEAT))
    assert page.page.locator("[data-part=noChoice]").is_visible()
    assert page.text("branched") == ""


def test_the_first_continuation_is_stepped_through_next_to_the_game(visit: Opens, log: GameLog) -> None:
    page = visit(f"#{PLY}")
    page.press("x")
    page.click("Play on")
    rows = page.page.locator("[data-part=moves] button")
    rows.first.wait_for()
    result = branch(log, ply=PLY, action=chosen(log, PLY)[1][0])
    frames = first_continuation(log, result).frames
    assert len(frames) == PLY + 1 + len(result.values.first)
    assert [int(row.get_attribute("data-ply") or 0) for row in rows.all()] == list(range(PLY, len(frames)))
    rows.nth(1).click()
    assert page.ply == PLY + 1
    tables = page.page.locator(".comparison figure")
    page.press("ArrowRight")
    for number, shown in enumerate((film(log).frames, frames)):
        caption = tables.nth(number).locator(".sentence")
        assert " ".join(caption.inner_text().split()) == " ".join(shown[PLY + 2].brief.split())
    assert rows.nth(2).get_attribute("aria-current") == "step"
    page.click("Side by side")
    assert tables.count() == 0
    page.click("Side by side")
    assert tables.count() == 2
    page.press("2")
    assert tables.count() == 0
    assert not page.page.locator("[data-part=continued]").is_visible()


def test_progress_is_shown_and_playing_on_is_cancelled(visit: Opens, served: PageServer) -> None:
    page = visit(f"#{PLY}")
    page.press("x")
    progress = page.page.locator("[data-part=progress]")
    assert not progress.is_visible()
    page.page.locator("[data-part=playedBy]").select_option("sampler")
    page.click("Play on")
    page.until("document.querySelector('[data-part=progress]').value > 0")
    assert page.text("progressText").endswith(" of 200")
    assert progress.get_attribute("max") == "200"
    page.press("ArrowRight")
    assert progress.is_visible()
    page.page.locator("[data-part=branchButton]").focus()
    page.press("Tab", "Enter")
    page.page.locator("[data-part=branched]", has_text="Cancelled.").wait_for()
    assert not progress.is_visible()
    assert page.page.evaluate("document.activeElement.dataset.part") == "branchButton"
    assert served.lock.acquire(timeout=2)
    served.lock.release()
    page.page.locator("[data-part=playedBy]").select_option("")
    page.click("Play on")
    page.page.locator("[data-part=branched] p").nth(1).wait_for()


def test_another_view_cancels(visit: Opens, served: PageServer) -> None:
    page = visit(f"#{PLY}")
    page.press("x")
    page.page.locator("[data-part=playedBy]").select_option("sampler")
    page.click("Play on")
    page.until("document.querySelector('[data-part=progress]').value > 0")
    page.page.locator("[data-part=side]").select_option(str(SEAT + 1))
    assert served.lock.acquire(timeout=2)
    served.lock.release()
    assert page.text("branched") == ""


def test_a_problem_is_announced(visit: Opens) -> None:
    page = visit(f"#{PLY}")
    page.press("x")
    page.page.route("**/branch", lambda route: route.fulfill(status=422, json={"error": "It failed."}))
    page.click("Play on")
    alert = page.page.locator("[data-part=branched] [role=alert]")
    alert.wait_for()
    assert alert.inner_text() == "It failed."
    page.page.unroute("**/branch")
    page.complaints.clear()


# ---- another bot -------------------------------------------------------------------------------------------
def test_decisions_of_another_bot_are_marked_and_listed(visit: Opens, log: GameLog) -> None:
    page = visit("#0")
    page.press("x")
    for seat in (None, SEAT):
        page.page.locator("[data-part=side]").select_option("0" if seat is None else str(seat + 1))
        assert marks(page) == 0
        page.page.locator("[data-part=askedBot]").select_option(BOT)
        page.click("Ask")
        rows = page.page.locator("[data-part=opinions] button")
        rows.first.wait_for()
        plies = different(log, seat)
        assert [int(row.get_attribute("data-ply") or 0) for row in rows.all()] == plies
        assert marks(page) == len(plies)
        rows.first.click()
        assert page.ply == plies[0]
        for ply in plies[1:]:
            page.press("n")
            assert page.ply == ply
        page.press("p")
        assert page.ply == plies[-2]
    page.page.locator("[data-part=askedBot]").select_option("random")
    page.click("Ask")
    page.page.locator("[data-part=asked]", has_text="random").wait_for()
    assert marks(page) == page.page.locator("[data-part=opinions] button").count()


# ---- without a server --------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", [None, SEAT])
def test_a_file_shows_the_commands(watch: Opens, log: GameLog, seat: int | None) -> None:
    name = "it's mine.jsonl"
    page = watch(replay_page(log, seat, (), command_attributes(name, seat)), f"#{PLY}")
    page.press("x")
    actions = chosen(log, PLY)
    for number in (1, 2):
        page.page.locator("[data-part=action]").select_option(index=number)
        view = [] if seat is None else ["--seat", str(seat + 1)]
        game = name if seat is None else "GAME"
        command = ["arena", "replay", "branch", game, "--ply", str(PLY), "--action", actions[number][0]]
        assert shlex.split(page.text("branchCommand")) == [*command, "--boards", "200", *view]
    page.page.locator("[data-part=askedBot]").select_option(BOT)
    assert shlex.split(page.text("askCommand")) == ["arena", "replay", "ask", game, "--as", BOT, *view]
    for button in ("Play on", "Ask"):
        assert not page.page.get_by_role("button", name=button, exact=True).is_visible()


def test_a_page_without_a_name_or_a_hand_offers_nothing(watch: Opens, log: GameLog) -> None:
    for page in (
        watch(replay_page(log)),
        watch(replay_page(log, "public", (), command_attributes(NAME, "public"))),
    ):
        assert not page.page.get_by_role("tab", name="What if").is_visible()
        page.press("x")
        assert page.text("toast")


# ---- for everybody -----------------------------------------------------------------------------------------
def test_the_panel_is_accessible_and_fits_a_phone(visit: Opens, axe: str) -> None:
    page = visit(f"#{PLY}")
    page.press("x")
    page.click("Play on")
    page.page.locator("[data-part=branched] p").nth(1).wait_for()
    page.page.locator("[data-part=askedBot]").select_option(BOT)
    page.click("Ask")
    page.page.locator("[data-part=opinions] button").first.wait_for()
    for width in (1280, 1150, 390):
        page.page.set_viewport_size({"width": width, "height": 844})
        page.until(f"document.querySelector('maumau-replay').offsetWidth === {width}")
        page.frames()
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
        for part in ("action", "branched", "askButton", "opinions"):
            box = page.page.locator(f"[data-part={part}]").bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
        if width != 1150:  # the same colours and elements as at 1280
            assert_accessible(page, axe)
