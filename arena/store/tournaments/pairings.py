"""Queries for pairings and byes of a tournament."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, func, select

from arena.store.results.records import StoredPairing
from arena.store.results.results import match_results
from arena.store.tables.schedule import BYE, ENTRANT, MATCH, MATCH_SEAT, ROUND
from arena.tournament.history import Bye, ByeKind, History
from arena.tournament.pairing.pairing import Pairing


def read_pairings(tx: Connection, tournament: int) -> tuple[StoredPairing, ...]:
    """Return all paired matches of a tournament, in the order of the schedule."""
    missing = func.count() - func.count(MATCH.c.committed_at)
    rows = tx.execute(
        select(
            MATCH.c.round,
            MATCH.c.pairing,
            ENTRANT.c.number,
            missing.label("missing"),
            func.count().filter(MATCH_SEAT.c.forfeit).label("forfeits"),
        )
        .join(MATCH_SEAT, MATCH_SEAT.c.match_id == MATCH.c.id)
        .join(ENTRANT, ENTRANT.c.id == MATCH_SEAT.c.entrant_id)
        .where(MATCH.c.tournament_id == tournament)
        .group_by(MATCH.c.round, MATCH.c.pairing, ENTRANT.c.number)
        .order_by(MATCH.c.round, MATCH.c.pairing, func.max(MATCH_SEAT.c.listed))
    )
    places = groupby(rows, key=lambda row: (int(row.round), int(row.pairing)))
    return tuple(_pairing(place, tuple(seats)) for place, seats in places)


def _pairing(place: tuple[int, int], seats: Sequence[Row[*tuple[Any, ...]]]) -> StoredPairing:
    return StoredPairing(
        *place,
        bots=tuple(seat.number for seat in seats),
        complete=not any(seat.missing for seat in seats),
        forfeits=tuple(sorted(seat.number for seat in seats if seat.forfeits)),
    )


def byes(tx: Connection, tournament: int) -> tuple[Bye, ...]:
    """Return all byes of a tournament, including those of coming rounds, sorted by round and entrant."""
    rows = tx.execute(
        select(BYE.c.round, ENTRANT.c.number, BYE.c.kind)
        .join(ENTRANT, ENTRANT.c.id == BYE.c.entrant_id)
        .where(BYE.c.tournament_id == tournament)
        .order_by(BYE.c.round, ENTRANT.c.number)
    )
    return tuple(Bye(row.round, row.number, ByeKind(row.kind)) for row in rows)


def cycle_rounds(tx: Connection, tournament: int, cycle: int) -> tuple[int, ...]:
    """Return the numbers of the paired rounds of a cycle (the rounds of one ruleset)."""
    this = (ROUND.c.tournament_id == tournament) & (ROUND.c.cycle == cycle)
    paired = this & ROUND.c.paired_at.is_not(None)
    return tuple(tx.scalars(select(ROUND.c.number).where(paired).order_by(ROUND.c.number)))


def history(tx: Connection, tournament: int, cycle: int) -> History:
    """Return the pairings, byes and results of a cycle (the rounds of one ruleset).

    Rounds are numbered from 1 within the cycle. Bots keep their numbers in the tournament.
    """
    rounds = {number: place for place, number in enumerate(cycle_rounds(tx, tournament, cycle), 1)}
    bots = tx.scalar(select(func.max(ENTRANT.c.number)).where(ENTRANT.c.tournament_id == tournament))
    return History(
        bots=bots or 0,
        pairings=tuple(
            Pairing(rounds[table.round], table.number, table.bots)
            for table in read_pairings(tx, tournament)
            if table.round in rounds
        ),
        matches=tuple(
            replace(match, round=rounds[match.round])
            for match in match_results(tx, tournament, tuple(rounds))
        ),
        byes=tuple(
            replace(bye, round=rounds[bye.round]) for bye in byes(tx, tournament) if bye.round in rounds
        ),
    )
