"""The result of a comparison as text, in the form of fastchess (a test program for chess engines).

It includes the gain from duplicate boards, which are played in every seating.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from arena.cli.output import table
from arena.cli.tables.cells import NAME_WIDTH
from arena.ratings.match_statistics import MatchEstimate, MatchStatistics
from arena.service.compare.report import ComparedBot, CompareResult
from arena.service.compare.result import SeatScore
from arena.service.formats import PAIR
from arena.service.reports.variance import NO_LUCK
from arena.viewer.printable import printable

MAX_SCORES: Final = 13  # different group scores in a line


def report(result: CompareResult) -> Iterator[RenderableType]:
    """Yield the parts of the report: heading, statistics, scores by seat, faults, conclusion."""
    names = [printable(bot.bot, NAME_WIDTH) for bot in result.bots]
    yield Text.assemble((f"{names[0]} vs {names[1]}", "bold"), f"  {result.ruleset}, {_table_words(result)}")
    if result.figures:
        yield from map(Text, lines(result.figures, result))
        yield Text()
        yield from _seats(result.by_seat, names[0])
    if any(bot.illegal or bot.timeouts or bot.crashes for bot in result.bots):
        yield from _faults(result.bots)
    yield Text(result.conclusion, "bold")
    yield Text()


def _table_words(result: CompareResult) -> str:
    if result.seats == PAIR:
        return "head to head"
    if result.others:
        return f"with {', '.join(printable(other, NAME_WIDTH) for other in result.others)}"
    return f"each alone among {result.seats - 1} of the other, in turn"


def lines(found: MatchStatistics, result: CompareResult) -> Iterator[str]:
    """Yield the lines of statistics: Elo, games, scores of boards, LLR, gain from duplicate boards."""
    points = found.wins + found.draws / 2
    if found.has_spread:
        yield f"Elo: {_number(found.elo)}, nElo: {_number(found.nelo)}"
        pairs = "" if found.pairs_ratio is None else f", PairsRatio: {found.pairs_ratio:.2f}"
        yield f"DrawRatio: {100 * found.draw_ratio:.2f} %{pairs}"
    yield (
        f"Games: {found.games}, Wins: {found.wins}, Losses: {found.losses}, Draws: {found.draws}, "
        f"Points: {points:.1f} ({100 * found.score:.2f} %)"
    )
    yield _group_scores(found)
    if found.has_spread:
        yield llr_line(result.llr, result.lower, result.upper, result.elo0, result.elo1)
        if found.saving:
            yield _saving(found)
    if more := result.groups_played - found.groups:
        yield f"Board groups: {found.groups} count; {more} more were played before the test had decided"


def llr_line(llr: float, lower: float, upper: float, elo0: float, elo1: float) -> str:
    """Return a line with the log-likelihood ratio (LLR) in the form of fastchess (a chess test program).

    It contains `llr`, its percentage of the bound with the same sign, the two bounds, and the hypotheses.
    """
    share = llr / (upper if llr > 0 else -lower)
    ratio = f"LLR: {llr:.2f} ({100 * share:.1f} %) ({lower:.2f}, {upper:.2f}) [{elo0:.2f}, {elo1:.2f}]"
    return f"{ratio}, normal approximation"


def _group_scores(found: MatchStatistics) -> str:
    """Return a line with the number of boards that got each score.

    With two games per board, the line has the five counts that fastchess prints.
    """
    if len(found.group_scores) == 2 * PAIR + 1:
        return f"Ptnml(0-2): [{', '.join(str(count) for _, count in found.group_scores)}]"
    scores = [(score, count) for score, count in found.group_scores if count]
    listed = ", ".join(f"{100 * score:.0f} %: {count}" for score, count in scores[:MAX_SCORES])
    return f"Group scores: [{listed}{', …' if len(scores) > MAX_SCORES else ''}]"


def _number(figure: MatchEstimate) -> str:
    if figure.value is None:
        return f"– ({figure.no_margin})"
    if figure.margin is None:
        return f"{figure.value:z.2f} +/- – ({figure.no_margin})"
    return f"{figure.value:z.2f} +/- {figure.margin:.2f}"


def _saving(found: MatchStatistics) -> str:
    """Return the line about duplicate boards: how many independent games would be as precise."""
    saving = found.saving
    assert saving is not None
    assert saving.value is not None
    margin = "" if saving.margin is None else f" +/- {saving.margin:.2f}"
    if saving.value < NO_LUCK:
        worth = "the seatings cancelled all luck"
    else:
        worth = f"{found.games:,} games are worth {found.games / saving.value:,.0f} independent"
    return f"Duplicates: variance x {saving.value:.2f}{margin}; {worth}"


def _seats(seats: Sequence[SeatScore], first: str) -> Iterator[RenderableType]:
    made = table(f"{first} sits", ">Wins", ">Draws", ">Losses", ">Score %")
    for seat in seats:
        place = "1 (goes first)" if seat.seat == 1 else str(seat.seat)
        made.add_row(place, str(seat.wins), str(seat.draws), str(seat.losses), f"{100 * seat.score:.1f}")
    yield made
    yield Text()


def _faults(bots: Sequence[ComparedBot]) -> Iterator[RenderableType]:
    made = table("Games forfeited", ">Illegal", ">Late", ">Crash")
    for bot in bots:
        made.add_row(
            Text(printable(bot.bot, NAME_WIDTH)), str(bot.illegal), str(bot.timeouts), str(bot.crashes)
        )
    yield made
    yield Text()
