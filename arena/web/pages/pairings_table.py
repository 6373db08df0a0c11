"""Who meets whom, round by round, as rows for a page and for CSV."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from arena.service.reports.pairings import RoundLine, TableFit
from arena.tournament.tie_breaks import value_text

COLUMNS: Final = ("round", "ruleset", "table", "match", "bot", "points_before", "points", "kind")
KINDS: Final = {
    "U": "bye, the field being odd",
    "F": "bye it asked for",
    "H": "bye it asked for",
    "Z": "absent",
}
HALF: Final = 0.5


def points_text(value: float) -> str:
    """Points as one writes them: whole and half ones, else two digits.

    >>> points_text(2.0), points_text(1.5), points_text(0.5), points_text(0.634)
    ('2', '1½', '½', '0.63')
    """
    whole, half = divmod(value, 1)
    if half == HALF:
        return f"{int(whole) or ''}½"
    return value_text(value, 2)


def round_wanted(rounds: Sequence[RoundLine], text: str) -> RoundLine:
    """The round with this number; without one the last that is paired."""
    numbers = {str(round.number): round for round in rounds}
    paired = [round for round in rounds if round.paired]
    return numbers.get(text) or (paired[-1] if paired else rounds[0])


def rounds_of_bot(rounds: Iterable[RoundLine], bot: str) -> tuple[RoundLine, ...]:
    """The rounds with only the tables and byes of one bot."""
    return tuple(_only(round, bot) for round in rounds if round.paired)


def _only(round: RoundLine, bot: str) -> RoundLine:
    return replace(
        round,
        tables=tuple(one for one in round.tables if bot in one.bots),
        byes=tuple(bye for bye in round.byes if bye.bot == bot),
        fit=None,
    )


def fit_text(fit: TableFit) -> str:
    """In words what the tables of a Swiss are like."""
    return (
        f"Meetings: {fit.meetings}, repeats: {fit.repeats}. "
        f"From first to last of a table: {points_text(fit.mean_range)} points in the mean."
    )


def state_text(round: RoundLine) -> str:
    """How far a round is."""
    if not round.paired:
        return "not paired yet"
    return "over" if round.complete else "under way"


def lines(rounds: Iterable[RoundLine]) -> Iterator[tuple[object, ...]]:
    """A line for each bot at each table, and for each bye."""
    for round in rounds:
        for one in round.tables:
            points = one.points or ("",) * len(one.bots)
            for bot, before, won in zip(one.bots, one.before, points, strict=True):
                kind = "forfeit" if bot in one.forfeits else ""
                yield (round.number, round.ruleset, one.number, one.match, bot, before, won, kind)
        for bye in round.byes:
            won = bye.points if round.paired else ""
            yield (round.number, round.ruleset, "", "", bye.bot, bye.before, won, bye.kind)
