"""Format rounds, matches and byes as text and CSV rows, for terminal and pages."""

from collections.abc import Iterable, Iterator
from typing import Final

from arena.service.reports.pairings import RoundLine
from arena.tournament.pairing.swiss_tables import TableFit
from arena.tournament.standings.tie_breaks import value_text

COLUMNS: Final = ("round", "ruleset", "table", "match", "bot", "points_before", "points", "kind")
KINDS: Final = {
    "U": "a bye (odd number of bots)",
    "F": "a requested bye",
    "H": "a requested bye",
    "Z": "absent",
}
_HALF: Final = 0.5


def points_text(value: float) -> str:
    """Format points as a whole number, with ½, or with two decimals.

    >>> points_text(2.0), points_text(1.5), points_text(0.5), points_text(0.634)
    ('2', '1½', '½', '0.63')
    """
    whole, half = divmod(value, 1)
    if half == _HALF:
        return f"{int(whole) or ''}½"
    return value_text(value, 2)


def fit_text(fit: TableFit) -> str:
    """Describe how well the tables of a Swiss round were paired.

    >>> fit_text(TableFit(12, 1, 0.5))
    '12 meetings, 1 repeated. First and last of a table differ by ½ points on average.'
    """
    return (
        f"{fit.meetings} meetings, {fit.repeats} repeated. "
        f"First and last of a table differ by {points_text(fit.mean_range)} points on average."
    )


def state_text(round: RoundLine) -> str:
    """Return the state of a round: "not paired yet", "running" or "finished"."""
    if not round.paired:
        return "not paired yet"
    return "finished" if round.complete else "running"


def rows(rounds: Iterable[RoundLine]) -> Iterator[tuple[object, ...]]:
    """Yield a CSV row (in the order of `COLUMNS`) for each bot in each match, and for each bye."""
    for round in rounds:
        for one in round.tables:
            points = one.points or ("",) * len(one.bots)
            for bot, before, won in zip(one.bots, one.before, points, strict=True):
                kind = "forfeit" if bot in one.forfeits else ""
                yield (round.number, round.ruleset, one.number, one.match, bot, before, won, kind)
        for bye in round.byes:
            won = bye.points if round.paired else ""
            yield (round.number, round.ruleset, "", "", bye.bot, bye.before, won, bye.kind)
