"""A real Chromium, and pages in it that must not complain nor ask for anything."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.watched import ARGUMENTS, Tabs, Watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Opens = Callable[..., Watched]


@pytest.fixture(scope="module")
def chromium() -> "Iterator[Browser]":
    """The system's Chromium. Tests that need one are skipped where there is none; the gate brings one."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def tabs(chromium: "Browser") -> Tabs:
    return Tabs(chromium)


@pytest.fixture
def watch(tabs: Tabs, tmp_path: Path) -> Iterator[Opens]:
    """Opens the text of a page as a file. At the end no page may have complained."""
    opened: list[Watched] = []

    def open_(html: str, link: str = "", **media: object) -> Watched:
        opened.append(Watched(tabs, html, tmp_path / f"{len(opened)}.html", link, media))
        return opened[-1]

    yield open_
    for one in opened:
        one.close()
        assert one.complaints == []
        assert one.asked_for == []
