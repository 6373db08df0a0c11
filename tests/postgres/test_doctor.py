"""`arena doctor` about PostgreSQL servers: findings and cures."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy import text

from arena.service.admin.doctor import postgres as servers
from arena.service.admin.doctor.postgres import server
from arena.service.admin.doctor.result import CheckState, Finding
from arena.store.database.store import Store
from arena.store.database.upgrade import HEAD
from tests.postgres.ports import free_port
from tests.postgres.server import Server

pytestmark = pytest.mark.dear


def only(url: str) -> Finding:
    (finding,) = server(url)
    assert "secret" not in str(finding)
    return finding


def test_a_good_database_is_tested_without_a_trace(url: str, store: Store) -> None:
    found = only(url)
    assert (found.state, f"schema {HEAD}" in found.found) == (CheckState.OK, True)
    with store.reading() as tx:
        assert tx.scalar(text("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'written%'")) == 0


def test_an_empty_database_is_fine(postgres: Server) -> None:
    url = postgres.database()
    assert "still empty" in only(url).found
    postgres.drop(url)


def test_another_schema_is_reported(url: str, store: Store) -> None:
    for version, state in (("0005", CheckState.WARNING), ("9999", CheckState.FAILED)):
        with store.writing() as tx:
            tx.execute(text("UPDATE alembic_version SET version_num = :version"), {"version": version})
        assert (only(url).state, version in only(url).found) == (state, True)


def test_a_refused_login_is_explained(postgres: Server) -> None:
    for url, found, do in (
        (postgres.url("no_such"), 'database "no_such" does not exist', "createdb"),
        (postgres.url("postgres").replace("it%27s", "wrong"), "password authentication failed", ".pgpass"),
        (postgres.url("postgres", port=free_port()), "refused", "start the server"),
        (postgres.url("postgres", host="no-such-host.invalid"), "no-such-host", "host name"),
        ("postgresql:///arena?host=/no/such/folder", "No such file", "socket folder"),
        ("postgresql://me:secret@host:port/arena", "not a database URL", "--db"),
    ):
        finding = only(url)
        assert finding.state is CheckState.FAILED, url
        assert found in finding.found
        assert do in finding.to_do, finding


def test_missing_encryption_is_reported(postgres: Server, tmp_path: Path) -> None:
    plain = f"{postgres.url('postgres')}?sslmode=verify-full"
    assert "sslmode" in only(plain).to_do
    with _encrypting() as port:
        unknown = only(
            f"postgresql://me:secret@127.0.0.1:{port}/x?sslmode=verify-full&sslrootcert={tmp_path}/ca"
        )
    assert "does not exist" in unknown.found
    assert "sslrootcert" in unknown.to_do


@contextmanager
def _encrypting() -> Iterator[int]:
    """Yield the port of a server that accepts encryption and then says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    link, _ = server.accept()
                    with link:
                        link.recv(8)
                        link.sendall(b"S")
                        link.recv(1)

        Thread(target=answer, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


def test_a_database_that_cannot_hold_all_texts_is_refused(postgres: Server) -> None:
    with postgres.connected() as connection:
        connection.execute(
            "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0"
        )
    assert "LATIN1" in only(postgres.url("latin")).found
    postgres.drop(postgres.url("latin"))


def test_a_role_without_create_rights_is_reported(postgres: Server) -> None:
    with _somebody(postgres) as url:
        assert "permission denied" in only(url).found
        assert "OWNER TO guest" in only(url).to_do


def test_a_server_that_is_too_old_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "MIN_VERSION", 99)
    assert "is older than 99" in only(url).found


def test_plain_text_over_a_network_is_reported(
    url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "is_this_machine", lambda _: False)
    _, plain = server(url)
    assert (plain.state, "sslmode" in plain.to_do) == (CheckState.WARNING, True)


@contextmanager
def _somebody(postgres: Server) -> Iterator[str]:
    """Yield the URL of a database for a user who may only read."""
    url = postgres.database()
    with postgres.connected() as connection:
        connection.execute("CREATE ROLE guest LOGIN PASSWORD 'secret'")
    try:
        yield url.replace("//arena:it%27s%20a%20secret%2F%40@", "//guest:secret@")
    finally:
        postgres.drop(url)
        with postgres.connected() as connection:
            connection.execute("DROP ROLE guest")
