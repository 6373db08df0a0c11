"""`arena replay show`, `svg`, `verify`: watch a recorded game, or verify it."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, Out
from arena.cli.output import print_remark, say, say_json
from arena.cli.replay.player import play
from arena.service.common.files import write_whole_file
from arena.service.replay.find import find
from arena.viewer.animation import animated_svg
from arena.viewer.printable import printable
from arena.viewer.replay.film import film
from arena.viewer.terminal import draw, script

Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A log file; a game of a match, e.g. 7.1.2/3; or the start of a game's id.",
    ),
]


Ply = Annotated[
    int, typer.Option("--ply", metavar="N", min=1, help="The decision, numbered as in `replay show`.")
]


Seat = Annotated[
    int | None, typer.Option("--seat", metavar="S", min=1, help="Show only what this seat saw, from 1.")
]


@examples("arena replay show 1.1.1/1", "arena replay show game.jsonl --seat 2 | less")
def show(
    game: Game,
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply", metavar="N", min=0, help="Start at this ply. Without a terminal: print only this ply."
        ),
    ] = None,
    seat: Seat = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Step through a game with the arrow keys.

    Keys: ← → Home End step, n and p jump to the next and previous mark (a letter on the line below the game),
    space plays, 0 shows all hands, 1 to 8 one seat's view, ? help, q quits. Without a terminal, the whole
    game is printed as text.
    """
    log = find(game, db).log()
    side = None if seat is None else seat - 1
    shown = film(log, side)
    last = len(shown.frames) - 1
    if ply is not None and ply > last:
        raise typer.BadParameter(f"the game has plies 0 to {last}")
    if as_json:
        say_json(asdict(shown))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        play(lambda wanted: film(log, wanted), ply or 0, side)
    elif ply is not None:
        say(draw(shown, shown.frames[ply]))
    else:
        say(*script(shown))


@examples("arena replay svg 1.1.1/1 -o game.svg", "arena replay svg game.jsonl --seat 2")
def svg(game: Game, out: Out = None, seat: Seat = None, db: Database = None) -> None:
    """Write a game as an animated image (SVG).

    It plays in a loop, without scripts, wherever an image can be shown. With --seat it contains only what
    that seat saw.
    """
    write_text(animated_svg(find(game, db).log(), None if seat is None else seat - 1), out)


def write_text(text: str, out: Path | None) -> None:
    """Write a text to a file, or to stdout."""
    if out is None:
        sys.stdout.write(text)
    else:
        with write_whole_file(out) as file:
            file.write(text.encode())
        print_remark(f"Written to {out}")


@examples("arena replay verify 1.1.1/1", "arena replay verify game.jsonl --json")
def verify(game: Game, db: Database = None, as_json: AsJson = False) -> None:
    """Replay a game by the rules and compare it with its log.

    Checks each card against the board's secret, each action against the rules, and the bytes against the
    digests. Exit code 1: the log is wrong; its first wrong record is named.
    """
    replay = find(game, db)
    result = replay.verify()
    if as_json:
        fields = asdict(result)
        fields["told"] = fields.pop("contents")
        say_json({"game": replay.name, "ok": result.ok, **fields})
    elif result.ok:
        game = printable(replay.name)
        print(f"{game}: verified, {result.plies} plies, game digest {result.game_digest[:16]}…")
    if result.difference:
        print_remark(f"{printable(replay.name)}: NOT what was played: {printable(str(result.difference))}")
        raise typer.Exit(1)
