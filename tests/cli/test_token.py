"""`arena token`: the secret is printed once, alone on stdout."""

import json
from pathlib import Path

import pytest

from arena.service.tokens import authenticate
from arena.store.database.store import open_store, sqlite_url
from tests.cli.arena import arena


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a new database."""
    monkeypatch.setenv("ARENA_DB", str(tmp_path / "arena.db"))
    return sqlite_url(tmp_path / "arena.db")


def test_create_list_and_revoke_a_token(capfd: pytest.CaptureFixture[str], database: str) -> None:
    open_store(database).close()
    assert arena(capfd, "token").err == "No tokens yet. To make one: arena token new NAME\n"
    code, out, err = arena(capfd, "token", "new", "ci", "--owner", "anna", "--days", "30")
    assert (code, len(out)) == (0, 71)
    assert err.startswith("ci: for submit as anna, until 20")
    assert "It is not shown again." in err
    assert out.strip() not in err
    with open_store(database) as store:
        token = authenticate(store, out.strip())
    assert token
    assert token.owner == "anna"
    listed = arena(capfd, "token", "list").out
    assert out.strip() not in listed
    assert " ".join(listed.splitlines()[2].split()[:5]) == "ci anna submit in force"
    assert arena(capfd, "token", "revoke", "ci").out.startswith("Revoked ci")
    assert arena(capfd, "token", "revoke", "ci").code == 4


def test_tokens_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    made = json.loads(arena(capfd, "token", "new", "anna", "--scope", "read", "--json").out)
    assert (made["owner"], made["scopes"], made["token"][:6]) == ("anna", ["read"], "arena_")
    (one,) = json.loads(arena(capfd, "token", "list", "--json").out)["tokens"]
    assert (one["name"], one["state"]) == ("anna", "in force")
    revoked = json.loads(arena(capfd, "token", "revoke", "anna", "--json").out)
    assert revoked == {"schema": 1, "name": "anna", "owner": "anna", "state": "revoked"}


@pytest.mark.parametrize(
    "line", [["new", "a b"], ["new", "x", "--scope", "root"], ["new", "x", "--days", "0"]]
)
def test_mistakes(line: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "token", *line)
    assert (code, out) == (2, "")
    assert err.startswith("arena: ")
