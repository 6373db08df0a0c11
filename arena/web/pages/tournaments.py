"""The page with the list of tournaments."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.formats import FORMAT_NAMES, format_name
from arena.service.reports.overall_standings import Winner
from arena.service.reports.rating_text import lead_text
from arena.service.reports.tournament_cache import read_winners
from arena.store.results.records import TournamentState
from arena.store.tournaments.list import TournamentLine, tournament_lines
from arena.web.page import call_macro, render, tournament_title
from arena.web.site import Sited
from arena.web.tables.columns import cell
from arena.web.tables.listing import PAGE_SIZE, Column, data_columns, list_rows, number_column

router = APIRouter()


def _macro(name: str, line: TournamentLine) -> Markup:
    return call_macro("_tournament.html", name, line)


def _plays(line: TournamentLine, ruleset: str) -> bool:
    return any(ruleset in (key, key.partition("@")[0]) for key in line.rulesets)


def _winner_columns(winners: Mapping[int, Winner]) -> tuple[Column[TournamentLine], ...]:
    """Return the columns of a tournament's winner and its lead. Visitors cannot sort by these columns.

    `winners`: the winners, keyed by the tournament's number.
    """

    def decided(line: TournamentLine) -> Winner | None:
        """Return the winner of a tournament; None before its end, or if all bots share first place."""
        winner = winners.get(line.id)
        return winner if winner and (winner.behind or len(winner.bots) == 1) else None

    def value(line: TournamentLine) -> str | None:
        winner = decided(line)
        return ", ".join(winner.bots) if winner else None

    def render(line: TournamentLine) -> Markup:
        winner = decided(line)
        if winner:
            return cell("winner", [(own, name) for name, own in winner.bots.items()], _margin(winner))
        return cell("quiet", "draw") if line.id in winners else Markup()

    return (
        Column("winner", "Winner", value, render, sorts=False),
        Column("lead", "", lambda line: winner.lead if (winner := decided(line)) else None, sorts=False),
    )


def _margin(winner: Winner) -> str:
    """Return in words how far the winner is ahead."""
    if len(winner.bots) > 1:
        return "shared"
    if winner.lead is None:
        return ""
    return f"by {lead_text(winner.lead)}" if winner.lead else "on tie-breaks"


COLUMNS: Final[tuple[Column[TournamentLine], ...]] = (
    Column("id", "ID", link=lambda line: f"/tournaments/{line.id}", numbers=True),
    Column(
        "name",
        "Name",
        render=lambda line: cell("name", tournament_title(line.name, line.id)),
        link=lambda line: f"/tournaments/{line.id}",
    ),
    Column("state", "State", lambda line: line.state.value, lambda line: _macro("state", line), filters=True),
    number_column("games", "Games", lambda line: line.games_done, lambda line: _macro("progress", line)),
    *data_columns("games_total"),
    number_column("bots", "Bots"),
    Column(
        "kind",
        "Format",
        lambda line: line.format,
        lambda line: format_name(line.format, line.seats),
        filters=True,
    ),
    *data_columns("rounds"),
    Column(
        "ruleset",
        "Rulesets",
        lambda line: " ".join(line.rulesets),
        lambda line: cell("unbroken", line.rulesets),
        filters=True,
        accepts=_plays,
    ),
    Column("rated", "", filters=True),
    *data_columns("open_seed"),
    Column(
        "begun",
        "Started (UTC)",
        lambda line: line.created_at,
        lambda line: cell("time", line.created_at),
        largest_first=True,
    ),
    Column("ended", "", lambda line: line.finished_at),
)


@router.get("/tournaments")
def tournaments(request: Request, site: Sited) -> Response:
    """Show all tournaments, newest first."""
    with site.store.reading() as tx:
        lines = tournament_lines(tx)
    table = list_rows(request, "tournaments", COLUMNS, lines)
    finished = [line.id for line in table.rows if line.state is TournamentState.OVER]
    winners = read_winners(site.store, finished if len(finished) <= PAGE_SIZE else None)
    table = replace(table, columns=(*COLUMNS[:3], *_winner_columns(winners), *COLUMNS[3:]))
    rulesets = sorted({key for line in lines for key in line.rulesets})
    return table.file() or render(
        request,
        "tournaments.html",
        table=table,
        any=bool(lines),
        states=[
            (state.value, "finished" if state is TournamentState.OVER else state.value)
            for state in TournamentState
        ],
        formats=[*FORMAT_NAMES.items()],
        rulesets=[(key, key) for key in rulesets],
    )
