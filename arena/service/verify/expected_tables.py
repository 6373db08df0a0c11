"""Which tables an event must have: paired once more by its format, round by round where results decide."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from sqlalchemy import Connection

from arena.service.compare.seating import arrangement
from arena.service.formats import PAIR, SWISS
from arena.service.tournaments.edit import late_pairings
from arena.service.tournaments.play.schedules import pairings_of
from arena.service.tournaments.play.swiss import absent_from, paired
from arena.store.results.records import Entrant, Round, Tournament
from arena.store.tournaments.comparisons import COMPARE, read_comparison
from arena.store.tournaments.pairings import history, paired_tables
from arena.store.tournaments.schedule import forbidden_in
from arena.tournament.history import Bye, ByeKind, History
from arena.tournament.pairing.pairing import Pairing

Tables = Mapping[tuple[int, int], tuple[int, ...]]  # bots as the pairing names them, by round and number


def tables_due(tx: Connection, number: int, tournament: Tournament) -> tuple[Tables, tuple[Bye, ...]]:
    """The tables of all rounds that are paired, and the byes that pairing gives.

    Raises PairingImpossible or BadHistory of what cannot have been paired.
    """
    byes: list[Bye] = []
    if tournament.format == SWISS:
        found = list(_swiss(tx, number, tournament, byes))
    elif tournament.format == COMPARE:
        found = list(_comparison(tx, number))
    else:
        found = [*_at_once(tournament), *_late(tx, number, tournament)]
    return {(one.round, one.number): one.bots for one in found}, tuple(byes)


def rounds_each(tournament: Tournament) -> int:
    """How many rounds the format has, played once by those who were there from the start; of a Swiss 0."""
    if tournament.format in (SWISS, COMPARE):
        return 0
    return max(one.round for one in _cycle(tournament))


def _cycle(tournament: Tournament) -> tuple[Pairing, ...]:
    first = [one for one in tournament.entrants if one.from_round == 1]
    pool = sum(one.pool for one in first)
    return pairings_of(tournament.format, tournament.seats, len(first) - pool, pool)


def _at_once(tournament: Tournament) -> Iterator[Pairing]:
    cycle, behind = _cycle(tournament), 0
    each = max(one.round for one in cycle)
    late = min((one.from_round for one in tournament.entrants if one.from_round > 1), default=None)
    last = len(tournament.rounds) if late is None else min(late - 1, len(tournament.rounds))
    while behind < last:
        yield from (replace(one, round=behind + one.round) for one in cycle)
        behind += each


def _late(tx: Connection, number: int, tournament: Tournament) -> Iterator[Pairing]:
    """Who came late meets those who were still in; who was is seen from whom they met."""
    tables = paired_tables(tx, number)
    for first in sorted({one.from_round for one in tournament.entrants if one.from_round > 1}):
        newcomers = [one.number for one in tournament.entrants if one.from_round == first]
        met = {bot for table in tables if set(table.bots) & set(newcomers) for bot in table.bots}
        field = [_as_met(one, met) for one in tournament.entrants if one.number < min(newcomers)]
        late = late_pairings(replace(tournament, entrants=tuple(field)), newcomers)
        each = max(one.round for one in late)
        for cycle in range(len({round.cycle for round in tournament.rounds})):
            yield from (replace(one, round=first - 1 + cycle * each + one.round) for one in late)


def _as_met(entrant: Entrant, met: set[int]) -> Entrant:
    gone = entrant.number not in met and entrant.withdrawn_after is not None
    return replace(entrant, withdrawn_after=entrant.withdrawn_after if gone else None)


def _comparison(tx: Connection, number: int) -> Iterator[Pairing]:
    comparison = read_comparison(tx, number)
    if comparison:
        seating = arrangement(comparison.seats, comparison.others)
        yield from (Pairing(1, place, bots) for place, bots in enumerate(seating.tables, 1))


def _swiss(tx: Connection, number: int, tournament: Tournament, given: list[Bye]) -> Iterator[Pairing]:
    for cycle in sorted({round.cycle for round in tournament.rounds}):
        whole = history(tx, number, cycle)
        rounds = [round for round in tournament.rounds if round.cycle == cycle]
        for place, round in enumerate((one for one in rounds if one.paired), 1):
            planned = _as_planned(tournament, rounds)
            then = replace(planned, forbidden=forbidden_in(tx, number, round.number))
            pairings, byes = _round(then, whole, round, place)
            given += (replace(bye, round=round.number) for bye in byes)
            yield from (replace(one, round=round.number) for one in pairings)


def _round(
    tournament: Tournament, whole: History, round: Round, place: int
) -> tuple[tuple[Pairing, ...], tuple[Bye, ...]]:
    """A round as it was paired. At larger tables nothing tells byes that were given from those asked for."""
    halves = [bye for bye in whole.byes if bye.round == place and bye.kind is ByeKind.HALF]
    most = min(len(halves), tournament.seats - 1) if tournament.seats > PAIR else 0
    stored = sorted(one.bots for one in whole.pairings if one.round == place)
    for many in range(most + 1):
        for given in combinations(halves, many):
            made = paired(tournament, round, _before(whole, tournament, round, place, given))
            if sorted(one.bots for one in made[0]) == stored:
                return made
    return made


def _as_planned(tournament: Tournament, rounds: Sequence[Round]) -> Tournament:
    """With the rounds that were still to come when this one was paired: an event can be ended early."""
    more = max(0, (tournament.planned_rounds or 0) - len(rounds))
    return replace(tournament, rounds=(*tournament.rounds, *(rounds[-1],) * more))


def _before(
    whole: History, tournament: Tournament, round: Round, place: int, given: Sequence[Bye] = ()
) -> History:
    """What the round depended on. Byes that pairing gave were not there yet."""
    bots = max(one.number for one in tournament.entrants if one.from_round <= round.number)
    earlier = [bye for bye in whole.byes if bye.round < place]
    asked = [bye for bye in whole.byes if bye.round == place and bye.kind is not ByeKind.ALLOCATED]
    asked = [bye for bye in asked if bye not in given]
    absent = absent_from(tournament, round.number) - {bye.bot for bye in asked}
    return History(
        bots=bots,
        pairings=tuple(one for one in whole.pairings if one.round < place),
        matches=tuple(one for one in whole.matches if one.round < place),
        byes=(
            *earlier,
            *asked,
            *(Bye(place, bot, ByeKind.ZERO) for bot in sorted(absent) if bot <= bots),
        ),
    )
