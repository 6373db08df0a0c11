"""Draws the README's pictures: a ply of a game in the terminal; the ladder and a match in the browser.

uv run arena play suit_keeper counting greedy --seed 5 -o logs
uv run arena run greedy counting random suit_keeper -r mau-mau -r detailed --boards 200 --db x.db
uv run python -m tests.docs.pictures logs/GAME.jsonl 17 x.db 1.4.1 9
"""

import io
import re
import shutil
import sys
from pathlib import Path

from rich.console import Console

from arena.cli.replay.player import screenful
from arena.cli.replay.stepper import Watch
from arena.record import read_log
from arena.service.ladder.cache import keep_up
from arena.store.database.store import open_store, sqlite_url
from arena.viewer.replay.film import film
from tests.browser.watched import ARGUMENTS
from tests.web.served import serving

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


def photograph(database: Path, match: str, ply: int) -> None:
    """The ladder and a match as a browser shows them."""
    from playwright.sync_api import sync_playwright

    with (
        open_store(sqlite_url(database)) as store,
        serving(store) as site,
        sync_playwright() as playwright,
    ):
        keep_up(store)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1200, "height": 760}, reduced_motion="reduce")
        for name, link in (("ladder", "/?ruleset=detailed%401"), ("match", f"/matches/{match}#{ply}")):
            page.goto(site.address + link)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=PICTURE.with_name(f"{name}.png"))
        browser.close()


if __name__ == "__main__":
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    log, ply, database, match, at = sys.argv[1:]
    PICTURE.write_text(picture(Path(log), int(ply)))
    photograph(Path(database), match, int(at))
