"""Access tokens. Only the digest of a token's secret is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, insert, select, update

from arena.store.bots.bots import owner_key
from arena.store.database.table_objects import OWNER, TOKEN

USED_EVERY: Final = timedelta(minutes=1)  # how often the time of the last use is updated


@dataclass(frozen=True, slots=True)
class StoredToken:
    """An access token. `digest`: SHA-256 of its secret, in hex."""

    key: int
    owner: str
    name: str
    digest: str
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
    """Add an access token and return it."""
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
    return tuple(map(_token, tx.execute(_ALL.order_by(TOKEN.c.id.desc()))))


def token_with(tx: Connection, digest: str) -> StoredToken | None:
    """Return the token whose secret has this digest; None if there is none."""
    row = tx.execute(_ALL.where(TOKEN.c.digest == digest)).first()
    return None if row is None else _token(row)


def token_of(tx: Connection, key: int) -> StoredToken | None:
    """Return the token with this number; None if there is none."""
    row = tx.execute(_ALL.where(TOKEN.c.id == key)).first()
    return None if row is None else _token(row)


def revoke(tx: Connection, keys: Sequence[int], now: datetime) -> None:
    """Revoke the tokens with these numbers."""
    tx.execute(update(TOKEN).where(TOKEN.c.id.in_(keys)).values(revoked_at=now))


def record_use(tx: Connection, key: int, now: datetime) -> None:
    """Record that a token was used at the time `now`."""
    tx.execute(update(TOKEN).where(TOKEN.c.id == key).values(used_at=now))


def owners(tx: Connection) -> tuple[str, ...]:
    """Return the names of all owners of bots, tournaments and tokens."""
    return tuple(tx.scalars(select(OWNER.c.name).order_by(OWNER.c.id)))


_ALL: Final = select(TOKEN, OWNER.c.name.label("owner")).join(OWNER, OWNER.c.id == TOKEN.c.owner_id)


def _token(row: Row[*tuple[Any, ...]]) -> StoredToken:
    return StoredToken(
        row.id,
        row.owner,
        row.name,
        row.digest,
        tuple(row.scopes.split()),
        row.created_at,
        row.expires_at,
        row.revoked_at,
        row.used_at,
    )
