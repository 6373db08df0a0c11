"""Queries for benching: the matches that were restarted because of our own faults, and the bots that were
taken out.
"""

from itertools import groupby

from sqlalchemy import Connection, select, update

from arena.store.database.table_objects import ENTRANT, MATCH, MATCH_SEAT
from arena.store.tournaments.states import lock_tournament
from arena.tournament.benching import PlayedTable


def list_played_tables(tx: Connection, tournament: int) -> tuple[PlayedTable, ...]:
    """Return the committed pieces (batches of a match's boards) in the order of the schedule.

    Forfeited ones are left out. Bots are given by number.
    """
    seat = MATCH_SEAT.alias()
    forfeit = select(seat.c.match_id).where(seat.c.match_id == MATCH.c.id, seat.c.forfeit)
    rows = tx.execute(
        select(MATCH.c.id, MATCH.c.boards, MATCH.c.internal, ENTRANT.c.number)
        .join(MATCH_SEAT, MATCH_SEAT.c.match_id == MATCH.c.id)
        .join(ENTRANT, ENTRANT.c.id == MATCH_SEAT.c.entrant_id)
        .where(MATCH.c.tournament_id == tournament, MATCH.c.committed_at.is_not(None), ~forfeit.exists())
        .order_by(MATCH.c.round, MATCH.c.pairing, MATCH.c.piece, MATCH_SEAT.c.number)
    )
    pieces = (tuple(seats) for _, seats in groupby(rows, key=lambda row: int(row.id)))
    return tuple(
        PlayedTable(tuple(seat.number for seat in seats), seats[0].boards, seats[0].internal)
        for seats in pieces
    )


def list_benched(tx: Connection, tournament: int) -> tuple[int, ...]:
    """Return the numbers of the benched bots."""
    numbers = select(ENTRANT.c.number).where(ENTRANT.c.tournament_id == tournament, ENTRANT.c.benched)
    return tuple(tx.scalars(numbers.order_by(ENTRANT.c.number)))


def set_benched(tx: Connection, tournament: int, bot: int) -> None:
    """Mark a withdrawn entrant as benched. Raise Frozen if the tournament has ended."""
    lock_tournament(tx, tournament)
    this = (ENTRANT.c.tournament_id == tournament) & (ENTRANT.c.number == bot)
    tx.execute(update(ENTRANT).where(this).values(benched=True))
