"""A real Chromium, and pages in it that must not complain nor ask for anything."""

import os
import shutil
import subprocess
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.screening import Screen, new_screen
from tests.browser.watched import ARGUMENTS, Tabs, Watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.served import Served

Opens = Callable[..., Watched]
HERE = Path(__file__).parent
NO_NETLINK = HERE / "no_netlink.c"


@contextmanager
def chromium_process(folder: Path) -> "Iterator[Browser]":
    """Run Chromium; skip the test if there is none. The headless shell takes half of the time."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        library = folder / "no_netlink.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, NO_NETLINK], check=True)
        environment: Any = os.environ | {"LD_PRELOAD": str(library)}
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, env=environment)
        yield browser
        browser.close()


class _Shared:
    """One Chromium for all files of this folder."""

    def __init__(self) -> None:
        self._browser: Browser | None = None
        self._running = ExitStack()

    def start(self, factory: pytest.TempPathFactory) -> "Browser":
        if self._browser is None:
            self._browser = self._running.enter_context(chromium_process(factory.mktemp("browser")))
        return self._browser

    def end(self) -> None:
        self._browser = None
        self._running.close()


SHARED = _Shared()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """End Chromium before a test elsewhere: its driver runs an event loop in this thread."""
    try:
        yield
    finally:
        if nextitem is None or nextitem.path.parent != HERE:
            SHARED.end()


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> "Browser":
    return SHARED.start(tmp_path_factory)


@pytest.fixture(scope="module")
def tabs(chromium: "Browser") -> Iterator[Tabs]:
    with Tabs(chromium) as tabs:
        yield tabs


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    with new_screen() as screen:
        yield screen


@pytest.fixture
def watch(tabs: Tabs, tmp_path: Path) -> Iterator[Opens]:
    """Opens the text of a page as a file."""

    def place(html: str, number: int) -> str:
        file = tmp_path / f"{number}.html"
        file.write_text(html, encoding="utf-8")
        return file.as_uri()

    with opening(tabs, place) as open_:
        yield open_


@pytest.fixture
def visit(tabs: Tabs, hall: "Served") -> Iterator[Opens]:
    """Opens a page of the site `hall`, which a file of tests has of its own, by its path."""
    with opening(tabs, lambda path, _: hall.address + path, hall.address) as open_:
        yield open_


@contextmanager
def opening(tabs: Tabs, place: Callable[[str, int], str], host: str = "") -> Iterator[Opens]:
    """Opens pages where `place` puts them. At the end none may have complained, nor asked elsewhere."""
    opened: list[Watched] = []

    def open_(what: str, link: str = "", **media: object) -> Watched:
        opened.append(Watched(tabs, place(what, len(opened)) + link, media, host))
        return opened[-1]

    yield open_
    for one in opened:
        one.close()
        assert one.complaints == []
        assert one.strangers == []
