"""Tokens: made, listed, revoked, and recognised when somebody shows one."""

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

PREFIX: Final = "arena_"  # by which a secret is known for one, wherever it leaks to
SECRET_BYTES: Final = 32
DAYS: Final = 90
MAX_DAYS: Final = 3_650
TOLERANCE: Final = timedelta(minutes=1)  # between the clocks of who makes tokens and who recognises them
SUBMIT: Final = "submit"
READ: Final = "read"
SCOPES: Final = {
    SUBMIT: "to submit bots, and to see what became of them",
    READ: "only to see what became of one's bots",
}

_LENGTH: Final = len(PREFIX) + 2 * SECRET_BYTES
_NOBODY: Final = "0" * 64  # is nobody's digest


class UnknownToken(NotFound):
    """No token of that name is in force."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token with its secret, which nobody sees again."""

    secret: str
    token: StoredToken


@dataclass(frozen=True, slots=True)
class ListedToken:
    """A token as it is listed. `state`: in force, expired or revoked."""

    name: str
    owner: str
    scopes: tuple[str, ...]
    state: str
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
    """Make a token. Its owner is called like it, unless somebody is named. Raises BadSettings."""
    now = now or datetime.now(UTC)
    whose = owner or name
    _check_names(name, whose)
    _check_scopes(scopes)
    if not 1 <= days <= MAX_DAYS:
        raise BadSettings(f"a token is good for 1 to {MAX_DAYS:,} days, not for {days}")
    secret = PREFIX + secrets.token_hex(SECRET_BYTES)
    with store.writing() as tx:
        known = stored.tokens(tx)
        if any(one.name.casefold() == name.casefold() and _state(one, now) == "in force" for one in known):
            raise BadSettings(
                f"there is a token {name} already: choose another name, or `arena token revoke {name}`"
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
            raise BadSettings(f"a token has no scope {scope!r}; there are {', '.join(SCOPES)}")


def _check_owner(name: str, owners: Sequence[str]) -> None:
    """Nobody may look like somebody else. Raises BadSettings."""
    like = next((one for one in owners if is_confusable(one, name) and one != name), None)
    if like:
        raise BadSettings(f"the owner {name} would look like {like}: choose {like} or another, with --owner")


def digest_of(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode(errors="surrogateescape")).hexdigest()


def read_tokens(store: Store, now: datetime | None = None) -> tuple[ListedToken, ...]:
    """All tokens that there were, the newest first."""
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
    """End the token of that name. Raises UnknownToken."""
    now = now or datetime.now(UTC)
    with store.writing() as tx:
        in_force = [one for one in stored.tokens(tx) if _state(one, now) == "in force"]
        found = [one for one in in_force if one.name.casefold() == name.casefold()]
        if not found:
            raise UnknownToken(f"no token {name!r} is in force; `arena token list` shows those there are")
        stored.revoke(tx, [one.key for one in found], now)
    return found[0]


def recognised(store: Store, secret: str, now: datetime | None = None) -> StoredToken | None:
    """The token that this is the secret of, if it is in force. As much is done for a wrong one."""
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


def still_in_force(store: Store, key: int, now: datetime | None = None) -> StoredToken | None:
    """The token with that number, unless it was revoked or has expired."""
    with store.reading() as tx:
        found = stored.token_of(tx, key)
    return found if found and _state(found, now or datetime.now(UTC)) == "in force" else None


def _note_use(store: Store, token: StoredToken, now: datetime) -> None:
    if token.used_at is None or now - token.used_at >= stored.USED_EVERY:
        with store.writing() as tx:
            stored.used(tx, token.key, now)


def _state(token: StoredToken, now: datetime) -> str:
    if token.revoked_at:
        return "revoked"
    return "expired" if token.expires_at + TOLERANCE <= now else "in force"
