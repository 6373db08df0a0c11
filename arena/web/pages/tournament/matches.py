"""The page with the matches of a tournament."""

from dataclasses import replace
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from arena.web.pages.matches import (
    FAULT_NAMES,
    FINISHED,
    GAME_KINDS,
    MATCH,
    RESULT,
    ROUND,
    RULESET,
    list_matches,
    parse_filters,
    read_filters,
)
from arena.web.pages.tournament.frame import Viewed, render_tab

router = APIRouter()

FILTERS: Final = ("bot", "against", "round", "ruleset", "cause", "games")


@router.get("/tournaments/{number}/matches")
def matches(request: Request, view: Viewed) -> Response:
    """Show the matches of a tournament, newest first, filtered by the URL's query."""
    filters = read_filters(request, FILTERS)
    parsed = parse_filters(filters)
    match_filter = replace(
        parsed,
        tournament=view.id,
        bot=view.bots.get(parsed.bot, parsed.bot),
        against=view.bots.get(parsed.against, parsed.against),
        entrant=parsed.bot,
        opponent=parsed.against,
    )
    ruleset = [RULESET] if len(view.line.rulesets) > 1 else []
    table = list_matches(
        request, view.store, (MATCH, *RESULT, ROUND, *ruleset, FINISHED), filters, match_filter
    )
    return table.file() or render_tab(
        request,
        view,
        "matches",
        table=table,
        filters=filters,
        rulesets=[(key, key) for key in view.line.rulesets],
        causes=tuple(FAULT_NAMES.items()),
        game_kinds=GAME_KINDS,
    )
