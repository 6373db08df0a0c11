"""A replay page in a browser: what a watcher does with it, and what is to be seen."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Chromium lays out a transparent page like any other, but draws no pixels. These take half of the time.
TRANSPARENT = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { opacity: 0 }");
  document.adoptedStyleSheets.push(sheet);
}"""
OPAQUE = "document.adoptedStyleSheets = []"
# Return the value of an expression once it is true; false after a number of ms. The page checks it itself:
# a question from outside keeps four processes busy. (The pages' policy forbids Playwright's own way to wait.)
UNTIL = """async (timeout) => {
  const end = performance.now() + timeout;
  while (true) {
    const value = %s;
    if (value || performance.now() > end) return value || false;
    await new Promise((done) => setTimeout(done, 10));
  }
}"""
SIZE: Any = {"width": 1280, "height": 720}
NOWHERE = (-10, -10)


class Tabs:
    """Open pages. One that is free is taken before another is opened, which takes three times as long."""

    def __init__(self, browser: "Browser") -> None:
        self._context = browser.new_context()
        self._context.set_default_timeout(60_000)
        self._context.add_init_script(TRANSPARENT)
        self._free: list[Page] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._context.close()

    def take(self, media: dict[str, Any]) -> "Page":
        """A page of the usual size, for somebody who prefers these media."""
        page = self._free.pop() if self._free else self._context.new_page()
        page.set_viewport_size(SIZE)
        page.emulate_media(**({"reduced_motion": "reduce", "color_scheme": "light"} | media))
        return page

    def know(self, cookies: list[Any]) -> None:
        """Pages are asked for with these cookies from now on."""
        self._context.add_cookies(cookies)

    def give_back(self, page: "Page") -> None:
        page.mouse.move(*NOWHERE)
        page.evaluate("localStorage.clear()")  # what it remembers of its viewer
        page.goto("about:blank")  # so that the next visit is one, also where only the ply is another
        self._free.append(page)


class Watched:
    """A page that is watched, and may ask for what begins with `home`, itself only if that is empty.

    `media` are what `Page.emulate_media` takes.
    """

    def __init__(self, tabs: Tabs, address: str, media: dict[str, Any], home: str = "") -> None:
        self.complaints: list[str] = []
        self.asked_for: list[str] = []  # at home
        self.strangers: list[str] = []
        self.address = address
        self._home = home or address.partition("#")[0]
        self._tabs = tabs
        self.page = tabs.take(media)
        self._heard: dict[Any, Callable[[Any], None]] = {
            "console": lambda message: self.complaints.append(message.text),
            "pageerror": lambda error: self.complaints.append(str(error)),
            "dialog": self._dismiss,
            "request": lambda request: self._note(request.url),
        }
        for event, hear in self._heard.items():
            self.page.on(event, hear)
        self.page.goto(address)

    def _dismiss(self, dialog: "Dialog") -> None:
        self.complaints.append(dialog.message)
        dialog.dismiss()

    def _note(self, url: str) -> None:
        if url.startswith(self._home):
            self.asked_for.append(url.removeprefix(self._home))
        else:
            self.strangers.append(url)

    def close(self) -> None:
        for event, hear in self._heard.items():
            self.page.remove_listener(event, hear)
        self._tabs.give_back(self.page)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, name: str) -> None:
        """The button with this label."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def text(self, part: str) -> str:
        return self.page.locator(f"[data-part={part}]").inner_text()

    def until(self, condition: str, timeout_s: int = 20) -> None:
        """Wait for a condition in JavaScript."""
        assert self.page.evaluate(UNTIL % condition, timeout_s * 1_000), f"never true: {condition}"

    def frames(self) -> None:
        """Waits until two more frames were drawn: what a change of size brings about is done."""
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    @property
    def ply(self) -> int:
        return int(self.page.locator("[data-part=goto]").input_value())

    @property
    def link(self) -> str:
        """As the page itself sees it: what Playwright knows of it may be late."""
        found: str = self.page.evaluate("location.hash")
        return found.removeprefix("#")

    @property
    def cards(self) -> list[str]:
        """Every card drawn on the table, "back" for those face down."""
        found: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('.card use')]"
            ".map(use => use.getAttribute('href').split('-').at(-1))"
        )
        return sorted(found)

    @property
    def state(self) -> dict[str, Any]:
        """What the state tab shows."""
        self.page.get_by_role("tab", name="State").click()
        found: dict[str, Any] = json.loads(self.text("state"))
        return found

    @property
    def everything(self) -> str:
        """All that is in the document, attributes too, but for the sprite, the script and the style."""
        found: str = self.page.evaluate("document.querySelector('maumau-replay').outerHTML")
        return found
