"""The tables of a tournament: standings, tie-breaks, crosstable."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from arena.cli.output import command_to_copy, count_text, print_remark, table
from arena.cli.tables.cells import GREY, NAME_WIDTH, elo_cells, elo_columns, elo_notes, name_cell, name_list
from arena.service.reports.fair_play import READ, chance
from arena.service.reports.fault_counts import fault_text
from arena.service.reports.rating_text import boards_text, place_text, to_settle_text
from arena.service.reports.variance import saving_text
from arena.service.results import (
    BotOutput,
    CrosstableCell,
    FairPlay,
    StandingsRow,
    StandingsTable,
    UnlikelyResult,
)
from arena.tournament.standings.tie_breaks import value_text
from arena.viewer.printable import last_lines, printable

CELL_WIDTH: Final = 7
HALF: Final = 0.5
EVEN: Final = 0.03  # scores closer to one half have no colour
MAX_LINES: Final = 40


def standings(results: StandingsTable, why: bool = False) -> Iterator[RenderableType]:
    """Yield the standings in one ruleset: heading, table, notes, tie-breaks. `why`: also explain each bot's
    rank.
    """
    yield Text.assemble((f"{results.title}", "bold"), f"  {results.ruleset}, {boards_text(results)}")
    yield from elo_notes(results.anchors, results.rows)
    yield _standings(results)
    yield from _notes(results)
    yield Text()
    if _is_tie_broken(results):
        yield from _tie_breaks(results, why)
        yield Text()
    if why and results.boards:
        yield from _reasons(results.rows)
        yield Text()


def _standings(results: StandingsTable) -> RichTable:
    scales = len(results.anchors) > 1
    score = "Points" if _first_criterion(results) == "PTS" else _first_criterion(results)
    rows = table(">#", "Bot", *elo_columns(scales), ">Games", ">Score %", f">{score}", ">Faults", narrow=True)
    for row in results.rows:
        main = row.points if score == "Points" else row.values[0]
        lost = row.illegal + row.timeouts + row.crashes
        rows.add_row(
            place_text(row.rank, row),
            name_cell(row.bot),
            *elo_cells(row, scales),
            str(row.games),
            f"{100 * row.share:.1f}" if row.games else "–",
            value_text(main),
            Text(str(lost), "bold red" if lost else GREY),
        )
    return rows


def _first_criterion(results: StandingsTable) -> str:
    """Return the code of the first ranking criterion, usually "PTS" for points."""
    return results.tie_breaks[0].code if results.tie_breaks else "PTS"


def _notes(results: StandingsTable) -> Iterator[Text]:
    """Yield the notes below the standings."""
    if results.anchors and results.boards:
        first = (
            "Match points decide"
            if _first_criterion(results) == "PTS"
            else f"{_first_criterion(results)} decides"
        )
        yield Text(f"{first} the order; Elo weighs all games.", GREY)
    if results.frozen:
        pool = name_list(results.frozen)
        yield Text(f"Pool, with its Elo from the ladder: {pool}; ± leaves out that Elo's own error", GREY)
    if results.remark:
        yield Text(results.remark, GREY)
    named = [(printable(row.bot, NAME_WIDTH), row) for row in results.rows]
    absences = [f"{bot} {count_text(row.byes, 'bye')}" for bot, row in named if row.byes]
    absences += [f"{bot} {count_text(row.forfeits, 'forfeit')}" for bot, row in named if row.forfeits]
    absences += [f"{bot} left early: its matches give no points" for bot, row in named if row.left_early]
    if absences:
        yield Text(f"Not played: {', '.join(absences)}", GREY)
    if settled := to_settle_text(results.rows):
        yield Text(settled, GREY)
    if results.saving:
        yield Text(saving_text(results.saving), GREY)
    yield from _suspicion(results)


def _suspicion(results: StandingsTable) -> Iterator[Text]:
    if count := len(results.fair_play.pairs):
        pairs = "pair has" if count == 1 else "pairs have"
        line = command_to_copy(f"tournament fair-play {results.tournament}")
        yield Text(f"{count} {pairs} unlikely results: {line}", "yellow")


def _is_tie_broken(results: StandingsTable) -> bool:
    """True if a tie-break decided between two bots."""
    return any(row.decided_by not in ("", _first_criterion(results)) for row in results.rows)


def _tie_breaks(results: StandingsTable, why: bool) -> Iterator[RenderableType]:
    """Yield a table of the tie-breaks that separated bots, and a note with the names of the tie-breaks.

    `why`: explain each tie-break in the note.
    """
    codes = [column.code for column in results.tie_breaks]
    used = max(codes.index(row.decided_by) for row in results.rows if row.decided_by) + 1
    rows = table(">#", "Bot", *(f">{code}" for code in codes[:used]), "Behind by", narrow=True)
    for row in results.rows:
        values = map(value_text, row.values[:used])
        rows.add_row(str(row.rank), name_cell(row.bot), *values, row.decided_by)
    yield rows
    columns = results.tie_breaks[:used]
    if not why:
        yield Text("; ".join(f"{one.code}: {one.name}" for one in columns) + " (--why explains them)", GREY)
        return
    for one in columns:
        yield Text(f"{one.code}: {one.name} ({one.source}). {one.explanation}", GREY)


def _reasons(rows: Sequence[StandingsRow]) -> Iterator[Text]:
    """Yield a line for each bot but the first: why it ranks below the previous bot."""
    for above, row in pairwise(rows):
        behind = f"{printable(row.bot, NAME_WIDTH)} after {printable(above.bot, NAME_WIDTH)}"
        yield Text(f"{behind}: {row.why}")


def crosstable(results: StandingsTable, width: int) -> Iterator[RenderableType]:
    """Yield a table with each bot's score against each other bot, in percent.

    If the terminal is too narrow for the table, yield a command that prints it as CSV. Yield nothing if no
    games were played.
    """
    if not any(cell for cells in results.cells for cell in cells):
        return
    if NAME_WIDTH + CELL_WIDTH * len(results.rows) > width:
        yield Text(
            f"crosstable: {command_to_copy(f'tournament crosstable {results.tournament} --csv')}", GREY
        )
        yield Text()
        return
    rows = table(">#", "Bot against … (score %)", *(f">{row.rank}" for row in results.rows))
    for row, cells in zip(results.rows, results.cells, strict=True):
        rows.add_row(str(row.rank), name_cell(row.bot), *map(_cell, cells))
    yield rows
    yield Text()


def _cell(cell: CrosstableCell | None) -> Text:
    if cell is None:
        return Text("·", GREY)
    warm = "green" if cell.share > HALF + EVEN else "red" if cell.share < HALF - EVEN else ""
    return Text(f"{100 * cell.share:.1f}", warm)


def fair_play_table(standings: StandingsTable) -> Iterator[RenderableType]:
    """Yield a heading, and the table of pairs of bots with unlikely results.

    A result is unlikely if it does not fit the two bots' results against other bots.
    """
    fair_play = standings.fair_play
    yield Text.assemble((standings.title, "bold"), f"  {standings.ruleset}, {_pairs_text(fair_play)}")
    if fair_play.pairs:
        rows = table("Bot", "Opponent", ">Boards", ">Score %", ">Expected", ">Chance", narrow=True)
        for pair in fair_play.pairs:
            rows.add_row(*_cells(pair))
        yield rows
        yield Text(READ, GREY)
    elif fair_play.judged:
        yield Text("No pair has unlikely results.")
    yield Text()


def _pairs_text(fair_play: FairPlay) -> str:
    if not fair_play.judged:
        return fair_play.why_not
    return f"{count_text(fair_play.judged, 'pair')} checked"


def _cells(pair: UnlikelyResult) -> Iterator[Text]:
    yield name_cell(pair.first)
    yield name_cell(pair.second)
    yield Text(f"{pair.boards:,}")
    yield Text(f"{100 * pair.score:.1f}")
    yield Text(f"{100 * pair.expected:.1f}")
    yield Text(chance(pair.corrected))


class FaultLine(NamedTuple):
    """One fault of a bot. `output`: the end of the bot's printed output."""

    bot: str
    verdict: str
    detail: str
    output: str


def report_faults(faults: Iterable[FaultLine | BotOutput]) -> None:
    """Print the first fault of each kind for each bot, and how often this kind occurred."""
    listed = list(faults)
    counts = Counter((fault.bot, fault.verdict) for fault in listed)
    for fault in {(fault.bot, fault.verdict): fault for fault in reversed(listed)}.values():
        _report(fault, counts[fault.bot, fault.verdict])


def _report(fault: FaultLine | BotOutput, count: int) -> None:
    times = f" ({count} times)" if count > 1 else ""
    print_remark(f"{printable(fault.bot)}: {printable(fault_text(fault.verdict, fault.detail))}{times}")
    for line in last_lines(fault.output, MAX_LINES):
        print_remark(f"  | {line}")
