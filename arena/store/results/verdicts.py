"""Queries that count verdicts."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, Connection, func, select

from arena.store.database.table_objects import BOT, BOT_VERSION, ENTRANT, GAME, GAME_SEAT


def verdicts_by_bot(tx: Connection, tournament: int, rounds: Sequence[int]) -> Mapping[int, Counter[str]]:
    """Return how often each bot version got each verdict in these rounds, by the key of the version."""
    return _verdicts(
        tx, ENTRANT.c.bot_version_id, GAME.c.tournament_id == tournament, GAME.c.round.in_(rounds)
    )


def verdicts_by_entrant(tx: Connection, tournament: int) -> Mapping[int, Counter[str]]:
    """Return how often each entrant of a tournament got each verdict, by the entrant's number."""
    return _verdicts(tx, ENTRANT.c.number, GAME.c.tournament_id == tournament)


def _verdicts(
    tx: Connection, whose: ColumnElement[int], *where: ColumnElement[bool]
) -> Mapping[int, Counter[str]]:
    rows = tx.execute(
        select(whose.label("whose"), GAME_SEAT.c.verdict, func.count().label("games"))
        .join(GAME_SEAT, GAME_SEAT.c.entrant_id == ENTRANT.c.id)
        .join(GAME, GAME.c.id == GAME_SEAT.c.game_id)
        .where(*where)
        .group_by(whose, GAME_SEAT.c.verdict)
        .order_by(whose, GAME_SEAT.c.verdict)
    )
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found[row.whose][row.verdict] += row.games
    return found


def count_verdicts_by_bot(tx: Connection) -> Mapping[tuple[str, str], Counter[str]]:
    """Return how often each bot version got each verdict in all games, by the bot's name and version."""
    rows = tx.execute(
        select(BOT.c.name, BOT_VERSION.c.digest, GAME_SEAT.c.verdict, func.count().label("games"))
        .select_from(GAME_SEAT)
        .join(ENTRANT, ENTRANT.c.id == GAME_SEAT.c.entrant_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRANT.c.bot_version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .group_by(BOT.c.name, BOT_VERSION.c.digest, GAME_SEAT.c.verdict)
    )
    found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in rows:
        found[row.name, row.digest][row.verdict] += row.games
    return found
