"""The page with a tournament's settings as files, and the command that plays it again."""

from dataclasses import replace
from pathlib import PurePath

from fastapi import APIRouter, Request
from starlette.responses import Response

from arena.service.reports.round_summary import columns_of, tie_breaks_of
from arena.service.tournaments.setup.export_file import export_files
from arena.store.results.records import Entrant
from arena.store.tournaments.comparisons import read_comparison
from arena.store.tournaments.pairings import byes
from arena.web.pages.tournament.frame import JSON_FORMAT, Viewed, render_tab
from arena.web.tables.listing import json_response

router = APIRouter()


@router.get("/tournaments/{number}/config")
def config(request: Request, view: Viewed, format: str = "") -> Response:
    """Show the tournament's settings as files, and the command that plays it again."""
    tournament = replace(view.tournament, entrants=tuple(map(_hide_folder, view.tournament.entrants)))
    with view.store.reading() as tx:
        absences, comparison = byes(tx, view.id), read_comparison(tx, view.id)
    export = export_files(tournament, absences, comparison, secret=view.is_finished)
    if format == "json":
        return json_response(
            {
                "format": JSON_FORMAT,
                "tournament": view.line,
                "entrants": [
                    {"number": one.number, "bot": one.name, "version": one.version, "pool": one.pool}
                    for one in tournament.entrants
                ],
                "command": export.command,
                "files": export.files,
                "secret": view.secret,
            }
        )
    return render_tab(
        request,
        view,
        "config",
        export=export,
        hashes={round.ruleset: round.ruleset_hash for round in tournament.rounds},
        tie_breaks=() if comparison else columns_of(tie_breaks_of(tournament)),
    )


def _hide_folder(entrant: Entrant) -> Entrant:
    """Return an entrant whose source is only the name of its file, without the folder."""
    is_path = PurePath(entrant.source).is_absolute()
    return replace(entrant, source=PurePath(entrant.source).name) if is_path else entrant
