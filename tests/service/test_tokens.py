"""Tokens: their secrets are recognised while they are in force, and are nowhere."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena.service.errors import BadSettings
from arena.service.tokens import (
    UnknownToken,
    new_token,
    read_tokens,
    recognised,
    revoke_token,
    still_in_force,
)
from arena.store.database.store import Store

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def test_a_secret_is_long_and_kept_nowhere(store: Store, tmp_path: Path) -> None:
    made = new_token(store, "anna", now=NOW)
    assert re.fullmatch(r"arena_[0-9a-f]{64}", made.secret)
    assert made.secret != new_token(store, "bob", now=NOW).secret
    store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("arena.db*"))
    assert made.token.digest.encode() in kept
    assert made.secret.encode() not in kept
    assert made.secret.removeprefix("arena_").encode() not in kept


def test_a_token_is_of_its_owner_while_it_is_in_force(store: Store) -> None:
    made = new_token(store, "ci", "anna", ("submit", "read"), days=30, now=NOW)
    found = recognised(store, made.secret, NOW)
    assert found
    assert (found.owner, found.scopes) == ("anna", ("read", "submit"))
    assert still_in_force(store, found.key, NOW)
    after = NOW + timedelta(days=30, minutes=1)  # clocks may differ by so much
    assert recognised(store, made.secret, after - timedelta(seconds=1))
    assert recognised(store, made.secret, after) is None
    assert still_in_force(store, found.key, after) is None


@pytest.mark.parametrize(
    "wrong",
    ["", "arena_", "arena_" + "0" * 64, "0" * 70, "arena_" + "é" * 64, "arena_" + "\udcff" * 64, "x" * 9_999],
)
def test_what_is_no_secret_opens_nothing(wrong: str, store: Store) -> None:
    secret = new_token(store, "anna").secret
    assert recognised(store, wrong) is None
    assert recognised(store, secret[:-1]) is None
    assert recognised(store, secret.upper()) is None


def test_a_revoked_token_opens_nothing_and_its_name_is_free(store: Store) -> None:
    first = new_token(store, "anna", now=NOW)
    with pytest.raises(BadSettings, match="there is a token Anna already: choose another name, or `arena"):
        new_token(store, "Anna", now=NOW)
    revoke_token(store, "ANNA", NOW)
    assert recognised(store, first.secret, NOW) is None
    assert still_in_force(store, first.token.key, NOW) is None
    with pytest.raises(UnknownToken, match="no token 'anna' is in force"):
        revoke_token(store, "anna", NOW)
    second = new_token(store, "anna", now=NOW)
    assert recognised(store, second.secret, NOW)
    assert [one.state for one in read_tokens(store, NOW)] == ["in force", "revoked"]
    assert [one.state for one in read_tokens(store, NOW + timedelta(days=91))] == ["expired", "revoked"]


def test_it_is_known_when_a_token_was_used_to_the_minute(store: Store) -> None:
    secret = new_token(store, "anna", now=NOW).secret
    for seconds, seen in ((5, 5), (50, 5), (65, 65)):
        recognised(store, secret, NOW + timedelta(seconds=seconds))
        assert read_tokens(store, NOW)[0].used_at == NOW + timedelta(seconds=seen)


def test_tokens_that_are_not_made(store: Store) -> None:
    new_token(store, "first", "anna")
    with pytest.raises(BadSettings, match="the owner Ann_a would look like anna"):
        new_token(store, "second", "Ann_a")
    with pytest.raises(BadSettings, match="cannot be the name of a token or an owner: 1 to 32"):
        new_token(store, "<script>")
    for days in (0, 4_000):
        with pytest.raises(BadSettings, match="1 to 3,650 days"):
            new_token(store, "second", days=days)
    for scopes in ((), ("root",)):
        with pytest.raises(BadSettings, match="has no scope"):
            new_token(store, "second", scopes=scopes)
    assert [one.name for one in read_tokens(store)] == ["first"]
