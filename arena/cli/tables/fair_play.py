"""Pairs whose results are unlikely, as a table of a terminal."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from arena.cli.output import counted, table
from arena.cli.tables.cells import GREY, name
from arena.service.reports.fair_play import READ, chance
from arena.service.results import FairPlay, Table, UnlikelyResult


def fair_play(shown: Table) -> Iterator[RenderableType]:
    """The pairs of a tournament whose results do not fit to those with all others."""
    found = shown.fair_play
    yield Text.assemble((f"{shown.title}", "bold"), f"  {shown.ruleset}, {_judged(found)}")
    if found.pairs:
        made = table("Bot", "Against", ">Boards", ">Score %", ">Expected", ">Chance", narrow=True)
        for pair in found.pairs:
            made.add_row(*_unlikely(pair))
        yield made
        yield Text(READ, GREY)
    elif found.judged:
        yield Text("None has results that are unlikely by those with all others.")
    yield Text()


def _judged(found: FairPlay) -> str:
    if not found.judged:
        return found.why_not
    return f"{counted(found.judged, 'pair')} judged"


def _unlikely(pair: UnlikelyResult) -> Iterator[Text]:
    yield name(pair.first)
    yield name(pair.second)
    yield Text(f"{pair.boards:,}")
    yield Text(f"{100 * pair.score:.1f}")
    yield Text(f"{100 * pair.expected:.1f}")
    yield Text(chance(pair.corrected))
