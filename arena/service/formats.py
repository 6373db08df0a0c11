"""The formats of tournaments, and which fields and wishes each can have."""

from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from math import ceil, log2
from typing import TYPE_CHECKING, Final

from arena.service.errors import BadSettings
from arena.service.names import names_of
from arena.tournament.designs import design
from arena.tournament.history import ByeKind
from arena.tournament.pairing import PairingImpossible
from arena.tournament.swiss import most_rounds, safe_rounds
from arena.tournament.swiss_tables import table_sizes
from arena.tournament.tie_breaks import UnknownTieBreak, tie_break

if TYPE_CHECKING:
    from arena.service.settings import ByeRequest, TournamentSettings

ROUND_ROBIN: Final = "round-robin"
DOUBLE_ROUND_ROBIN: Final = "double-round-robin"
SWISS: Final = "swiss"
GAUNTLET: Final = "gauntlet"
FORMATS: Final = (ROUND_ROBIN, DOUBLE_ROUND_ROBIN, SWISS, GAUNTLET)
PAIR: Final = 2
MOST_SEATS: Final = 5
MOST_ROUNDS: Final = 1_000
WISHES: Final = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)  # an allocated bye nobody asks for


def swiss_rounds(settings: "TournamentSettings") -> int:
    """How many rounds a Swiss has in each ruleset; by itself as many as find the best, and one more.

    At tables of two not more than can surely be paired, so that nobody meets a bot again.
    """
    if settings.rounds is not None:
        return settings.rounds
    bots = len(settings.bots)
    usual = ceil(log2(max(PAIR, bots))) + 1
    return usual if settings.seats > PAIR else max(1, min(usual, safe_rounds(bots)))


def smallest_table(settings: "TournamentSettings") -> int:
    """How many sit at the smallest table of a round. Raises BadSettings."""
    if settings.format != SWISS or settings.seats == PAIR:
        return settings.seats
    try:
        return min(table_sizes(len(settings.bots), settings.seats))
    except PairingImpossible as impossible:
        raise BadSettings(str(impossible)) from None


def check_format(settings: "TournamentSettings") -> None:
    """Raises BadSettings where the format cannot have such a field, or such wishes."""
    _check_seats(settings)
    _check_field(settings)
    _check_rounds(settings)
    names = names_of(settings.entrants)
    _check_forbidden(settings, names)
    for bye in settings.byes:
        _check_bye(settings, bye, names)
    check_tie_breaks(settings.tie_breaks, settings.seats)


def _check_seats(settings: "TournamentSettings") -> None:
    if not PAIR <= settings.seats <= MOST_SEATS:
        raise BadSettings(f"a table has {PAIR} to {MOST_SEATS} seats, not {settings.seats}")
    if settings.seats > PAIR and settings.format not in (ROUND_ROBIN, SWISS):
        raise BadSettings(f"a {settings.format} is for tables of two; a round robin or a Swiss takes more")


def _check_field(settings: "TournamentSettings") -> None:
    bots, seats = len(settings.bots), settings.seats
    if settings.format == GAUNTLET:
        if not settings.bots or not settings.pool:
            raise BadSettings("a gauntlet needs at least one new bot, and one in the pool that they meet")
    elif settings.pool:
        raise BadSettings(f"a pool is for a gauntlet, and this is a {settings.format}")
    elif bots < PAIR:
        raise BadSettings("a tournament needs at least two bots")
    elif bots < seats:
        raise BadSettings(f"tables of {seats} need at least {seats} bots, and there are {bots}")
    for bot in settings.entrants:
        if sum((bot.name, bot.version) == (one.name, one.version) for one in settings.entrants) > 1:
            raise BadSettings(f"{bot.name} is entered twice")
    if settings.format == ROUND_ROBIN and seats > PAIR:
        try:
            design(bots, seats)
        except PairingImpossible as impossible:
            raise BadSettings(str(impossible)) from None


def _check_rounds(settings: "TournamentSettings") -> None:
    if settings.rounds is None:
        return
    if settings.format != SWISS:
        raise BadSettings(f"rounds are for a Swiss: a {settings.format} has as many as it needs")
    if not 1 <= settings.rounds <= MOST_ROUNDS:
        raise BadSettings(f"a Swiss has 1 to {MOST_ROUNDS:,} rounds, not {settings.rounds}")
    bots = len(settings.bots)
    if settings.seats == PAIR and settings.rounds > most_rounds(bots):
        raise BadSettings(
            f"{bots} bots have at most {most_rounds(bots)} rounds in which nobody meets again, not "
            f"{settings.rounds}"
        )


def _check_forbidden(settings: "TournamentSettings", names: tuple[str, ...]) -> None:
    if settings.forbidden and (settings.format != SWISS or settings.seats > PAIR):
        raise BadSettings("forbidden pairs are for a Swiss at tables of two")
    for pair in settings.forbidden:
        for name in pair:
            check_name(name, names)
        if pair[0] == pair[1]:
            raise BadSettings(f"{pair[0]} is forbidden to meet itself")


def _check_bye(settings: "TournamentSettings", bye: "ByeRequest", names: tuple[str, ...]) -> None:
    if settings.format != SWISS:
        raise BadSettings(f"byes can be asked for in a Swiss, and this is a {settings.format}")
    check_name(bye.bot, names)
    last = swiss_rounds(settings) * len(settings.rulesets)
    if not 1 <= bye.round <= last:
        raise BadSettings(f"{bye.bot} asks for a bye in round {bye.round}, and the rounds are 1 to {last}")
    if bye.kind not in WISHES:
        raise BadSettings(f"{bye.bot} can ask for a bye F (one point), H (half a point) or Z (none)")
    if Counter((one.round, one.bot) for one in settings.byes)[bye.round, bye.bot] > 1:
        raise BadSettings(f"{bye.bot} asks for two byes in round {bye.round}")


def check_name(name: str, names: Iterable[str]) -> None:
    """Raises BadSettings where no bot of the field is called so."""
    known = tuple(names)
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"; do you mean {near[0]}?" if near else f", only {', '.join(known)}"
        raise BadSettings(f"there is no bot {name!r} in the field{hint}")


def check_tie_breaks(codes: tuple[str, ...], seats: int) -> None:
    """Raises BadSettings for codes that are none, or not at such tables, or named twice."""
    for code in codes:
        try:
            found = tie_break(code)
        except UnknownTieBreak as unknown:
            raise BadSettings(str(unknown)) from None
        if found.pairs_only and seats > PAIR:
            raise BadSettings(f"{code} is a tie-break of tables of two")
        if codes.count(code) > 1:
            raise BadSettings(f"the tie-break {code} is named twice")
