"""The page with the pairings of a tournament: of one round, or of one bot in all rounds."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from fastapi import APIRouter, Request
from starlette.responses import Response

from arena.service.reports.pairings import COLUMNS, KINDS, RoundLine, fit_text, points_text, rows, state_text
from arena.service.reports.text_tables import csv_text
from arena.web.pages.tournament.frame import Viewed, render_tab
from arena.web.tables.listing import csv_response, json_response

router = APIRouter()


@router.get("/tournaments/{number}/pairings")
def pairings(request: Request, view: Viewed, format: str = "", round: str = "", bot: str = "") -> Response:
    """Show the pairings of one round, or of one bot in all rounds.

    `round`: its number; by default the last paired round. `bot`: if not empty, show this bot in all rounds.
    `format`: "json" or "csv" for a file. Without `round` and `bot`, a file has all rounds.
    """
    rounds, is_stale = view.rounds()
    chosen = choose_round(rounds, round)
    on_page = rounds_of_bot(rounds, bot) if bot else (chosen,) if chosen else ()
    in_file = on_page if round or bot else rounds
    if format == "json":
        return json_response(in_file)
    if format == "csv":
        return csv_response(csv_text(COLUMNS, rows(in_file)), f"tournament-{view.id}-pairings")
    return render_tab(
        request,
        view,
        "pairings",
        rounds=rounds,
        chosen=chosen,
        on_page=on_page,
        bot=bot,
        kinds=KINDS,
        points=points_text,
        fit=fit_text,
        state_text=state_text,
        is_stale=is_stale,
    )


def choose_round(rounds: Sequence[RoundLine], text: str) -> RoundLine | None:
    """Return the round with the number `text`. If it does not exist, return the last paired round.

    If no round is paired, return the first round; None if there are no rounds.
    """
    numbers = {str(round.number): round for round in rounds}
    paired = [round for round in rounds if round.paired]
    return numbers.get(text) or next(iter([*paired[-1:], *rounds]), None)


def rounds_of_bot(rounds: Iterable[RoundLine], bot: str) -> tuple[RoundLine, ...]:
    """Return the paired rounds, with only the matches and byes of one bot."""
    return tuple(
        replace(
            round,
            tables=tuple(table for table in round.tables if bot in table.bots),
            byes=tuple(bye for bye in round.byes if bye.bot == bot),
            fit=None,
        )
        for round in rounds
        if round.paired
    )
