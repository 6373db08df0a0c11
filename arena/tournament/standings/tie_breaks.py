"""The tie-breaks by name, what each means, and which ones each format uses in which order.

Those of chess are FIDE's (Handbook C.07, in force since 1 March 2026; rounds not played count as its art. 16
says); the others are rules of this house. A standings list is ranked by the first, those equal in it by the
second, and so on.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from arena.tournament.pairing import fide
from arena.tournament.score import PAIR
from arena.tournament.standings import own_tie_breaks
from arena.tournament.standings.field import Field, Ranks, Values

HOUSE: Final = "house rule"


class UnknownTieBreak(ValueError):
    """A code that no tie-break has, or one that tables of this size do not; the text lists what there is."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One criterion of a table."""

    code: str
    name: str
    explanation: str  # one sentence, for those who read the table
    source: str
    values: Callable[[Field, Ranks], Values]
    fewest_first: bool = False

    @property
    def pairs_only(self) -> bool:
        """Whether tables of more than two cannot have it: FIDE's are for two."""
        return isinstance(self.values, partial)


def _fide(code: str, field: Field, ranks: Ranks) -> Values:
    """A tie-break of FIDE's. Raises UnknownTieBreak at tables of more than two."""
    if any(len(match.seats) > PAIR for match in field.matches):
        raise UnknownTieBreak(f"{code} is a tie-break of tables of two")
    numbers = {bot: number for number, bot in enumerate(field.bots, 1)}
    own = {numbers[bot]: rank for bot, rank in ranks.items()}
    found = fide.tie_break(field.history, code, own, round_robin=field.round_robin)
    return {bot: found[number] for bot, number in numbers.items()}


_ALL: Final = (
    TieBreak(
        "PTS",
        "points",
        "A match won counts 1, drawn ½; in events at tables of more it counts its score. Byes count as well.",
        "FIDE C.04.1",
        own_tie_breaks.points,
    ),
    TieBreak(
        "DE",
        "direct encounter",
        "The place among the equal by their matches with each other, 0 where these do not separate them.",
        "FIDE C.07 art. 6",
        partial(_fide, "DE"),
        fewest_first=True,
    ),
    TieBreak(
        "WIN",
        "wins",
        "Rounds that counted a full point, played or not.",
        "FIDE C.07 art. 7.1",
        partial(_fide, "WIN"),
    ),
    TieBreak(
        "PS",
        "progressive score",
        "The sum of the points after each round: early points count more.",
        "FIDE C.07 art. 7.5",
        partial(_fide, "PS"),
    ),
    TieBreak(
        "BH",
        "Buchholz",
        "The sum of the opponents' points: who met the stronger ones is ahead.",
        "FIDE C.07 art. 8.1, 16",
        partial(_fide, "BH"),
    ),
    TieBreak(
        "BH/C1",
        "Buchholz, cut 1",
        "The sum of the opponents' points without the lowest.",
        "FIDE C.07 art. 8.1, 14.1, 16",
        partial(_fide, "BH/C1"),
    ),
    TieBreak(
        "SB",
        "Sonneborn-Berger",
        "The points of the opponents beaten and half of those drawn with.",
        "FIDE C.07 art. 9.1, 16",
        partial(_fide, "SB"),
    ),
    TieBreak(
        "MS",
        "match scores",
        "The sum of the match scores, each the share of its games that was won.",
        HOUSE,
        own_tie_breaks.match_scores,
    ),
    TieBreak(
        "PPM",
        "points a match",
        "Points divided by matches, byes left out: for fields in which not all play equally often.",
        HOUSE,
        own_tie_breaks.points_a_match,
    ),
    TieBreak(
        "MMS",
        "mean match score",
        "The mean share of its games that was won, over the matches.",
        HOUSE,
        own_tie_breaks.mean_match_score,
    ),
    TieBreak(
        "PD",
        "card points",
        "Card points better than the others at the table, the mean of a game. It has the least luck in it.",
        HOUSE,
        own_tie_breaks.card_points,
    ),
    TieBreak(
        "TOP",
        "tables won",
        "Tables of which it was first, alone.",
        HOUSE,
        own_tie_breaks.tables_won,
    ),
    TieBreak(
        "OPP/C1",
        "opponents, cut 1",
        "The opponents' points a match, the mean over tables without the lowest one.",
        HOUSE,
        own_tie_breaks.opponents,
    ),
    TieBreak(
        "DM",
        "direct meetings",
        "What was won against those equal, if each of them has met each.",
        HOUSE,
        own_tie_breaks.direct_meetings,
    ),
    TieBreak(
        "LOT",
        "lot",
        "Drawn from the secret of the event: it says nothing of the bots.",
        "FIDE C.07 art. 4.2",
        own_tie_breaks.lot,
        fewest_first=True,
    ),
)
TIE_BREAKS: Final[Mapping[str, TieBreak]] = {each.code: each for each in _ALL}

FIRST_EVENTS: Final = ("PTS", "MS", "DM")  # by which tables were ranked before formats had lists
ROUND_ROBIN: Final = ("PTS", "DE", "WIN", "SB", "MS", "PD", "LOT")
SWISS: Final = ("PTS", "BH/C1", "BH", "SB", "WIN", "PS", "PD", "LOT")
GAUNTLET: Final = ("PPM", "MMS", "PD", "LOT")
TABLES: Final = ("PTS", "TOP", "PD", "OPP/C1", "DM", "LOT")


def tie_break(code: str) -> TieBreak:
    """The tie-break with this code. Raises UnknownTieBreak."""
    if code not in TIE_BREAKS:
        raise UnknownTieBreak(f"there is no tie-break {code!r}; there are {', '.join(TIE_BREAKS)}")
    return TIE_BREAKS[code]


def value_text(value: Fraction | float, digits: int = 3) -> str:
    """A value as tables show it, with so many digits after the point at most.

    >>> [value_text(Fraction(n, 12_000)) for n in (138_000, 111_000, 4_000, 36_000, -1)]
    ['11.5', '9.25', '0.333', '3', '0']
    """
    return f"{float(value):z.{digits}f}".rstrip("0").rstrip(".")
