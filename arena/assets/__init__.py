"""Style sheets, scripts and HTML of the site and of the replay.

- `css/theme.css`: the colours of the site and of the replay;
- `js/replay`: the replay element, a player for games in web pages;
- `js/site`: the scripts of the pages.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ASSETS: Final = Path(__file__).parent
ENTRY: Final = "replay.js"

_IMPORT: Final = re.compile(r'^import \{[^}]*\} from "\./([a-z-]+\.js)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=function |async function |class |const )", re.MULTILINE)


def read_asset(name: str) -> str:
    """Return the text of an asset with a name like "css/theme.css"."""
    return (ASSETS / name).read_text(encoding="utf-8")


# Join the JavaScript modules of the replay element into one script, for replays in a single HTML file.
#
# This works only for modules that import by single lines starting with `import {`, export by `export`
# before `function`, `async`, `class` or `const`, and have no top-level name in common with another module.


def bundle() -> str:
    """Return the code of all modules of the replay element as one script. A module comes after the modules
    that it imports.
    """
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", _source(name))).strip() + "\n" for name in modules())


def modules() -> list[str]:
    """Return the names of all modules of the replay element. A module comes after the modules that it
    imports.
    """
    return list(dict.fromkeys(_with_imports(ENTRY)))


def _with_imports(name: str) -> Iterator[str]:
    for imported in _IMPORT.findall(_source(name)):
        yield from _with_imports(imported)
    yield name


def _source(name: str) -> str:
    return read_asset(f"js/replay/{name}")
