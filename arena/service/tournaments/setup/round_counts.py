"""Compute the number of rounds, and the size of the smallest table, from a tournament's settings."""

from math import ceil, log2

from arena.service.formats import PAIR, SWISS
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.tournament.pairing.swiss import safe_rounds
from arena.tournament.pairing.swiss_tables import table_sizes


def swiss_rounds(settings: TournamentSettings) -> int:
    """Return the number of rounds of a Swiss tournament under each ruleset: the user's setting, or a default.

    The default is ⌈log2(bots)⌉ + 1, one round more than is needed to find the best bot. At tables of two, the
    default is lower if there are too few bots to avoid repeated pairings.
    """
    if settings.rounds is not None:
        return settings.rounds
    bots = len(settings.bots)
    usual = ceil(log2(max(PAIR, bots))) + 1
    return usual if settings.seats > PAIR else max(1, min(usual, safe_rounds(bots)))


def fewest_seats(settings: TournamentSettings) -> int:
    """Return the number of seats of the smallest table when all bots play.

    Raise PairingImpossible if this number of bots cannot be divided into tables.
    """
    if settings.format != SWISS or settings.seats == PAIR:
        return settings.seats
    return min(table_sizes(len(settings.bots), settings.seats))
