"""All matches, the newest first."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from arena.store.tournaments.matches_list import list_rulesets_played
from arena.web.page import page
from arena.web.pages.matches_table import (
    CAUSE_WORDS,
    EVENT,
    MATCH,
    OVER,
    RESULT,
    RULESET,
    asked,
    match_table,
    understood,
)
from arena.web.site import Sited

router = APIRouter()

COLUMNS: Final = (MATCH, *RESULT, EVENT, RULESET, OVER)
FILTERS: Final = ("bot", "against", "ruleset", "tournament", "cause")


@router.get("/matches")
def matches(request: Request, site: Sited) -> Response:
    """A part of them; `?older=` and `?newer=` go on from a ledger entry."""
    filters = asked(request, FILTERS)
    table = match_table(request, site.store, COLUMNS, filters, understood(request, filters))
    if made := table.file():
        return made
    with site.store.reading() as tx:
        rulesets = list_rulesets_played(tx)
    return page(
        request,
        "matches.html",
        table=table,
        filters=filters,
        rulesets=[(key, key) for key in rulesets],
        causes=[*CAUSE_WORDS.items()],
    )
