"""Draws the README's pictures: one ply of a game, as the terminal player and the browser show it.

uv run arena play suit_keeper counting greedy --seed 5 -o logs
uv run python -m tests.docs.pictures logs/GAME.jsonl 17
"""

import io
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from arena.cli.player import screenful
from arena.cli.watch import Watch
from arena.record import read_log
from arena.viewer.film import film
from arena.viewer.html import replay_page
from tests.browser.watched import ARGUMENTS

PICTURE = Path(__file__).parents[2] / ".github" / "pictures" / "replay.svg"
COLUMNS = 81
FONT_FACES = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def picture(log: Path, ply: int) -> str:
    """The picture as SVG; it loads nothing from anywhere."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    watch = Watch(film(read_log(log.read_bytes()))).at(ply)
    for line in screenful(watch, COLUMNS):
        console.print(line)
    svg = console.export_svg(title="arena replay show")
    kept = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)  # some viewers drop blanks at an edge
    return FONT_FACES.sub("", kept).replace("Fira Code", "DejaVu Sans Mono")


def photograph(log: Path, ply: int) -> None:
    """The same ply as the browser shows it."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "page.html"
        file.write_text(replay_page(read_log(log.read_bytes())), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1200, "height": 760}, reduced_motion="reduce")
        page.goto(f"{file.as_uri()}#{ply}")
        page.screenshot(path=PICTURE.with_name("page.png"))
        browser.close()


if __name__ == "__main__":
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(picture(Path(sys.argv[1]), int(sys.argv[2])))
    photograph(Path(sys.argv[1]), int(sys.argv[2]))
