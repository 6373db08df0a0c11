"""The modules of the replay element as one script, for pages that have no server to fetch modules from.

The modules keep to what this needs: an import is one line that begins with `import {`, an export stands
before `function`, `class`, `const` or `async`, and no two modules use one name at their top.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parent / "page"
ENTRY: Final = "replay.js"

_IMPORT: Final = re.compile(r'^import \{[^}]*\} from "\./([a-z-]+\.js)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=function |async function |class |const )", re.MULTILINE)


def bundle() -> str:
    """The script: each module after those that it imports."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", _source(name))).strip() + "\n" for name in modules())


def modules() -> list[str]:
    """Names of the modules in the order of the bundle."""
    return list(dict.fromkeys(_needed(ENTRY)))


def _needed(name: str) -> Iterator[str]:
    for imported in _IMPORT.findall(_source(name)):
        yield from _needed(imported)
    yield name


def _source(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")
