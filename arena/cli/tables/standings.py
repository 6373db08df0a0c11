"""Standings, crosstables and ladders as tables of a terminal."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from arena.cli.output import arena, counted, table
from arena.cli.tables.cells import GREY, NAME_WIDTH, elo, elo_columns, elo_head, name, named
from arena.service.reports.rating_text import boards_text, place_text, to_settle_text
from arena.service.reports.variance import saving_text
from arena.service.results import CrosstableCell, StandingsRow, Table
from arena.tournament.standings.tie_breaks import value_text
from arena.viewer.printable import printable

CELL_WIDTH: Final = 7
HALF: Final = 0.5
EVEN: Final = 0.03  # closer to one half than this has no colour


def standings(shown: Table, why: bool = False) -> Iterator[RenderableType]:
    """The standings of a tournament in one ruleset, with a heading; `why` one is behind another, in words."""
    yield Text.assemble((f"{shown.title}", "bold"), f"  {shown.ruleset}, {boards_text(shown)}")
    yield from elo_head(shown.anchors, shown.rows)
    yield _standings(shown)
    yield from _notes(shown)
    yield Text()
    if _decided_late(shown):
        yield from _tie_breaks(shown, why)
        yield Text()
    if why and shown.boards:
        yield from _reasons(shown.rows)
        yield Text()


def _standings(shown: Table) -> RichTable:
    scales = len(shown.anchors) > 1
    score = "Points" if _main(shown) == "PTS" else _main(shown)
    made = table(">#", "Bot", *elo_columns(scales), ">Games", ">Score %", f">{score}", ">Faults", narrow=True)
    for row in shown.rows:
        main = row.points if score == "Points" else row.values[0]
        lost = row.illegal + row.timeouts + row.crashes
        made.add_row(
            place_text(row.rank, row),
            name(row.bot),
            *elo(row, scales),
            str(row.games),
            f"{100 * row.share:.1f}" if row.games else "–",
            value_text(main),
            Text(str(lost), "bold red" if lost else GREY),
        )
    return made


def _main(shown: Table) -> str:
    """The code of what ranks first."""
    return shown.tie_breaks[0].code if shown.tie_breaks else "PTS"


def _notes(shown: Table) -> Iterator[Text]:
    """What the numbers of a table need to be read rightly."""
    if shown.anchors and shown.boards:
        first = "Match points decide" if _main(shown) == "PTS" else f"{_main(shown)} decides"
        yield Text(f"{first} the order; Elo weighs all games.", GREY)
    if shown.frozen:
        pool = named(shown.frozen)
        yield Text(f"Pool, its Elo as in the ladder before: {pool}; its own error is not in ±", GREY)
    if shown.remark:
        yield Text(shown.remark, GREY)
    missed = [
        f"{printable(row.bot, NAME_WIDTH)} {counted(row.byes, 'bye')}" for row in shown.rows if row.byes
    ]
    missed += [
        f"{printable(row.bot, NAME_WIDTH)} {counted(row.forfeits, 'forfeit')}"
        for row in shown.rows
        if row.forfeits
    ]
    missed += [
        f"{printable(row.bot, NAME_WIDTH)} left early: its matches do not count in the points"
        for row in shown.rows
        if row.left_early
    ]
    if missed:
        yield Text(f"Not played: {', '.join(missed)}", GREY)
    if settled := to_settle_text(shown.rows):
        yield Text(settled, GREY)
    if shown.saving:
        yield Text(saving_text(shown.saving), GREY)
    yield from _suspicion(shown)


def _suspicion(shown: Table) -> Iterator[Text]:
    if found := len(shown.fair_play.pairs):
        pairs = "pair has" if found == 1 else "pairs have"
        line = arena(f"tournament fair-play {shown.tournament}")
        yield Text(f"{found} {pairs} results that are unlikely: {line}", "yellow")


def _decided_late(shown: Table) -> bool:
    """Whether anything but what ranks first parted two."""
    return any(row.decided_by not in ("", _main(shown)) for row in shown.rows)


def _tie_breaks(shown: Table, why: bool) -> Iterator[RenderableType]:
    """The tie-breaks, as far as they parted anybody, by name; `why`: and what they mean."""
    codes = [column.code for column in shown.tie_breaks]
    used = max(codes.index(row.decided_by) for row in shown.rows if row.decided_by) + 1
    made = table(">#", "Bot", *(f">{code}" for code in codes[:used]), "Behind by", narrow=True)
    for row in shown.rows:
        values = map(value_text, row.values[:used])
        made.add_row(str(row.rank), name(row.bot), *values, row.decided_by)
    yield made
    columns = shown.tie_breaks[:used]
    if not why:
        yield Text("; ".join(f"{one.code}: {one.name}" for one in columns) + " (--why: in words)", GREY)
        return
    for one in columns:
        yield Text(f"{one.code}: {one.name} ({one.source}). {one.explanation}", GREY)


def _reasons(rows: Sequence[StandingsRow]) -> Iterator[Text]:
    """Why each is behind the one above it."""
    for above, row in pairwise(rows):
        behind = f"{printable(row.bot, NAME_WIDTH)} after {printable(above.bot, NAME_WIDTH)}"
        yield Text(f"{behind}: {row.why}")


def crosstable(shown: Table, width: int) -> Iterator[RenderableType]:
    """Who scored how much against whom; only a remark if that is wider than the terminal."""
    if not any(cell for cells in shown.cells for cell in cells):
        return
    if NAME_WIDTH + CELL_WIDTH * len(shown.rows) > width:
        yield Text(f"crosstable: {arena(f'tournament crosstable {shown.tournament} --csv')}", GREY)
        yield Text()
        return
    made = table(">#", "Bot against … (score %)", *(f">{row.rank}" for row in shown.rows))
    for row, cells in zip(shown.rows, shown.cells, strict=True):
        made.add_row(str(row.rank), name(row.bot), *map(_cell, cells))
    yield made
    yield Text()


def _cell(cell: CrosstableCell | None) -> Text:
    if cell is None:
        return Text("·", GREY)
    warm = "green" if cell.share > HALF + EVEN else "red" if cell.share < HALF - EVEN else ""
    return Text(f"{100 * cell.share:.1f}", warm)
