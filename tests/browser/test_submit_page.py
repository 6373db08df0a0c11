"""Submitting with a browser: sign in, choose a file, and watch the steps as they happen."""

import threading
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from arena.service.submission.queue import try_next
from arena.service.tokens import NewToken, new_token
from arena.store.bots.uploads import StepState, TrialStep, count_changes, take_next, write_step
from arena.store.database.store import Store, open_store, sqlite_url
from tests.browser.watched import Tabs, Watched
from tests.store.samples import NOW
from tests.web.served import Served, serving
from tests.web.test_submit import TERMS, Browser, packed

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium

pytestmark = pytest.mark.dear

EVIL = '"><img src=x onerror=alert(1)>'


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened:
        yield opened


@pytest.fixture
def here(own: Store) -> Iterator[Served]:
    with serving(own) as served:
        yield served


@pytest.fixture
def anna(own: Store) -> NewToken:
    return new_token(own, "anna")


@pytest.fixture
def signed_in(tabs: Tabs, here: Served, anna: NewToken) -> Iterator[Watched]:
    """Somebody on the page, who has signed in by hand."""
    seen = Watched(tabs, f"{here.address}/submit", {}, here.address)
    seen.page.get_by_label("Token").fill(anna.secret)
    seen.click("Sign in")
    seen.page.get_by_label("Bot").wait_for()
    yield seen
    seen.page.context.clear_cookies()
    seen.close()
    assert seen.complaints == []
    assert seen.strangers == []


def sent(seen: Watched, content: bytes, name: str = "clever.zip") -> str:
    """The ticket of what is sent by the form."""
    file: Any = {"name": name, "mimeType": "application/zip", "buffer": content}
    seen.page.get_by_label("Bot").set_input_files(file)
    seen.click("Submit")
    seen.page.locator(".checks").wait_for()
    return str(seen.page.evaluate("location.pathname")).rpartition("/")[2]


def test_steps_fill_in_by_themselves(signed_in: Watched, own: Store) -> None:
    id = sent(signed_in, packed(bot_toml=b"x"))
    signed_in.until("document.querySelector('.by-hand').hidden")
    assert signed_in.text("lead") == "Its trial starts soon."
    with own.writing() as tx:
        upload = take_next(tx, "process", NOW)
        assert upload
        write_step(tx, upload.key, TrialStep(3, "starts", StepState.RUNNING, EVIL))
    signed_in.until("document.querySelector('[data-part=step-3]').className == 'running'")
    assert signed_in.text("lead") == "Testing: starts."
    assert EVIL in signed_in.text("step-3")
    with own.writing() as tx:
        said = TrialStep(3, "starts", StepState.FAILED, "no", 1.0, EVIL, EVIL, f"arena bot check {EVIL}")
        write_step(tx, upload.key, said)
    signed_in.until("document.querySelector('[data-part=step-3]').className == 'failed'")
    assert signed_in.page.locator("[data-part=step-3] pre").first.inner_text() == EVIL
    assert signed_in.page.locator("img").count() == 1, "that of the brand"
    with own.reading() as tx:
        assert count_changes(tx, id, "anna")


def test_finished_upload_stops_asking(signed_in: Watched, own: Store) -> None:
    sent(signed_in, packed(bot_toml=b"x"))
    trying = threading.Thread(target=try_next, args=(own, TERMS, Event()))
    trying.start()
    signed_in.until("document.querySelector('.next .button') != null")
    trying.join()
    assert signed_in.text("lead").startswith("bot.toml:1: ")
    assert signed_in.page.locator(".badge").inner_text() == "refused"
    asked = len(signed_in.asked_for)
    signed_in.frames()
    assert len(signed_in.asked_for) == asked
    signed_in.page.get_by_role("link", name="Submit again").click()
    signed_in.page.get_by_role("link", name="clever.zip").wait_for()


def test_session_survives_links_from_other_sites(signed_in: Watched, here: Served) -> None:
    page = signed_in.page
    page.goto("about:blank")
    page.set_content(f'<a href="{here.address}/submit">Submit a bot</a>')
    page.get_by_role("link").click()
    page.get_by_role("heading", level=1).wait_for()
    assert page.get_by_label("Bot").is_visible()


def test_on_a_phone_nothing_is_cut_off(signed_in: Watched) -> None:
    page = signed_in.page
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    sent(signed_in, packed(bot_toml=b"x"), "x" * 60 + ".zip")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_without_scripts_a_link_shows_what_is_new(
    chromium: "Chromium", here: Served, own: Store, anna: NewToken
) -> None:
    known = Browser(here)
    known.sign_in(anna)
    place = known.send(packed(bot_toml=b"x")).headers["Location"]
    cookie = {"name": "arena_session", "value": known.client.cookies["arena_session"], "url": here.address}
    with chromium.new_context(java_script_enabled=False) as context:
        context.add_cookies([cookie])  # type: ignore[list-item]  # a TypedDict of just these
        page = context.new_page()
        page.goto(f"{here.address}{place}")
        try_next(own, TERMS, Event())
        page.get_by_role("link", name="Refresh").click()
        page.get_by_text("bot.toml:1: ").first.wait_for()
    known.client.close()
