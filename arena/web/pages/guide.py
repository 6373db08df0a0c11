"""The guides in the folder `arena/guides` as pages."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

import arena.guides
from arena.web.errors import not_found
from arena.web.page import render

router = APIRouter()

FOLDER: Final = Path(next(iter(arena.guides.__path__)))
INDEX: Final = "index"
_OTHER_GUIDE: Final = re.compile(r"(?P<name>[a-z-]+)\.md(?P<anchor>#.*)?")


class Guide(NamedTuple):
    """A guide as HTML, with its title and sections."""

    title: str
    html: str
    sections: tuple[tuple[str, str], ...]  # anchor and heading of each


@router.get("/guide")
def guide_index(request: Request) -> Response:
    """Show the list of guides."""
    return render(request, "guide.html", guide=read_guide(INDEX), is_index=True)


@router.get("/guide/{name}.py")
def guide_script(name: str) -> Response:
    """Return a program that a guide describes."""
    if name not in (path.stem for path in FOLDER.glob("*.py")):
        raise not_found(f"No program {name}.py.")
    return PlainTextResponse((FOLDER / f"{name}.py").read_text())


@router.get("/guide/{name}")
def guide_page(request: Request, name: str) -> Response:
    """Show the guide with this name."""
    if name not in guide_names():
        raise not_found(f"No guide {name}.")
    return render(request, "guide.html", guide=read_guide(name), is_index=False)


@cache
def guide_names() -> tuple[str, ...]:
    """Return the names of all guides, without the index page."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != INDEX))


@cache
def read_guide(name: str) -> Guide:
    """Return a guide as HTML, with links to the pages of other guides.

    Headings have the same anchors as on GitHub.
    """
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse((FOLDER / f"{name}.md").read_text())
    title, sections = "", []
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            text = re.sub(r"[`*]", "", inline.content)
            heading.attrSet("id", anchor(text))
            if heading.tag == "h1":
                title = text
            elif heading.tag == "h2":
                sections.append((anchor(text), text))
        for link in inline.children or ():
            if link.type == "link_open" and (other := _OTHER_GUIDE.fullmatch(str(link.attrGet("href")))):
                link.attrSet("href", f"/guide/{other['name']}{other['anchor'] or ''}")
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = html.replace("<pre>", '<pre tabindex="0">').replace("</table>", "</table></div>")
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>')
    return Guide(title, html, tuple(sections))


def anchor(heading: str) -> str:
    """Return the anchor that GitHub gives a heading.

    >>> anchor("Draws: the scheme maumau-order-1")
    'draws-the-scheme-maumau-order-1'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
