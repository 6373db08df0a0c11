"""Tokens: a secret authenticates while its token is valid, and is stored nowhere."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena.service.errors import BadSettings
from arena.service.tokens import (
    UnknownToken,
    authenticate,
    find_valid_token,
    new_token,
    read_tokens,
    revoke_token,
)
from arena.store.database.store import Store

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def test_secret_is_long_and_not_stored(store: Store, tmp_path: Path) -> None:
    made = new_token(store, "anna", now=NOW)
    assert re.fullmatch(r"arena_[0-9a-f]{64}", made.secret)
    assert made.secret != new_token(store, "bob", now=NOW).secret
    store.close()
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("arena.db*"))
    assert made.token.digest.encode() in stored
    assert made.secret.encode() not in stored
    assert made.secret.removeprefix("arena_").encode() not in stored


def test_valid_token_authenticates_its_owner(store: Store) -> None:
    made = new_token(store, "ci", "anna", ("submit", "read"), days=30, now=NOW)
    found = authenticate(store, made.secret, NOW)
    assert found
    assert (found.owner, found.scopes) == ("anna", ("read", "submit"))
    assert find_valid_token(store, found.key, NOW)
    after = NOW + timedelta(days=30, minutes=1)  # clocks may differ by so much
    assert authenticate(store, made.secret, after - timedelta(seconds=1))
    assert authenticate(store, made.secret, after) is None
    assert find_valid_token(store, found.key, after) is None


@pytest.mark.parametrize(
    "wrong",
    ["", "arena_", "arena_" + "0" * 64, "0" * 70, "arena_" + "é" * 64, "arena_" + "\udcff" * 64, "x" * 9_999],
)
def test_wrong_secret_is_rejected(wrong: str, store: Store) -> None:
    secret = new_token(store, "anna").secret
    assert authenticate(store, wrong) is None
    assert authenticate(store, secret[:-1]) is None
    assert authenticate(store, secret.upper()) is None


def test_revoked_token_is_rejected_and_its_name_is_free(store: Store) -> None:
    first = new_token(store, "anna", now=NOW)
    with pytest.raises(BadSettings):
        new_token(store, "Anna", now=NOW)
    revoke_token(store, "ANNA", NOW)
    assert authenticate(store, first.secret, NOW) is None
    assert find_valid_token(store, first.token.key, NOW) is None
    with pytest.raises(UnknownToken):
        revoke_token(store, "anna", NOW)
    second = new_token(store, "anna", now=NOW)
    assert authenticate(store, second.secret, NOW)
    assert [one.state for one in read_tokens(store, NOW)] == ["in force", "revoked"]
    assert [one.state for one in read_tokens(store, NOW + timedelta(days=91))] == ["expired", "revoked"]


def test_last_use_is_stored_to_the_minute(store: Store) -> None:
    secret = new_token(store, "anna", now=NOW).secret
    for seconds, seen in ((5, 5), (50, 5), (65, 65)):
        authenticate(store, secret, NOW + timedelta(seconds=seconds))
        assert read_tokens(store, NOW)[0].used_at == NOW + timedelta(seconds=seen)


def test_invalid_tokens_are_refused(store: Store) -> None:
    new_token(store, "first", "anna")
    with pytest.raises(BadSettings):
        new_token(store, "second", "Ann_a")
    with pytest.raises(BadSettings):
        new_token(store, "<script>")
    for days in (0, 4_000):
        with pytest.raises(BadSettings):
            new_token(store, "second", days=days)
    for scopes in ((), ("root",)):
        with pytest.raises(BadSettings):
            new_token(store, "second", scopes=scopes)
    assert [one.name for one in read_tokens(store)] == ["first"]
