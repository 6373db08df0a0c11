"""Create, list, revoke and check the tokens with which users submit bots to a site."""

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from arena.service.bots.names import NAME, RULE, is_confusable
from arena.service.errors import BadSettings, NotFound
from arena.store.bots import tokens as stored
from arena.store.bots.tokens import StoredToken
from arena.store.database.store import Store

PREFIX: Final = "arena_"  # makes a leaked secret recognisable
SECRET_BYTES: Final = 32
DAYS: Final = 90
MAX_DAYS: Final = 3_650
TOLERANCE: Final = timedelta(minutes=1)  # for clocks of different machines
SUBMIT: Final = "submit"
READ: Final = "read"
SCOPES: Final = {
    SUBMIT: "submit bots, and see their status",
    READ: "only see the status of one's bots",
}

_LENGTH: Final = len(PREFIX) + 2 * SECRET_BYTES
_NOBODY: Final = "0" * 64  # matches no digest


class UnknownToken(NotFound):
    """No valid token has this name."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just created, with its secret, which is shown only this once."""

    secret: str
    token: StoredToken


@dataclass(frozen=True, slots=True)
class ListedToken:
    """A row of the list of tokens."""

    name: str
    owner: str
    scopes: tuple[str, ...]
    state: str  # "in force", "expired" or "revoked"
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None


def new_token(
    store: Store,
    name: str,
    owner: str | None = None,
    scopes: Sequence[str] = (SUBMIT,),
    days: int = DAYS,
    now: datetime | None = None,
) -> NewToken:
    """Create a token and return it with its secret.

    `owner`: the user who owns the token; None: the same as the token's name. `scopes`: what the token
    permits, as keys of SCOPES. `days`: how long it is valid.

    Raise BadSettings if an argument is invalid or a valid token has this name.
    """
    now = now or datetime.now(UTC)
    whose = owner or name
    _check_names(name, whose)
    _check_scopes(scopes)
    if not 1 <= days <= MAX_DAYS:
        raise BadSettings(f"a token is valid for 1 to {MAX_DAYS:,} days, not {days}")
    secret = PREFIX + secrets.token_hex(SECRET_BYTES)
    with store.writing() as tx:
        known = stored.tokens(tx)
        if any(one.name.casefold() == name.casefold() and _state(one, now) == "in force" for one in known):
            raise BadSettings(
                f"token {name} already exists; choose another name, or run `arena token revoke {name}`"
            )
        _check_owner(whose, stored.owners(tx))
        token = stored.add_token(
            tx, whose, name, digest_of(secret), sorted(set(scopes)), now, now + timedelta(days=days)
        )
    return NewToken(secret, token)


def _check_names(*names: str) -> None:
    for name in names:
        if not NAME.fullmatch(name):
            raise BadSettings(f"{name!r} cannot be the name of a token or an owner: {RULE}")


def _check_scopes(scopes: Sequence[str]) -> None:
    for scope in scopes or ("",):
        if scope not in SCOPES:
            raise BadSettings(f"unknown scope {scope!r}; known scopes: {', '.join(SCOPES)}")


def _check_owner(name: str, owners: Sequence[str]) -> None:
    """Raise BadSettings if `name` is new but looks like the name of one of `owners`."""
    like = next((one for one in owners if is_confusable(one, name) and one != name), None)
    if like:
        raise BadSettings(f"owner {name} looks like {like}; choose {like} or another name with --owner")


def digest_of(secret: str) -> str:
    """Return the digest of a token's secret, which the database stores instead of the secret."""
    return sha256(secret.encode(errors="surrogateescape")).hexdigest()


def read_tokens(store: Store, now: datetime | None = None) -> tuple[ListedToken, ...]:
    """Return a row for each token, the newest first, including expired and revoked tokens."""
    now = now or datetime.now(UTC)
    with store.reading() as tx:
        found = stored.tokens(tx)
    return tuple(
        ListedToken(
            one.name, one.owner, one.scopes, _state(one, now), one.created_at, one.expires_at, one.used_at
        )
        for one in found
    )


def revoke_token(store: Store, name: str, now: datetime | None = None) -> StoredToken:
    """Revoke the valid token with this name and return it. Raise UnknownToken if it does not exist."""
    now = now or datetime.now(UTC)
    with store.writing() as tx:
        in_force = [one for one in stored.tokens(tx) if _state(one, now) == "in force"]
        found = [one for one in in_force if one.name.casefold() == name.casefold()]
        if not found:
            raise UnknownToken(f"no valid token {name!r}; see `arena token list`")
        stored.revoke(tx, [one.key for one in found], now)
    return found[0]


def authenticate(store: Store, secret: str, now: datetime | None = None) -> StoredToken | None:
    """Return the valid token with this secret, or None.

    This takes the same time for every wrong secret, so nobody can find out a secret by measuring the time.
    """
    if len(secret) != _LENGTH or not secret.startswith(PREFIX):
        return None
    now, digest = now or datetime.now(UTC), digest_of(secret)
    with store.reading() as tx:
        found = stored.token_with(tx, digest)
    same = hmac.compare_digest(digest, found.digest if found else _NOBODY)
    if not found or not same or _state(found, now) != "in force":
        return None
    _note_use(store, found, now)
    return found


def find_valid_token(store: Store, key: int, now: datetime | None = None) -> StoredToken | None:
    """Return the token with this database key; None if it was revoked or has expired."""
    with store.reading() as tx:
        found = stored.token_of(tx, key)
    return found if found and _state(found, now or datetime.now(UTC)) == "in force" else None


def _note_use(store: Store, token: StoredToken, now: datetime) -> None:
    if token.used_at is None or now - token.used_at >= stored.USED_EVERY:
        with store.writing() as tx:
            stored.record_use(tx, token.key, now)


def _state(token: StoredToken, now: datetime) -> str:
    if token.revoked_at:
        return "revoked"
    return "expired" if token.expires_at + TOLERANCE <= now else "in force"
