"""`arena replay html`: write a game as one page that works offline."""

from typing import Annotated, Any

import typer

from arena.analysis.report import analyse_views, count_plies
from arena.cli.lazy import examples
from arena.cli.options import Database, Out
from arena.cli.progress import show_count
from arena.cli.replay.commands import Game, Seat, write_text
from arena.record.reader import GameLog
from arena.service.replay.find import find
from arena.service.replay.page_commands import command_attributes
from arena.viewer.html import replay_page


@examples("arena replay html 1.1.1/1 -o game.html --analysis", "arena replay html game.jsonl --seat 2")
def html(
    game: Game,
    out: Out = None,
    seat: Seat = None,
    analysis: Annotated[
        bool,
        typer.Option("--analysis", help="Add win chances, costly mistakes and luck: takes seconds a view."),
    ] = False,
    db: Database = None,
) -> None:
    """Write a game as one HTML page that plays offline.

    The page needs no server and no network. With --seat it contains only what that seat saw.
    """
    log, side = find(game, db).log(), None if seat is None else seat - 1
    analyses = _analyse(log, side) if analysis else ()
    write_text(replay_page(log, side, analyses, command_attributes(game, side)), out)


def _analyse(log: GameLog, seat: int | None) -> list[dict[str, Any]]:
    """Return the analyses of a game as JSON data. On a terminal, show the progress."""
    views = 1 if seat is not None else 1 + log.header.seats
    with show_count(views * count_plies(log), "plies") as on_ply:
        return analyse_views(log, seat, on_ply)
