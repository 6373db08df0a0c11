"""A replay page in a browser: what a watcher does with it, and what is to be seen."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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


class Watched:
    """A page that is watched. `options` are those of a browser's context."""

    def __init__(self, browser: "Browser", html: str, file: Path, link: str, options: dict[str, Any]) -> None:
        file.write_text(html, encoding="utf-8")
        self.complaints: list[str] = []
        self.asked_for: list[str] = []
        self._context = browser.new_context(**({"reduced_motion": "reduce"} | options))
        self._context.set_default_timeout(10_000)
        self.page = self._context.new_page()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.address = file.as_uri()
        self.page.on("request", lambda request: self._note(request.url))
        self.page.goto(self.address + link)

    def _note(self, url: str) -> None:
        if url.partition("#")[0] != self.address:
            self.asked_for.append(url)

    def close(self) -> None:
        self._context.close()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, name: str) -> None:
        """The button with this label."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def text(self, part: str) -> str:
        return self.page.locator(f"[data-part={part}]").inner_text()

    def until(self, condition: str) -> None:
        """Waits for a condition in JavaScript. (The page's own policy forbids what Playwright waits with.)"""
        for _ in range(400):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"never so: {condition}")

    @property
    def ply(self) -> int:
        return int(self.page.locator("[data-part=goto]").input_value())

    @property
    def link(self) -> str:
        return self.page.url.partition("#")[2]

    @property
    def cards(self) -> list[str]:
        """Every card drawn on the table, "back" for those face down."""
        found: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('.card use')].map(use => use.getAttribute('href').slice(6))"
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
