"""`arena replay position`: keep a decision of a game as a position that a bot must get right."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from arena.cli.finish import command_line
from arena.cli.lazy import examples
from arena.cli.options import Database
from arena.cli.output import print_remark
from arena.cli.replay.commands import Game, Ply
from arena.service.replay.find import find
from arena.service.replay.positions import VERSION, add_position, make_position
from arena.viewer.printable import printable


@examples(
    "arena replay position 1.1.1/1 --ply 18 --accept 7H,KH -o mine.positions.toml",
    "arena replay position game.jsonl --ply 4 --avoid JS:H -o mine.positions.toml",
    "arena replay position game.jsonl --ply 4 > mine.positions.toml",
)
def position(
    game: Game,
    ply: Ply,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Suite to add it to; created if it does not exist. Default: print it.",
        ),
    ] = None,
    accept: Annotated[
        str,
        typer.Option(
            "--accept",
            metavar="ACTION[,ACTION…]",
            help="Acceptable actions, as in the log. Default: the played one.",
        ),
    ] = "",
    avoid: Annotated[
        str, typer.Option("--avoid", metavar="ACTION[,ACTION…]", help="Wrong actions, as in the log.")
    ] = "",
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="Name of the position. Default: game and ply.")
    ] = "",
    db: Database = None,
) -> None:
    """Add a decision of a game to a suite of positions.

    The suite is a TOML file, which you may edit. A position says what its seat saw; only if that is not
    enough, for example after the first deal, it contains the game's log. It needs no other files. `arena bot
    check --positions FILE` asks a bot what it would play in each position.
    """
    found = find(game, db), ply, _actions(accept), _actions(avoid), name
    if out is None:
        print(f"version = {VERSION}\n\n{make_position(*found)[1]}", end="")
        return
    added = add_position(out, *found)
    print_remark(f"Added {printable(added.name)!r} to {printable(str(out))}. To ask a bot:")
    print_remark(f"  {command_line(f'bot check BOT --positions {quote(str(out))}', db)}")


def _actions(text: str) -> list[str]:
    """Return the actions in a list that is separated by commas."""
    return [one.strip() for one in text.split(",") if one.strip()]
