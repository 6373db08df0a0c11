"""Rounds, tables and byes in words and as rows, the same in a terminal, on a page and in CSV."""

from collections.abc import Iterable, Iterator
from typing import Final

from arena.service.reports.pairings import RoundLine, TableFit
from arena.tournament.standings.tie_breaks import value_text

COLUMNS: Final = ("round", "ruleset", "table", "match", "bot", "points_before", "points", "kind")
KINDS: Final = {
    "U": "a bye, the field being odd",
    "F": "a bye it asked for",
    "H": "a bye it asked for",
    "Z": "absent",
}
_HALF: Final = 0.5


def points_text(value: float) -> str:
    """Points as one writes them: whole and half ones, else two digits.

    >>> points_text(2.0), points_text(1.5), points_text(0.5), points_text(0.634)
    ('2', '1½', '½', '0.63')
    """
    whole, half = divmod(value, 1)
    if half == _HALF:
        return f"{int(whole) or ''}½"
    return value_text(value, 2)


def fit_text(fit: TableFit) -> str:
    """In words what the tables of a Swiss are like.

    >>> fit_text(TableFit(12, 1, 0.5))
    'Meetings: 12, repeats: 1. From first to last of a table: ½ points in the mean.'
    """
    return (
        f"Meetings: {fit.meetings}, repeats: {fit.repeats}. "
        f"From first to last of a table: {points_text(fit.mean_range)} points in the mean."
    )


def state_text(round: RoundLine) -> str:
    """How far a round is."""
    if not round.paired:
        return "not paired yet"
    return "over" if round.complete else "under way"


def rows(rounds: Iterable[RoundLine]) -> Iterator[tuple[object, ...]]:
    """By `COLUMNS`: a row for each bot at each table, and for each bye."""
    for round in rounds:
        for one in round.tables:
            points = one.points or ("",) * len(one.bots)
            for bot, before, won in zip(one.bots, one.before, points, strict=True):
                kind = "forfeit" if bot in one.forfeits else ""
                yield (round.number, round.ruleset, one.number, one.match, bot, before, won, kind)
        for bye in round.byes:
            won = bye.points if round.paired else ""
            yield (round.number, round.ruleset, "", "", bye.bot, bye.before, won, bye.kind)
