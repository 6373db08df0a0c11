"""The list of tournaments."""

from datetime import datetime
from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.formats import FORMATS
from arena.store.results.records import State
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.list import EventLine, event_lines
from arena.web.page import TEMPLATES, moment, page
from arena.web.site import Sited
from arena.web.tables.listing import Column, listed

router = APIRouter()

WORDS: Final = {
    "round-robin": "round robin",
    "double-round-robin": "double round robin",
    "swiss": "Swiss",
    "gauntlet": "gauntlet",
    COMPARE: "comparison",
}


def format_words(format: str, seats: int = 2) -> str:
    """The format as one says it, with the size of the tables where they are not of two.

    >>> format_words("swiss", 4)
    'Swiss at tables of 4'
    """
    words = WORDS.get(format, format)
    return words if seats == 2 else f"{words} at tables of {seats}"  # noqa: PLR2004


def _progress(one: EventLine) -> Markup:
    return _part("progress", one)


def _state(one: EventLine) -> Markup:
    return _part("state", one)


def _part(name: str, one: EventLine) -> Markup:
    """What a macro of the template makes of a line."""
    macros = TEMPLATES.get_template("_event.html").module
    made: Markup = getattr(macros, name)(one)
    return made


def _rulesets(one: EventLine) -> Markup:
    return Markup(" ").join(map(whole, one.rulesets))


def whole(text: str) -> Markup:
    """A text that is not broken at its hyphens."""
    return Markup('<span class="whole">{}</span>').format(text)


def name_cell(name: str) -> Markup:
    """A name, cut where there is no room; all of it in a title."""
    return Markup('<span class="name" title="{}">{}</span>').format(name, name)


def time_cell(when: datetime) -> Markup:
    """A time, on one line."""
    return Markup('<time datetime="{}">{}</time>').format(when.isoformat(), moment(when))


def _plays(one: EventLine, ruleset: str) -> bool:
    return any(ruleset in (key, key.partition("@")[0]) for key in one.rulesets)


COLUMNS: Final[tuple[Column[EventLine], ...]] = (
    Column("id", "ID", lambda one: one.id, link=lambda one: f"/tournaments/{one.id}", numbers=True),
    Column(
        "name",
        "Name",
        lambda one: one.name,
        lambda one: name_cell(one.name),
        link=lambda one: f"/tournaments/{one.id}",
    ),
    Column("state", "State", lambda one: one.state.value, _state, filters=True),
    Column("games", "Games", lambda one: one.games_done, _progress, numbers=True, most_first=True),
    Column("games_total", "", lambda one: one.games_total),
    Column("bots", "Bots", lambda one: one.bots, numbers=True, most_first=True),
    Column(
        "kind",
        "Format",
        lambda one: one.format,
        lambda one: format_words(one.format, one.seats),
        filters=True,
    ),
    Column("rounds", "", lambda one: one.rounds),
    Column("ruleset", "Rulesets", lambda one: " ".join(one.rulesets), _rulesets, filters=True, keeps=_plays),
    Column("rated", "", lambda one: one.rated, filters=True),
    Column("open_seed", "", lambda one: one.open_seed),
    Column(
        "begun",
        "Begun (UTC)",
        lambda one: one.created_at,
        lambda one: time_cell(one.created_at),
        most_first=True,
    ),
    Column("ended", "", lambda one: one.finished_at),
)


@router.get("/tournaments")
def tournaments(request: Request, site: Sited) -> Response:
    """All tournaments, the newest first."""
    with site.store.reading() as tx:
        lines = event_lines(tx)
    table = listed(request, "tournaments", COLUMNS, lines)
    played = sorted({key for line in lines for key in line.rulesets})
    return table.file() or page(
        request,
        "tournaments.html",
        table=table,
        any=bool(lines),
        states=[(state.value, state.value) for state in State],
        formats=[(name, WORDS[name]) for name in (*FORMATS, COMPARE)],
        rulesets=[(key, key) for key in played],
    )
