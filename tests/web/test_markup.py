"""Where text becomes markup: only in the places that are named here, which are looked at one by one."""

import re
from pathlib import Path
from typing import Final

from arena.assets import ASSETS
from arena.web import page
from arena.web.page import TEMPLATES

PAGES: Final = Path(page.__file__).parent / "templates"
# Fragments that the server rendered from a template, escaped as in any page.
SCRIPTS: Final = {
    "site/live.js": ["element.innerHTML = html;"],
    "site/progress.js": ["box.innerHTML = html;"],
}
# Each is made by a template, or by `markup.html`, which escapes what it is given.
SAFE: Final = {
    "guide.html": ["guide.html"],
    "live.html": ["runs", "sprite", "table"],
    "live_match.html": ["replay", "shared_markup"],
    "tournament.html": ["playing"],
}
MAKES_MARKUP: Final = re.compile(
    r".*(?:(?:inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|document\.write|setHTMLUnsafe|createContextualFragment"
    r"|\beval\(|new Function|srcdoc).*"
)


def test_scripts_do_not_turn_text_into_markup() -> None:
    found = {
        f"{path.parent.name}/{path.name}": [line.strip() for line in MAKES_MARKUP.findall(path.read_text())]
        for path in sorted(ASSETS.rglob("*.js"))
    }
    assert {name: lines for name, lines in found.items() if lines} == SCRIPTS


def test_templates_escape_everything_else() -> None:
    assert TEMPLATES.autoescape is True
    found = {path.name: sorted(trusted(path)) for path in sorted(PAGES.glob("*.html"))}
    assert {name: values for name, values in found.items() if values} == SAFE


def trusted(path: Path) -> list[str]:
    text = path.read_text()
    assert "autoescape" not in text
    return re.findall(r"([\w.]+)\s*\|\s*safe\b", text)
