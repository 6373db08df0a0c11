"""The README and the guides, as text and as blocks of code."""

import re
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
README: Final = ROOT / "README.md"
GUIDES: Final = ROOT / "arena" / "guides"
DOCUMENTS: Final = (README, *sorted(GUIDES.glob("*.md")))
_BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_RELATIVE_LINK: Final = re.compile(r"\]\((?!https?:|#)([^)]+)\)")


class Block(NamedTuple):
    language: str
    text: str

    @property
    def file(self) -> str:
        """Return the file name in the first line of a program."""
        return self.text.partition("\n")[0].removeprefix("# ")


def guide(name: str) -> str:
    """Return the text of a guide."""
    return (GUIDES / f"{name}.md").read_text()


def relative_links(text: str) -> list[str]:
    """Return the links of Markdown that lead nowhere outside this repository."""
    return _RELATIVE_LINK.findall(_BLOCK.sub("", text))


def blocks(document: Path) -> list[Block]:
    """Return the blocks of code of a document, in their order."""
    return [Block(*found) for found in _BLOCK.findall(document.read_text())]
