"""Style sheets, scripts and HTML of the site and of the replay.

`css/theme.css` holds the colours of both. `js/replay` is the replay element, `js/site` belongs to the pages.
"""

from pathlib import Path
from typing import Final

ASSETS: Final = Path(__file__).parent


def read_asset(name: str) -> str:
    """Return the text of an asset, as "css/theme.css"."""
    return (ASSETS / name).read_text(encoding="utf-8")
