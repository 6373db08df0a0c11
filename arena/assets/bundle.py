"""Join the modules of the replay element into one script, for replays that are a single file.

To be joined, a module imports by single lines that start with `import {`, exports by `export` before
`function`, `async`, `class` or `const`, and shares no top-level name with another module.
"""

import re
from collections.abc import Iterator
from typing import Final

from arena.assets import read_asset

ENTRY: Final = "replay.js"

_IMPORT: Final = re.compile(r'^import \{[^}]*\} from "\./([a-z-]+\.js)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=function |async function |class |const )", re.MULTILINE)


def bundle() -> str:
    """Return the script: each module after those that it imports."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", _source(name))).strip() + "\n" for name in modules())


def modules() -> list[str]:
    """Return the names of the modules in the order of the bundle."""
    return list(dict.fromkeys(_with_imports(ENTRY)))


def _with_imports(name: str) -> Iterator[str]:
    for imported in _IMPORT.findall(_source(name)):
        yield from _with_imports(imported)
    yield name


def _source(name: str) -> str:
    return read_asset(f"js/replay/{name}")
