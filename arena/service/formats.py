"""The formats of tournaments, and the check of tie-breaks."""

from collections.abc import Iterator, Sequence
from typing import Final

from arena.rules.house_rules.problems import did_you_mean, quote
from arena.tournament.standings.tie_breaks import TIE_BREAKS

ROUND_ROBIN: Final = "round-robin"
DOUBLE_ROUND_ROBIN: Final = "double-round-robin"
SWISS: Final = "swiss"
GAUNTLET: Final = "gauntlet"
FORMATS: Final = (ROUND_ROBIN, DOUBLE_ROUND_ROBIN, SWISS, GAUNTLET)
FORMAT_NAMES: Final = {
    ROUND_ROBIN: "round robin",
    DOUBLE_ROUND_ROBIN: "double round robin",
    SWISS: "Swiss",
    GAUNTLET: "gauntlet",
    "compare": "comparison",  # not imported from `arena.store`, which is slow
}
PAIR: Final = 2
MAX_SEATS: Final = 5


def format_name(format: str, seats: int = PAIR) -> str:
    """Return a tournament's format in words. If a match has more than two seats, add their number.

    >>> format_name("swiss", 4)
    'Swiss at tables of 4'
    """
    name = FORMAT_NAMES.get(format, format)
    return name if seats == PAIR else f"{name} at tables of {seats}"


def wrong_tie_breaks(codes: Sequence[str], seats: int) -> Iterator[tuple[str, str]]:
    """Check tie-break codes, and yield each invalid one with an error message. `seats`: the number of seats
    at each table.
    """
    for code in dict.fromkeys(codes):
        if code not in TIE_BREAKS:
            hint = did_you_mean(code.upper(), TIE_BREAKS) or f"there are {', '.join(TIE_BREAKS)}"
            yield code, f"unknown tie-break {quote(code)}; {hint}"
        elif TIE_BREAKS[code].pairs_only and seats > PAIR:
            yield code, f"{code} works only at tables of two"
        if codes.count(code) > 1:
            yield code, f"the tie-break {code} is named twice"
