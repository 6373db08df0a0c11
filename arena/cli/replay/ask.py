"""`arena replay ask`: find the decisions that another bot would make differently."""

from dataclasses import asdict, replace
from typing import Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, Runner, TimeControl
from arena.cli.output import say, say_json, table
from arena.cli.tables.standings import FaultLine, report_faults
from arena.record.replay import game_of
from arena.service.bots import resolve_bot
from arena.service.bots.registered import bot_finder
from arena.service.common.text import parse_clock
from arena.service.errors import FINISHED_WITH_FAULTS
from arena.service.replay.ask import ask as ask_bot
from arena.service.replay.conversation import AskResult, Opinion
from arena.service.replay.find import find
from arena.service.tournaments.setup.settings import CLOCK, RUNNERS
from arena.viewer.cards.glyphs import translate_codes
from arena.viewer.printable import last_lines, printable

MAX_LINES: Final = 20  # of output at one decision
NOTE_WIDTH: Final = 40


@examples(
    "arena replay ask 1.1.1/1 --as counting --seat 1",
    "arena replay ask game.jsonl --as mybot.py --ply 18 --output",
)
def ask(  # noqa: PLR0913 - one parameter for each option
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="As in `replay show`: a log file, 7.1.2/3, or the start of an id."
        ),
    ],
    bot: Annotated[str, typer.Option("--as", metavar="BOT", help="The bot to ask, named as in `arena run`.")],
    ply: Annotated[
        int | None,
        typer.Option("--ply", metavar="N", min=1, help="Only this decision, numbered as in `replay show`."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="S", min=1, help="Only decisions of this seat, from 1.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Include decisions where it would play the same.")
    ] = False,
    output: Annotated[
        bool, typer.Option("--output", help="Show all decisions, with what the bot prints at each.")
    ] = False,
    clock: TimeControl = None,
    runner: Runner = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Ask a bot what it would do in a game that was played.

    The bot runs as in a match and sees at each decision what that seat saw; whatever it answers, the game
    continues as recorded. Nothing is stored. A bot that plays at random may differ even from its own recorded
    decisions, because logs do not hold a bot's seed. Exit code 3: the bot was at fault.
    """
    log = find(game, db).log()
    answers = ask_bot(
        log,
        resolve_bot(bot, look=bot_finder(db)),
        None if seat is None else seat - 1,
        ply,
        parse_clock(clock) if clock else CLOCK,
        runner or RUNNERS[0],
    )
    if as_json:
        say_json(_document(answers))
    else:
        _show(answers, game_of(log.header).pack.style, every or output or ply is not None, output)
    if answers.troubles:
        raise typer.Exit(FINISHED_WITH_FAULTS)


def _document(asked: AskResult) -> dict[str, object]:
    opinions = [{**asdict(one), "agrees": one.agrees} for one in asked.opinions]
    return {**asdict(asked), "opinions": opinions, "agreed": asked.agreed}


def _show(asked: AskResult, style: str, every: bool, output: bool) -> None:
    opinions = [_with_cards(one, style) for one in asked.opinions if every or not one.agrees]
    if output:
        for one in opinions:
            say(_line(asked, one), *(f"  | {line}" for line in last_lines(one.output, MAX_LINES)))
        say("")
    elif opinions:
        say(_table(asked, opinions), "")
    say(_summary(asked))
    report_faults(
        FaultLine(
            asked.bot, one.verdict, f"seat {one.seat + 1}, {_ply_text(one.ply)}: {one.detail}", one.output
        )
        for one in asked.troubles
    )


def _with_cards(one: Opinion, style: str) -> Opinion:
    """Return a bot's answer at one decision, with card names of this style ("french" or "german")."""
    texts = (one.played, one.would, one.note, one.played_note)
    played, would, note, played_note = (translate_codes(text, style) for text in texts)
    return replace(one, played=played, would=would, note=note, played_note=played_note)


def _ply_text(ply: int) -> str:
    return f"ply {ply}" if ply else "before the first question"


def _table(asked: AskResult, opinions: list[Opinion]) -> Table:
    noted = any(one.played_note for one in opinions)
    notes = any(one.note for one in opinions)
    estimated = any(one.played_win is not None for one in opinions)
    estimates = any(one.win is not None for one in opinions)
    columns = [
        ">Ply",
        "Seat",
        "Played",
        *["Note"] * noted,
        *[">Win"] * estimated,
        "",
        f"{printable(asked.bot)} would",
        *["Note"] * notes,
        *[">Win"] * estimates,
    ]
    made = table(*columns)
    for answer in (2, 4 + noted + estimated):
        made.columns[answer].no_wrap = True  # only notes may wrap
    for one in opinions:
        then = [_note(one.played_note)] * noted + [_chance(one.played_win)] * estimated
        now = [_note(one.note)] * notes + [_chance(one.win)] * estimates
        before = [str(one.ply), _seat(asked, one), one.played]
        made.add_row(*before, *then, "" if one.agrees else "≠", one.would, *now)
    return made


def _note(text: str) -> Text:
    """Return a bot's note on its decision as one line, cut to the width of its table column."""
    return Text(printable(text, NOTE_WIDTH), no_wrap=True, overflow="ellipsis")


def _chance(win: float | None) -> Text:
    """Return a bot's own estimate of its chance to win, such as "63 %"; empty if it sent none."""
    return Text("" if win is None else f"{100 * win:.0f} %", no_wrap=True)


def _seat(asked: AskResult, one: Opinion) -> str:
    return f"{one.seat + 1} {printable(asked.names[one.seat])}"


def _line(asked: AskResult, one: Opinion) -> str:
    does = f"{one.played}, as played" if one.agrees else f"{one.would}, where {one.played} was played"
    return f"ply {one.ply}, seat {_seat(asked, one)}: {does}"


def _summary(asked: AskResult) -> str:
    """Return a sentence such as "greedy agrees in 31 of 40 decisions, in 12 of the 21 with a choice".

    The second part is left out if all decisions had a choice.
    """
    free = [one for one in asked.opinions if one.choices > 1]
    total = len(asked.opinions)
    text = f"{printable(asked.bot)} agrees in {asked.agreed} of {total} decision{'s' * (total != 1)}"
    if len(free) == total:
        return text
    return f"{text}, in {sum(one.agrees for one in free)} of the {len(free)} with a choice"
