"""What bots did wrong."""

from sqlalchemy import Connection, select

from arena.store.core import ENTRANT, FAULT, MATCH
from arena.store.records import StoredFault


def faults(tx: Connection, tournament: int, most: int) -> tuple[StoredFault, ...]:
    """The faults of a tournament in schedule order, not more than `most`."""
    rows = tx.execute(
        select(
            MATCH.c.round,
            MATCH.c.pairing,
            FAULT.c.game,
            ENTRANT.c.name.label("bot"),
            FAULT.c.seat,
            FAULT.c.verdict,
            FAULT.c.detail,
            FAULT.c.elapsed_ms,
            FAULT.c.limit_ms,
            FAULT.c.exit_code,
            FAULT.c.output,
            FAULT.c.request,
        )
        .join(MATCH, MATCH.c.id == FAULT.c.match_id)
        .join(ENTRANT, ENTRANT.c.id == FAULT.c.entrant_id)
        .where(MATCH.c.tournament_id == tournament)
        .order_by(MATCH.c.round, MATCH.c.pairing, MATCH.c.piece, FAULT.c.id)
        .limit(most)
    )
    return tuple(StoredFault(**row) for row in rows.mappings())
