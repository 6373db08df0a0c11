"""Access tokens. Only the digest of a token's secret is stored."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Connection, insert, select, update

from arena.store.bots.bots import owner_key
from arena.store.tables.bots import OWNER, TOKEN

USED_EVERY: Final = timedelta(minutes=1)  # how often the time of the last use is updated


@dataclass(frozen=True, slots=True)
class StoredToken:
    """An access token for the site."""

    key: int
    owner: str
    name: str
    digest: str  # SHA-256 of its secret, hex
    scopes: tuple[str, ...]
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    used_at: datetime | None


def add_token(
    tx: Connection,
    owner: str,
    name: str,
    digest: str,
    scopes: Sequence[str],
    now: datetime,
    expires_at: datetime,
) -> StoredToken:
    values = {
        "owner_id": owner_key(tx, owner),
        "name": name,
        "digest": digest,
        "scopes": " ".join(scopes),
        "created_at": now,
        "expires_at": expires_at,
    }
    key = tx.scalar(insert(TOKEN).values(**values).returning(TOKEN.c.id))
    return StoredToken(int(key or 0), owner, name, digest, tuple(scopes), now, expires_at, None, None)


def tokens(tx: Connection) -> tuple[StoredToken, ...]:
    """Return all access tokens, the newest first."""
    return _find(tx)


def token_with(tx: Connection, digest: str) -> StoredToken | None:
    """Return the token whose secret has this digest, or None."""
    return next(iter(_find(tx, TOKEN.c.digest == digest)), None)


def token_of(tx: Connection, key: int) -> StoredToken | None:
    """Return the token with this key, or None."""
    return next(iter(_find(tx, TOKEN.c.id == key)), None)


def revoke(tx: Connection, keys: Sequence[int], now: datetime) -> None:
    """Revoke the tokens with these keys."""
    tx.execute(update(TOKEN).where(TOKEN.c.id.in_(keys)).values(revoked_at=now))


def record_use(tx: Connection, key: int, now: datetime) -> None:
    """Record that a token was used at the time `now`."""
    tx.execute(update(TOKEN).where(TOKEN.c.id == key).values(used_at=now))


def owners(tx: Connection) -> tuple[str, ...]:
    """Return the names of all owners of bots, tournaments and tokens."""
    return tuple(tx.scalars(select(OWNER.c.name).order_by(OWNER.c.id)))


def _find(tx: Connection, *which: ColumnElement[bool]) -> tuple[StoredToken, ...]:
    query = select(TOKEN, OWNER.c.name.label("owner")).join(OWNER, OWNER.c.id == TOKEN.c.owner_id)
    names = [field.name for field in fields(StoredToken) if field.name not in ("key", "scopes")]
    return tuple(
        StoredToken(
            key=row.id, scopes=tuple(row.scopes.split()), **{name: getattr(row, name) for name in names}
        )
        for row in tx.execute(query.where(*which).order_by(TOKEN.c.id.desc()))
    )
