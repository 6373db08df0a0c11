"""Numbers of rounds and seats that follow from the settings of a tournament."""

from math import ceil, log2

from arena.service.formats import PAIR, SWISS
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.tournament.pairing.swiss import safe_rounds
from arena.tournament.pairing.swiss_tables import table_sizes


def swiss_rounds(settings: TournamentSettings) -> int:
    """Return the rounds of a Swiss per ruleset: by default enough to find the best bot, and one more.

    At tables of two at most as many as can surely be paired without a rematch.
    """
    if settings.rounds is not None:
        return settings.rounds
    bots = len(settings.bots)
    usual = ceil(log2(max(PAIR, bots))) + 1
    return usual if settings.seats > PAIR else max(1, min(usual, safe_rounds(bots)))


def fewest_seats(settings: TournamentSettings) -> int:
    """Return the seats of the smallest table when every bot plays. Raises PairingImpossible."""
    if settings.format != SWISS or settings.seats == PAIR:
        return settings.seats
    return min(table_sizes(len(settings.bots), settings.seats))
