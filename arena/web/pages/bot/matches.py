"""The page with the matches of a bot."""

from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.ladder.views import matches_view
from arena.store.ladder.bots import BotMatch
from arena.web.pages.bot.overview import YES_NO, opponents_cell, render_tab
from arena.web.site import Sited
from arena.web.tables.columns import cell, decision_time_column, last_played_column, match_id
from arena.web.tables.listing import Column, Listing, data_columns, number_column, parse_list_request

router = APIRouter()

FAULTS: Final = ("illegal", "timeout", "crash")


def _change_cell(row: BotMatch) -> Markup:
    return cell("change", row.change) if row.counted else cell("badge", "unrated")


def _fault_cell(row: BotMatch) -> Markup:
    if not row.cause:
        return cell("quiet", "–")
    return cell("cause", row.cause, row.illegal + row.timeouts + row.crashes)


MATCHES: Final[tuple[Column[BotMatch], ...]] = (
    Column("match", "Match", match_id, link=lambda row: f"/matches/{match_id(row)}", sorts=False),
    Column("event", "", sorts=False),
    Column(
        "opponent",
        "Opponent",
        lambda row: ", ".join(row.opponents),
        opponents_cell,
        filters=True,
        sorts=False,
    ),
    Column("version", "", sorts=False),
    Column("ruleset", "Ruleset", filters=True),
    number_column("score", "Result", render=lambda row: cell("score", row.score, row.games)),
    *data_columns("games"),
    number_column("change", "Elo change", render=_change_cell, about="Change of its live Elo"),
    Column("rated", "", lambda row: row.counted, filters=True, sorts=False),
    Column(
        "cause",
        "Fault",
        lambda row: row.cause or None,
        _fault_cell,
        filters=True,
        about="Its fault that lost it games",
    ),
    decision_time_column("ms", lambda row: row.mean_ms, largest_first=True),
    last_played_column("date", "Played"),
)


@router.get("/bots/{name}/matches")
def matches(request: Request, site: Sited, name: str) -> Response:
    """Show a bot's matches. Filters in the URL: `opponent`, `ruleset`, `cause`, `rated`."""
    query = parse_list_request(request, MATCHES, "-date")
    opponent = request.query_params.get("opponent", "")
    view = matches_view(site.store, name, opponent, query.for_database)
    table = Listing(request, f"{view.line.name}-matches", MATCHES, view.matches, view.total, query)
    return render_tab(
        request,
        "bot_matches.html",
        view.line,
        "/matches",
        table,
        selected=query.filters,
        choices_of={"ruleset": view.rulesets, "cause": FAULTS, "rated": tuple(YES_NO)},
    )
