"""How many rounds and seats follow from the settings of a tournament."""

from math import ceil, log2

from arena.service.formats import PAIR, SWISS
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.tournament.pairing.swiss import safe_rounds
from arena.tournament.pairing.swiss_tables import table_sizes


def swiss_rounds(settings: TournamentSettings) -> int:
    """How many rounds a Swiss has in each ruleset; by itself as many as find the best, and one more.

    At tables of two not more than can surely be paired, so that nobody meets a bot again.
    """
    if settings.rounds is not None:
        return settings.rounds
    bots = len(settings.bots)
    usual = ceil(log2(max(PAIR, bots))) + 1
    return usual if settings.seats > PAIR else max(1, min(usual, safe_rounds(bots)))


def fewest_seats(settings: TournamentSettings) -> int:
    """How many sit at the smallest table of a round in which all play. Raises PairingImpossible."""
    if settings.format != SWISS or settings.seats == PAIR:
        return settings.seats
    return min(table_sizes(len(settings.bots), settings.seats))
