"""`arena replay branch`: what if another action had been played?"""

from dataclasses import asdict
from shlex import quote
from typing import Annotated

import typer
from rich.text import Text

from arena.analysis.branch import BranchValue
from arena.cli.finish import command_line
from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, FixedSeed, Runner, TimeControl
from arena.cli.output import print_remark, say, say_json, table
from arena.cli.progress import show_count
from arena.cli.replay.chances import points_with_error, sureness
from arena.cli.replay.commands import Game, Ply
from arena.record.replay import game_of
from arena.service.bots import resolve_bot
from arena.service.bots.registered import bot_finder
from arena.service.common.text import parse_clock
from arena.service.replay.branch import BranchResult
from arena.service.replay.branch import branch as play_branch
from arena.service.replay.find import find
from arena.service.tournaments.setup.settings import CLOCK, RUNNERS
from arena.viewer.cards.glyphs import translate_codes
from arena.viewer.printable import printable
from arena.viewer.text import seat_names


@examples(
    "arena replay branch 1.1.1/1 --ply 18 --action 7H",
    "arena replay branch game.jsonl --ply 18 --action JC:S --as sampler -n 50",
)
def branch(  # noqa: PLR0913 - one parameter for each option
    game: Game,
    ply: Ply,
    action: Annotated[
        str | None,
        typer.Option("--action", metavar="ACTION", help="As in the log: 7H, JC:S, draw. Default: as played."),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="BOT[,BOT…]",
            help="Bots that play on: one for all seats, or one for each. Default: a fast policy.",
        ),
    ] = None,
    boards: Annotated[
        int, typer.Option("--boards", "-n", metavar="N", min=2, help="How often to play on.")
    ] = 200,
    seat: Annotated[
        int | None,
        typer.Option("--seat", metavar="S", min=1, help="Use only what this seat knew; it must decide here."),
    ] = None,
    seed: FixedSeed = None,
    clock: TimeControl = None,
    runner: Runner = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Play on with another action, and compare the win chances.

    All hands are the real ones; the stock is shuffled again for each continuation, in the same way for both
    actions. Bots run as in a match, get only what their seats knew, and do not resign. With --seat the other
    hands are random too, as far as the seat knew, and no bots play on. A continuation ends with the deal;
    between deals the chances follow from the totals. Nothing is stored.
    """
    log, look = find(game, db).log(), bot_finder(db)
    with show_count(boards, "continuations") as on_board:
        result = play_branch(
            log,
            ply=ply,
            action=action,
            bots=[resolve_bot(name, look=look) for name in bots.split(",")] if bots else [],
            boards=boards,
            seed=seed,
            seat=None if seat is None else seat - 1,
            clock=parse_clock(clock) if clock else CLOCK,
            runner=runner or RUNNERS[0],
            on_board=on_board,
        )
    if as_json:
        say_json(asdict(result))
        return
    _show(result, game_of(log.header).pack.style)
    print_remark(f"To see the position: {command_line(f'replay show {quote(game)} --ply {ply - 1}', db)}")


def _show(result: BranchResult, style: str) -> None:
    names = seat_names(result.names)
    played, other = (translate_codes(text, style) for text in (result.played, result.action))
    by = ", ".join(map(printable, dict.fromkeys(result.bots))) or "a fast policy"
    say(Text(f"Ply {result.ply}, seat {result.seat + 1} {names[result.seat]}, {result.ruleset}", "bold"))
    say(f"{result.boards:,} continuations by {by}; win chances in %", "")
    values = result.values
    if result.played == result.action:
        rows = table("Seat", f">Played {played}")
        columns = [_cells(values.played)]
    else:
        rows = table("Seat", f">Played {played}", f">{other}", ">Difference")
        columns = [_cells(values.played), _cells(values.other), _cells(values.difference, sign="+")]
    for seat, name in enumerate(names):
        rows.add_row(f"{seat + 1} {name}", *(column[seat] for column in columns))
    say(rows, "", _remark(result))


def _cells(value: BranchValue, sign: str = "") -> list[str]:
    """Return each seat's win chance in per cent, such as "12.3 ± 2.0" (95 %).

    `sign`: "+" puts a plus before positive numbers.
    """
    pairs = zip(value.chances, value.errors, strict=True)
    return [points_with_error(chance, error, sign) for chance, error in pairs]


def _remark(result: BranchResult) -> Text:
    sure = "The chances hold for these bots." if result.bots else sureness(result.calibration_error)
    return Text(f"± 95 %, for the luck of the cards. {sure}")
