"""Pairs whose results are unlikely, as a table of a terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from arena.cli.cells import GREY, name
from arena.cli.output import table
from arena.service.reports.saving import rounded

if TYPE_CHECKING:
    from rich.console import RenderableType

    from arena.service.results import FairPlay, Table, UnlikelyResult

HARDLY_EVER: Final = 1e-9
SELDOM: Final = 0.1  # rarer is said as "1 in …"
READ: Final = (
    "Expected: by the results of both with all others. Chance: that among so many pairs, all honest, one "
    "would differ as much. Unlikely is not guilty: a style that suits one opponent does the same. "
    "Replays tell more."
)


def fair_play(shown: "Table") -> Iterator["RenderableType"]:
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


def _judged(found: "FairPlay") -> str:
    if not found.judged:
        return f"nobody can be judged: {found.why_not}"
    return "1 pair judged" if found.judged == 1 else f"{found.judged:,} pairs judged"


def _unlikely(pair: "UnlikelyResult") -> Iterator[Text]:
    yield name(pair.first)
    yield name(pair.second)
    yield Text(f"{pair.boards:,}")
    yield Text(f"{100 * pair.score:.1f}")
    yield Text(f"{100 * pair.expected:.1f}")
    yield Text(chance(pair.corrected))


def chance(of: float) -> str:
    """A chance as people say it.

    >>> chance(0.0004), chance(0), chance(0.4)
    ('1 in 2,500', 'under 1 in a billion', '40 %')
    """
    if of < HARDLY_EVER:
        return "under 1 in a billion"
    return f"1 in {rounded(1 / of):,}" if of < SELDOM else f"{100 * of:.0f} %"
