"""The guides in the folder `arena/guides` as pages, and as notebooks for Jupyter."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

import arena.guides
from arena.web.errors import not_found
from arena.web.page import render

router = APIRouter()

FOLDER: Final = Path(next(iter(arena.guides.__path__)))
INDEX: Final = "index"
NOTEBOOKS: Final = ("learn",)  # guides that are also notebooks
_OTHER_GUIDE: Final = re.compile(r"(?P<name>[a-z-]+)\.md(?P<anchor>#.*)?")
_BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_RUN_PROGRAM: Final = re.compile(r"python (\w+)\.py (\S+)(.*)")
_LINK: Final = re.compile(r"\]\(([a-z-]+)(?:\.md|(\.py))")
_PARSING: Final = Lock()  # the parser fails if its first two calls are made at once


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
    """Return the source of a Python program that a guide describes. `name`: its name without ".py"."""
    if name not in (path.stem for path in FOLDER.glob("*.py")):
        raise not_found(f"No program {name}.py.")
    return PlainTextResponse((FOLDER / f"{name}.py").read_text())


@router.get("/guide/{name}.ipynb")
def guide_notebook(request: Request, name: str) -> Response:
    """Return a guide as a notebook."""
    if name not in NOTEBOOKS:
        raise not_found(f"No notebook {name}.ipynb.")
    return JSONResponse(make_notebook(name, f"{request.base_url}guide/"))


@router.get("/guide/{name}")
def guide_page(request: Request, name: str) -> Response:
    """Show the guide with this name."""
    if name not in guide_names():
        raise not_found(f"No guide {name}.")
    notebook = f"/guide/{name}.ipynb" if name in NOTEBOOKS else None
    return render(request, "guide.html", guide=read_guide(name), is_index=False, notebook=notebook)


@cache
def guide_names() -> tuple[str, ...]:
    """Return the names of all guides, without the index page."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != INDEX))


@cache
def read_guide(name: str) -> Guide:
    """Return a guide as HTML, with links to the pages of other guides."""
    return to_html((FOLDER / f"{name}.md").read_text())


def to_html(text: str) -> Guide:
    """Convert Markdown to a guide in HTML. Headings get the same anchors as on GitHub."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    with _PARSING:
        tokens = markdown.parse(text)
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


def make_notebook(name: str, site: str) -> dict[str, object]:
    """Return a guide as a Jupyter notebook (nbformat 4), with cells that run the guide's code.

    If a shell command runs a guide's program, cells with the program's source and a call of its `main`
    replace the command.

    `site`: the address of the guides, for links.
    """
    text, *parts = _BLOCK.split((FOLDER / f"{name}.md").read_text())
    cells = [_text_cell(text, site)]
    while parts:
        language, code, text, *parts = parts
        cells += map(_code_cell, [code] if language == "python" else _commands(code))
        cells.append(_text_cell(text, site))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"nbformat": 4, "nbformat_minor": 4, "metadata": {"kernelspec": kernel}, "cells": cells}


def _text_cell(text: str, site: str) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": _LINK.sub(rf"]({site}\1\2", text).strip()}


def _code_cell(code: str) -> dict[str, object]:
    return {"cell_type": "code", "metadata": {}, "source": code, "outputs": [], "execution_count": None}


def _commands(block: str) -> Iterator[str]:
    """Yield the code of notebook cells that do the same as a block of shell commands."""
    for line in block.splitlines():
        if program := _RUN_PROGRAM.fullmatch(line):
            source = (FOLDER / f"{program[1]}.py").read_text().partition("\n\n\nif __name__")[0]
            yield from re.split(r"\n{3}(?=\S)", source)  # a cell for each definition
            yield f"main({program[2]}){program[3]}"
        else:
            yield f"!{line}"


def anchor(heading: str) -> str:
    """Return the anchor that GitHub gives a heading.

    >>> anchor("Draws: the scheme maumau-order-1")
    'draws-the-scheme-maumau-order-1'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
