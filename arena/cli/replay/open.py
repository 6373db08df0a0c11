"""`arena replay open`: watch a recorded game in the browser."""

import webbrowser
from contextlib import suppress
from typing import Annotated

import typer

from arena.cli.lazy import examples
from arena.cli.options import Database
from arena.cli.output import print_remark
from arena.cli.replay.commands import Game, Seat
from arena.service.replay.find import find, write_page
from arena.service.replay.page_server import PageServer


@examples(
    "arena replay open 1.1.1/1",
    "arena replay open 1.1.1/1 --serve",
    "arena replay open game.jsonl --seat 2 --no-open",
)
def open_(
    game: Game,
    seat: Seat = None,
    db: Database = None,
    serve: Annotated[
        bool, typer.Option("--serve", help="Serve the page, so that it can play on and ask bots.")
    ] = False,
    browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the browser, or only print the page's path.")
    ] = True,
) -> None:
    """Watch a game in the browser.

    With --serve the page comes from this command, on this machine only. There, `x` plays on from a decision
    with another action, and asks bots what they would have played. Ctrl-C stops it.
    """
    side = None if seat is None else seat - 1
    if serve:
        _serve(game, side, db, browser)
        return
    path = write_page(find(game, db), side, game)
    print(path)
    if browser and not webbrowser.open(path.as_uri()):
        print_remark("Cannot open a browser; open this file in one.")


def _serve(game: str, seat: int | None, db: str | None, browser: bool) -> None:
    """Serve the page of a game until Ctrl-C."""
    with PageServer(find(game, db).log(), seat, game) as server, suppress(KeyboardInterrupt):
        print(server.address, flush=True)
        if browser and not webbrowser.open(server.address):
            print_remark("Cannot open a browser; open this address in one.")
        server.serve_forever()
