"""The page with the ratings of the people who play against bots."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from arena.ratings.margins import FEW_BOARDS
from arena.rules import ruleset_named
from arena.service.people.ratings import people
from arena.service.people.site import visitor_id
from arena.store.people.ratings import PersonRating
from arena.web.errors import not_found
from arena.web.http.player import player_of
from arena.web.page import render
from arena.web.site import Sited
from arena.web.tables.columns import cell, elo_cell, last_played_column
from arena.web.tables.listing import Column, data_columns, list_rows, number_column
from arena.web.tables.ruleset_tabs import ruleset_tabs

router = APIRouter()


def _columns(visitor: str) -> tuple[Column[PersonRating], ...]:
    return (
        Column("name", "Name", render=lambda row: cell("person", row.name, row.visitor == visitor)),
        number_column(
            "elo",
            "Elo",
            render=lambda row: elo_cell(row.elo, row.low, row.high, row.no_margin),
            about="On the scale of the bots' ladder; ± is a 95 % interval",
        ),
        *data_columns("low", "high", "no_margin"),
        number_column("games", "Games"),
        number_column("won", "Won"),
        last_played_column("played", "Last played"),
    )


@router.get("/people")
def list_people(request: Request, site: Sited, ruleset: str = "") -> Response:
    """Show the ratings of people in a ruleset. Without `ruleset`, use the ruleset with the most people."""
    lists = people(site.store)
    key = ruleset or next(iter(lists), "")
    key = key if key in lists or not key else f"{key}@1"
    if ruleset and key not in lists:
        raise not_found(f"Nobody has a rating in {ruleset[:64]!r}.")
    visitor = visitor_id(player_of(request))
    table = list_rows(request, "people", _columns(visitor), lists.get(key, ()))
    return table.file() or render(
        request,
        "people.html",
        table=table,
        title=ruleset_named(key).title if key else "",
        ruleset=key,
        tabs=ruleset_tabs({one: ruleset_named(one).title for one in lists}, key),
        few=FEW_BOARDS,
    )
