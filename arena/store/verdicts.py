"""How often each verdict was given."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, func, select

from arena.store.core import ENTRANT, GAME, GAME_SEAT


def verdicts_by_bot(tx: Connection, tournament: int, rounds: Sequence[int]) -> Mapping[int, Counter[str]]:
    """The games of each bot version in these rounds by verdict; bots by their key as versions."""
    rows = tx.execute(
        select(ENTRANT.c.bot_version_id, GAME_SEAT.c.verdict, func.count().label("games"))
        .join(GAME_SEAT, GAME_SEAT.c.entrant_id == ENTRANT.c.id)
        .join(GAME, GAME.c.id == GAME_SEAT.c.game_id)
        .where(GAME.c.tournament_id == tournament, GAME.c.round.in_(rounds))
        .group_by(ENTRANT.c.bot_version_id, GAME_SEAT.c.verdict)
        .order_by(ENTRANT.c.bot_version_id, GAME_SEAT.c.verdict)
    )
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found[row.bot_version_id][row.verdict] += row.games
    return found
