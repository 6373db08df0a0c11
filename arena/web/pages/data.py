"""The page with files of recorded games, as data for machine learning."""

from collections.abc import Callable
from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import FileResponse, PlainTextResponse, Response

from arena.service.data.card import data_card
from arena.service.data.published import PublishedGames, find_file, read_published
from arena.web.errors import not_found
from arena.web.page import render
from arena.web.pages.guide import to_html
from arena.web.site import Sited
from arena.web.tables.columns import cell
from arena.web.tables.listing import Column, Value, data_columns, list_rows, number_column

router = APIRouter()

CARD: Final = "README.md"
_MEDIA_TYPE: Final = "application/vnd.apache.parquet"
_DECISIONS, _HIDDEN = range(2)  # the places of the files


def _file_columns(place: int, key: str, title: str, about: str) -> tuple[Column[PublishedGames], ...]:
    """Return the columns of one kind of file: its name, its size and its SHA-256.

    The page shows only the first column. JSON and CSV have all three.

    `place`: the file's index in `PublishedGames.files`. `key`, `title`, `about`: the key, the title and the
    explanation of the first column.
    """

    def of(name: str) -> Callable[[PublishedGames], Value]:
        return lambda row: getattr(row.files[place], name)

    return (
        Column(
            key, title, of("name"), lambda row: cell("data_file", row.files[place]), about=about, sorts=False
        ),
        Column(f"{key}_bytes", "", of("bytes")),
        Column(f"{key}_sha256", "", of("sha256")),
    )


COLUMNS: Final[tuple[Column[PublishedGames], ...]] = (
    Column("month", "Month", render=lambda row: cell("unbroken", [row.month]), filters=True),
    Column("ruleset", "Ruleset", filters=True),
    number_column("games", "Games"),
    number_column("decisions", "Decisions"),
    *_file_columns(_DECISIONS, "file", "Decisions file, SHA-256", "Views and decisions of all bots"),
    *_file_columns(_HIDDEN, "hidden", "Hidden file, SHA-256", "Complete logs: do not train on them"),
    *data_columns("made_at", "is_complete"),
)


@router.get("/data")
def list_data(request: Request, site: Sited) -> Response:
    """Show the files of games that can be downloaded, and a description of the data."""
    table = list_rows(request, "data", COLUMNS, read_published(site.store))
    if file := table.file():
        return file
    card = to_html(data_card(site.settings.licence))
    return render(request, "data.html", table=table, card=Markup(card.html), sections=card.sections)


@router.get(f"/data/{CARD}")
def card(site: Sited) -> Response:
    """Return the description of the data files as Markdown."""
    return PlainTextResponse(data_card(site.settings.licence), media_type="text/markdown")


@router.get("/data/{name}")
def download(site: Sited, name: str) -> Response:
    """Return a file of games."""
    path = find_file(site.store, name)
    if path is None or not path.is_file():
        raise not_found(f"No file {name[:80]}.")
    # It is compressed already; a stated encoding keeps the response from being compressed again.
    headers = {"Content-Encoding": "identity"}
    return FileResponse(path, headers=headers, media_type=_MEDIA_TYPE, filename=name)
