"""Queries for bots and owners."""

from datetime import datetime

from sqlalchemy import Connection, distinct, func, insert, select

from arena.store.results.records import EnteredBot, Entrant
from arena.store.tables.bots import BOT, BOT_VERSION, OWNER
from arena.store.tables.results import GAME_SEAT
from arena.store.tables.schedule import ENTRANT


def owner_key(tx: Connection, name: str) -> int:
    """Return the database key of the owner with this name. Add the owner if it is new."""
    found = tx.scalar(select(OWNER.c.id).where(OWNER.c.name == name))
    return int(found or tx.scalar(insert(OWNER).values(name=name).returning(OWNER.c.id)))


def version_key(tx: Connection, owner: int, entrant: Entrant, now: datetime) -> int:
    """Return the database key of an entrant's bot version. Add the bot and the version if they are new.

    `owner`: the database key of the owner of a new bot.
    """
    bot = _bot_key(tx, owner, entrant.bot, now)
    same = (BOT_VERSION.c.bot_id == bot) & (BOT_VERSION.c.digest == entrant.version)
    found = tx.scalar(select(BOT_VERSION.c.id).where(same))
    new = insert(BOT_VERSION).values(
        bot_id=bot, digest=entrant.version, source=entrant.source, created_at=now
    )
    return int(found or tx.scalar(new.returning(BOT_VERSION.c.id)))


def _bot_key(tx: Connection, owner: int, name: str, now: datetime) -> int:
    folded = name.casefold()
    found = tx.scalar(select(BOT.c.id).where(BOT.c.folded == folded))
    new = insert(BOT).values(owner_id=owner, name=name, folded=folded, created_at=now)
    return int(found or tx.scalar(new.returning(BOT.c.id)))


def entered_bots(tx: Connection) -> tuple[EnteredBot, ...]:
    """Return every bot version that has been in a tournament, sorted by bot name, newest version first."""
    rows = tx.execute(
        select(
            BOT.c.name,
            BOT_VERSION.c.digest,
            BOT_VERSION.c.source,
            func.count(distinct(ENTRANT.c.tournament_id)),
            func.count(GAME_SEAT.c.game_id),
        )
        .select_from(BOT)
        .join(BOT_VERSION, BOT_VERSION.c.bot_id == BOT.c.id)
        .join(ENTRANT, ENTRANT.c.bot_version_id == BOT_VERSION.c.id)
        .outerjoin(GAME_SEAT, GAME_SEAT.c.entrant_id == ENTRANT.c.id)
        .group_by(BOT.c.id, BOT_VERSION.c.id)
        .order_by(BOT.c.folded, BOT_VERSION.c.id.desc())
    )
    return tuple(EnteredBot(*row) for row in rows)
