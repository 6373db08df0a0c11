"""The table of pairs with unlikely results."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from arena.cli.output import count_text, table
from arena.cli.tables.cells import GREY, name_cell
from arena.service.reports.fair_play import READ, chance
from arena.service.results import FairPlay, StandingsTable, UnlikelyResult


def fair_play_table(standings: StandingsTable) -> Iterator[RenderableType]:
    """Yield a heading and the table of pairs whose results do not fit their results against other bots."""
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
