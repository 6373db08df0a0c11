"""The formats of tournaments, and how many rounds and seats follow from their settings."""

from collections.abc import Iterator, Sequence
from math import ceil, log2
from typing import TYPE_CHECKING, Final

from arena.rules.flaws import did_you_mean, shown
from arena.service.errors import BadSettings
from arena.tournament.swiss import safe_rounds
from arena.tournament.swiss_tables import table_sizes
from arena.tournament.tie_breaks import TIE_BREAKS

if TYPE_CHECKING:
    from arena.service.settings import TournamentSettings

ROUND_ROBIN: Final = "round-robin"
DOUBLE_ROUND_ROBIN: Final = "double-round-robin"
SWISS: Final = "swiss"
GAUNTLET: Final = "gauntlet"
FORMATS: Final = (ROUND_ROBIN, DOUBLE_ROUND_ROBIN, SWISS, GAUNTLET)
PAIR: Final = 2
MOST_SEATS: Final = 5


def swiss_rounds(settings: "TournamentSettings") -> int:
    """How many rounds a Swiss has in each ruleset; by itself as many as find the best, and one more.

    At tables of two not more than can surely be paired, so that nobody meets a bot again.
    """
    if settings.rounds is not None:
        return settings.rounds
    bots = len(settings.bots)
    usual = ceil(log2(max(PAIR, bots))) + 1
    return usual if settings.seats > PAIR else max(1, min(usual, safe_rounds(bots)))


def fewest_seats(settings: "TournamentSettings") -> int:
    """How many sit at the smallest table of a round in which all play. Raises PairingImpossible."""
    if settings.format != SWISS or settings.seats == PAIR:
        return settings.seats
    return min(table_sizes(len(settings.bots), settings.seats))


def check_tie_breaks(codes: Sequence[str], seats: int) -> None:
    """Raises BadSettings for codes that are none, or not at such tables, or named twice."""
    for _, what in wrong_tie_breaks(codes, seats):
        raise BadSettings(what)


def wrong_tie_breaks(codes: Sequence[str], seats: int) -> Iterator[tuple[str, str]]:
    """The codes of tie-breaks that will not do, each with what is wrong."""
    for code in dict.fromkeys(codes):
        if code not in TIE_BREAKS:
            hint = did_you_mean(code.upper(), TIE_BREAKS) or f"there are {', '.join(TIE_BREAKS)}"
            yield code, f"there is no tie-break {shown(code)}; {hint}"
        elif TIE_BREAKS[code].pairs_only and seats > PAIR:
            yield code, f"{code} is a tie-break of tables of two"
        if codes.count(code) > 1:
            yield code, f"the tie-break {code} is named twice"
