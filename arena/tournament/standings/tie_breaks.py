"""All tie-breaks with their explanations, and the list of tie-breaks for each tournament format.

Standings are ranked by the first tie-break of the list, bots with equal values by the second, and so on. Some
are FIDE's (Handbook C.07, in force since 1 March 2026), the others our own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from arena.tournament.pairing import fide
from arena.tournament.results import PAIR
from arena.tournament.standings import own_tie_breaks
from arena.tournament.standings.bot_totals import Ranks, TieBreakInputs, Values

HOUSE: Final = "house rule"
POINTS: Final = "PTS"


class UnknownTieBreak(ValueError):
    """The code is unknown, or its tie-break cannot be used at tables of this size."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A criterion by which standings are ranked."""

    code: str
    name: str
    explanation: str  # one sentence for readers of the standings
    source: str
    values: Callable[[TieBreakInputs, Ranks], Values]
    fewest_first: bool = False

    @property
    def pairs_only(self) -> bool:
        """True for FIDE's tie-breaks, which need matches of two bots."""
        return isinstance(self.values, partial)


def _fide(code: str, field: TieBreakInputs, ranks: Ranks) -> Values:
    """Compute one of FIDE's tie-breaks, and return its value for each bot.

    `code`: the tie-break's code, such as "BH". `field`: the bots' results. `ranks`: their ranks by the
    earlier tie-breaks. Raise UnknownTieBreak if a match has more than two bots.
    """
    if any(len(match.seats) > PAIR for match in field.matches):
        raise UnknownTieBreak(f"tie-break {code} is only for tables of two")
    numbers = {bot: number for number, bot in enumerate(field.bots, 1)}
    own = {numbers[bot]: rank for bot, rank in ranks.items()}
    values = fide.tie_break(field.history, code, own, round_robin=field.round_robin)
    return {bot: values[number] for bot, number in numbers.items()}


_ALL: Final = (
    TieBreak(
        POINTS,
        "points",
        "A won match counts 1, a drawn one ½; at larger tables a match counts its score. Byes count too.",
        "FIDE C.04.1",
        own_tie_breaks.points,
    ),
    TieBreak(
        "DE",
        "direct encounter",
        "Place among equal bots by their matches against each other; 0 if these do not separate them.",
        "FIDE C.07 art. 6",
        partial(_fide, "DE"),
        fewest_first=True,
    ),
    TieBreak(
        "WIN",
        "wins",
        "Rounds with a full point, played or not.",
        "FIDE C.07 art. 7.1",
        partial(_fide, "WIN"),
    ),
    TieBreak(
        "PS",
        "progressive score",
        "Sum of the points after each round: early points count more.",
        "FIDE C.07 art. 7.5",
        partial(_fide, "PS"),
    ),
    TieBreak(
        "BH",
        "Buchholz",
        "Sum of the opponents' points: stronger opponents count more.",
        "FIDE C.07 art. 8.1, 16",
        partial(_fide, "BH"),
    ),
    TieBreak(
        "BH/C1",
        "Buchholz, cut 1",
        "Sum of the opponents' points without the lowest.",
        "FIDE C.07 art. 8.1, 14.1, 16",
        partial(_fide, "BH/C1"),
    ),
    TieBreak(
        "SB",
        "Sonneborn-Berger",
        "Points of beaten opponents plus half the points of drawn opponents.",
        "FIDE C.07 art. 9.1, 16",
        partial(_fide, "SB"),
    ),
    TieBreak(
        "MS",
        "match scores",
        "Sum of the match scores; a match score is the share of games won.",
        HOUSE,
        own_tie_breaks.match_scores,
    ),
    TieBreak(
        "PPM",
        "points per match",
        "Points divided by matches, without byes: for fields in which not all play equally often.",
        HOUSE,
        own_tie_breaks.points_per_match,
    ),
    TieBreak(
        "MMS",
        "mean match score",
        "Mean of the match scores; a match score is the share of games won.",
        HOUSE,
        own_tie_breaks.mean_match_score,
    ),
    TieBreak(
        "PD",
        "card points",
        "Mean lead in card points over the others at the table, per game. Luck affects it least.",
        HOUSE,
        own_tie_breaks.card_points,
    ),
    TieBreak(
        "TOP",
        "tables won",
        "Tables won alone.",
        HOUSE,
        own_tie_breaks.tables_won,
    ),
    TieBreak(
        "OPP/C1",
        "opponents, cut 1",
        "Opponents' points per match, averaged over the tables without the lowest.",
        HOUSE,
        own_tie_breaks.opponents,
    ),
    TieBreak(
        "DM",
        "direct meetings",
        "Points against equal bots, if all of them have met each other.",
        HOUSE,
        own_tie_breaks.direct_meetings,
    ),
    TieBreak(
        "LOT",
        "lot",
        "Drawn by lot from the tournament's shuffle secret.",
        "FIDE C.07 art. 4.2",
        own_tie_breaks.lot,
        fewest_first=True,
    ),
)
TIE_BREAKS: Final[Mapping[str, TieBreak]] = {each.code: each for each in _ALL}

FIRST_TOURNAMENTS: Final = (POINTS, "MS", "DM")  # for all tournaments before formats had lists
ROUND_ROBIN: Final = (POINTS, "DE", "WIN", "SB", "MS", "PD", "LOT")
SWISS: Final = (POINTS, "BH/C1", "BH", "SB", "WIN", "PS", "PD", "LOT")
GAUNTLET: Final = ("PPM", "MMS", "PD", "LOT")
TABLES: Final = (POINTS, "TOP", "PD", "OPP/C1", "DM", "LOT")


def tie_break(code: str) -> TieBreak:
    """Return the tie-break with this code, such as "BH".

    Raise UnknownTieBreak for an unknown code.
    """
    if code not in TIE_BREAKS:
        raise UnknownTieBreak(f"unknown tie-break {code!r}; known are {', '.join(TIE_BREAKS)}")
    return TIE_BREAKS[code]


def value_text(value: Fraction | float, digits: int = 3) -> str:
    """Return a number as text with at most `digits` decimals, without trailing zeros.

    >>> [value_text(Fraction(n, 12_000)) for n in (138_000, 111_000, 4_000, 36_000, -1)]
    ['11.5', '9.25', '0.333', '3', '0']
    """
    return f"{float(value):z.{digits}f}".rstrip("0").rstrip(".")
