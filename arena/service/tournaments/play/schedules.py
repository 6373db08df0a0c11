"""The schedule of a format: rounds, pairings that are known at once, and their pieces."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from arena.rules import Ruleset
from arena.service.errors import BadSettings
from arena.service.formats import DOUBLE_ROUND_ROBIN, GAUNTLET, PAIR, SWISS
from arena.service.tournaments.setup.round_counts import swiss_rounds
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.results.records import Piece, Round, Tournament
from arena.tournament.pairing.designs import design_tables
from arena.tournament.pairing.gauntlet import gauntlet
from arena.tournament.pairing.pairing import (
    Pairing,
    PairingImpossible,
    canonical_order,
    split_boards,
)
from arena.tournament.pairing.round_robin import double_round_robin, round_robin


@dataclass(frozen=True, slots=True)
class Cycle:
    """One ruleset's share of a tournament: its rounds, and the tables that are known before it starts."""

    rounds: int
    pairings: tuple[Pairing, ...]  # none for a Swiss
    tables: int  # of all rounds; in a Swiss those of a full field
    seats: int  # at all of these tables together


def cycle_of(settings: TournamentSettings) -> Cycle:
    """Return what the field plays in each ruleset. Raises BadSettings."""
    if settings.format == SWISS:
        return _swiss(settings)
    try:
        pairings = _pairings(settings)
    except PairingImpossible as impossible:
        raise BadSettings(str(impossible)) from None
    seats = sum(len(pairing.bots) for pairing in pairings)
    return Cycle(max(pairing.round for pairing in pairings), pairings, len(pairings), seats)


def _swiss(settings: TournamentSettings) -> Cycle:
    rounds, bots = swiss_rounds(settings), len(settings.bots)
    if settings.seats == PAIR:
        return Cycle(rounds, (), rounds * (bots // PAIR), rounds * (bots - bots % PAIR))
    return Cycle(rounds, (), rounds * ceil(bots / settings.seats), rounds * bots)


def _pairings(settings: TournamentSettings) -> tuple[Pairing, ...]:
    return pairings_of(settings.format, settings.seats, len(settings.bots), len(settings.pool))


def pairings_of(format: str, seats: int, bots: int, pool: int = 0) -> tuple[Pairing, ...]:
    """Return all tables of a format that is paired at once. A gauntlet's newcomers have the first numbers.

    Raises PairingImpossible.
    """
    if format == GAUNTLET:
        return gauntlet(range(1, bots + 1), range(bots + 1, bots + pool + 1))
    if format == DOUBLE_ROUND_ROBIN:
        return double_round_robin(bots)
    return round_robin(bots) if seats == PAIR else design_tables(bots, seats)


def rounds_of_tournament(rulesets: Sequence[Ruleset], cycle: Cycle) -> tuple[Round, ...]:
    """Return the rounds of all rulesets, one ruleset after the other, numbered on."""
    return tuple(
        Round(
            number=index * cycle.rounds + number,
            ruleset=ruleset.key,
            ruleset_hash=ruleset.hash,
            rules=ruleset.house_rules,
            cycle=index + 1,
            paired=bool(cycle.pairings),
        )
        for index, ruleset in enumerate(rulesets)
        for number in range(1, cycle.rounds + 1)
    )


def pairings_of_tournament(cycle: Cycle, cycles: int) -> tuple[Pairing, ...]:
    """Return the known tables of all cycles, with the tournament's round numbers."""
    return tuple(
        Pairing(index * cycle.rounds + pairing.round, pairing.number, pairing.bots)
        for index in range(cycles)
        for pairing in cycle.pairings
    )


Met = Counter[tuple[str, ...]]  # meetings by sorted bot versions


def pieces_of(tournament: Tournament, pairings: Iterable[Pairing], met: Met) -> Iterator[Piece]:
    """Yield the pieces of the matches of these pairings, whose rounds are numbered as in the tournament.

    `met` counts the earlier meetings of each table; these are added to it. So a table's boards depend on its
    bots and how often they have met, not on the rest of the field.
    """
    versions = {entrant.number: entrant.version for entrant in tournament.entrants}
    identity = {entrant.number: f"{entrant.version} {entrant.name}" for entrant in tournament.entrants}
    for pairing in pairings:
        table = tuple(sorted(versions[bot] for bot in pairing.bots))
        bots = canonical_order(pairing.bots, [identity[bot] for bot in pairing.bots])
        for number, (first, boards) in enumerate(split_boards(tournament.boards), 1):
            place = (pairing.round, pairing.number, number)
            yield Piece(*place, met[table], first, boards, bots, named=pairing.bots)
        met[table] += 1


def count_meetings(tournament: Tournament, written: Iterable[Piece]) -> Met:
    """Count the meetings of each set of bot versions in the written pieces of a tournament."""
    versions = {entrant.number: entrant.version for entrant in tournament.entrants}
    tables = {(piece.round, piece.pairing): piece.bots for piece in written}
    return Counter(tuple(sorted(versions[bot] for bot in bots)) for bots in tables.values())
