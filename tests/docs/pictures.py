"""Draw the README's picture: a match in the browser.

uv run arena run greedy counting random suit_keeper -r mau-mau -r detailed --boards 200 --db x.db
uv run python -m tests.docs.pictures x.db 1.4.1 9
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from arena.store.database.store import open_store, sqlite_url
from tests.browser.watched import ARGUMENTS
from tests.web.served import serving

PICTURE = Path(__file__).parents[2] / ".github" / "pictures" / "match.png"


def take_picture(database: Path, match: str, ply: int) -> None:
    """Take a picture of a ply of a match's first game."""
    with (
        open_store(sqlite_url(database)) as store,
        serving(store) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=ARGUMENTS
        )
        page = browser.new_page(viewport={"width": 1200, "height": 760}, reduced_motion="reduce")
        page.goto(f"{site.address}/matches/{match}#{ply}")
        page.wait_for_load_state("networkidle")
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    take_picture(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
