"""`arena replay analyse`: how well each seat decided, and how lucky it was."""

from collections.abc import Iterator
from shlex import quote
from typing import Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from arena.analysis.game import MIN_COST, DecisionValue, GameAnalysis, Luck
from arena.analysis.game import analyse as analyse_game
from arena.analysis.report import count_plies, to_json
from arena.cli.finish import command_line
from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database
from arena.cli.output import count_text, print_remark, say, say_json, table
from arena.cli.progress import show_count
from arena.cli.replay.chances import points, points_with_error, sureness
from arena.cli.replay.commands import Game
from arena.record.format import Play
from arena.record.reader import GameLog
from arena.service.replay.find import find
from arena.viewer.cards.glyphs import translate_codes
from arena.viewer.replay.film import Film, film

MAX_STROKES: Final = 5  # of luck
_EVENT_WIDTH: Final = 46


@examples("arena replay analyse 1.1.1/1", "arena replay analyse game.jsonl --seat 2 --json")
def analyse(
    game: Game,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat", metavar="S", min=1, help="Judge only this seat, from 1, by what it knew then."
        ),
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show win chances, mistakes and luck of a game.

    Each decision is compared with the others that were possible: a fast policy plays on from each of them
    many times. The cost of a decision is the win chance that it gives away. Without --seat all hands are
    open; luck is what cards dealt and drawn changed.
    """
    log = find(game, db).log()
    side = None if seat is None else seat - 1
    shown = film(log, side)
    with show_count(count_plies(log), "plies") as on_ply:
        analysis = analyse_game(log, side, on_ply)
    if as_json:
        say_json(to_json(log, analysis))
        return
    say(*_report(log, analysis, shown))
    mistakes = analysis.mistakes(1)
    ply = mistakes[0].ply if mistakes else 0
    print_remark("To see a decision, and to play on with another one:")
    print_remark(f"  {command_line(f'replay show {quote(game)} --ply {ply}', db)}")
    if mistakes:
        line = f"replay branch {quote(game)} --ply {ply} --action {quote(mistakes[0].best)}"
        print_remark(f"  {command_line(line, db)}")


def _report(log: GameLog, analysis: GameAnalysis, shown: Film) -> Iterator[Text | Table | str]:
    names = [f"{number} {seat.name}" for number, seat in enumerate(shown.frames[0].seats, 1)]
    known = "all hands open" if analysis.seat is None else f"as seat {analysis.seat + 1} knew it"
    yield Text.assemble((shown.title, "bold"), f"  {shown.ruleset}  {known}")
    yield ""
    yield _seats(log, analysis, names)
    yield ""
    if mistakes := analysis.mistakes():
        yield _mistakes(mistakes, names, shown.style)
    else:
        yield "No decision was certainly a mistake."
    if strokes := _strokes(analysis):
        yield ""
        yield _luck(strokes, names, shown)
    yield ""
    playouts = count_text(analysis.playouts, "playout")
    yield Text(f"Cost and luck in points of win chance; {playouts} for each action, ± 95 %.")
    yield Text(sureness(analysis.calibration.error))


def _seats(log: GameLog, analysis: GameAnalysis, names: list[str]) -> Table:
    open_hands = analysis.seat is None
    rows = table("Seat", ">Place", ">Decisions", ">Mistakes", ">Accuracy", *[">Luck"] * open_hands)
    for seat, name in enumerate(names):
        if analysis.seat not in (None, seat):
            continue
        mistakes = sum(one.is_mistake and one.seat == seat for one in analysis.decisions)
        decided = sum(isinstance(record, Play) and record.seat == seat for record in log.records)
        accuracy = analysis.accuracy(seat)
        luck = points(sum(one.change[seat] for one in analysis.luck), "+")
        rows.add_row(
            name,
            str(log.footer.places[seat]),
            str(decided),
            str(mistakes),
            "–" if accuracy is None else f"{accuracy:.1f} %",
            *[luck] * open_hands,
        )
    return rows


def _mistakes(mistakes: list[DecisionValue], names: list[str], style: str) -> Table:
    rows = table(">Ply", "Most expensive mistakes", "Played", "Better", ">Cost")
    for one in mistakes:
        cards = (translate_codes(text, style) for text in (one.played, one.best))
        rows.add_row(str(one.ply), names[one.seat], *cards, points_with_error(one.cost, one.error))
    return rows


def _strokes(analysis: GameAnalysis) -> list[Luck]:
    """Return the random events with the largest changes of a win chance, in the order of the game."""
    strokes = [one for one in analysis.luck if max(map(abs, one.change)) >= MIN_COST]
    ranked = sorted(strokes, key=lambda one: -max(map(abs, one.change)))
    return sorted(ranked[:MAX_STROKES], key=lambda one: one.ply)


def _luck(strokes: list[Luck], names: list[str], shown: Film) -> Table:
    rows = table(">Ply", "Largest strokes of luck", "For", ">Change")
    for one in strokes:
        seat = one.seat
        if seat is None:
            seat = max(range(len(names)), key=lambda other: abs(one.change[other]))
        event = Text(shown.frames[one.ply].brief, no_wrap=True, overflow="ellipsis")
        event.truncate(_EVENT_WIDTH, overflow="ellipsis")
        rows.add_row(str(one.ply), event, names[seat], points(one.change[seat], "+"))
    return rows
