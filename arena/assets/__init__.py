"""Style sheets, scripts and HTML of the site and of the replay.

`css/theme.css` holds the colours of site and replay. `js/replay` is the replay element, a player for games in
web
pages; `js/site` holds the scripts of the pages.
"""

from pathlib import Path
from typing import Final

ASSETS: Final = Path(__file__).parent


def read_asset(name: str) -> str:
    """Return the text of an asset with a name like "css/theme.css"."""
    return (ASSETS / name).read_text(encoding="utf-8")
