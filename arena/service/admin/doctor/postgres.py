"""Check a PostgreSQL database: connection, version, encoding, rights, TLS and schema."""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import SQLAlchemyError

from arena.service.admin.doctor.result import Finding, failed, ok, warning
from arena.service.common.text import is_this_machine
from arena.store.database.engines import new_engine, reading
from arena.store.database.upgrade import HEAD, revision_in
from arena.store.database.urls import WrongUrl, hide_secrets, parse_database_url

NAME: Final = "database"
ELSEWHERE: Final = "name another: --db or ARENA_DB"
MIN_VERSION: Final = 14  # of PostgreSQL
ENCODING: Final = "UTF8"
TEST_STATEMENT: Final = "CREATE TABLE written_by_arena_doctor (x INTEGER)"

# Parts of error messages of the server or the driver, with advice: errors of connections have no codes.
_ADVICE: Final = (
    ("password authentication failed", "check user and password, in the URL or in ~/.pgpass"),
    ("no password supplied", "put the password into the URL, or into ~/.pgpass"),
    (
        "root certificate",
        "put the authority's certificate into ~/.postgresql/root.crt, or add ?sslrootcert=FILE",
    ),
    (
        "certificate verify failed",
        "name the authority of the server's certificate: ?sslrootcert=FILE",
    ),
    ("does not match host name", "use the host name in the server's certificate"),
    ("does not support SSL", "switch on TLS in the server; on the same machine, leave out sslmode"),
    ('role "', "create the user: createuser --pwprompt {user}"),
    ("does not exist", "create it: createdb --encoding=UTF8 --template=template0 --owner={user} {database}"),
    ("pg_hba.conf", "admit this machine in the server's pg_hba.conf"),
    ("too many", "raise the server's max_connections, or stop other clients"),
    ("slots are reserved", "raise the server's max_connections, or stop other clients"),
    ("starting up", "wait and try again"),
    ("resolve host", "check the host name in the URL"),
    ("Connection refused", "start the server, or check host and port: pg_isready -h {host} -p {port}"),
    ("timeout", "check host, port and firewalls"),
    ("No such file", "start the server, or check its socket folder: ?host=/run/postgresql"),
    ("permission denied", "let the user create tables: ALTER DATABASE {database} OWNER TO {user}"),
    ("read-only", "name the primary server, not a replica"),
)


def server(url: str) -> Iterator[Finding]:
    """Check the PostgreSQL database at a URL, without changing it."""
    where = hide_secrets(url)
    try:
        yield from _query(url, where)
    except ImportError as error:
        yield failed(NAME, f"{where}: no driver ({error})", "pip install 'psycopg[binary]'")
    except WrongUrl as error:
        yield failed(NAME, f"{where}: {error}", ELSEWHERE)
    except SQLAlchemyError as error:
        yield _error_result(error, parse_database_url(url), where)


def _query(url: str, where: str) -> Iterator[Finding]:
    engine = new_engine(url)
    try:
        with reading(engine).connect() as connection:
            if engine.dialect.name == "postgresql" and (problem := _version_problem(connection, where)):
                yield problem
                return
            known = revision_in(connection)
            unencrypted = _check_tls(connection, engine.url) if engine.dialect.name == "postgresql" else None
        with engine.execution_options(reads=True).connect() as connection:
            connection.execute(text(TEST_STATEMENT))
            connection.rollback()
    finally:
        engine.dispose()
    yield schema_result(where, known)
    if unencrypted:
        yield unencrypted


def _version_problem(connection: Connection, where: str) -> Finding | None:
    """Return a failure if the server is too old or the database's encoding is not UTF-8, else None.

    `where`: the database as shown to the user.
    """
    version = connection.exec_driver_sql("SHOW server_version").scalar_one()
    if int(str(version).partition(".")[0]) < MIN_VERSION:
        found = f"{where}: PostgreSQL {version} is older than {MIN_VERSION}"
        return failed(NAME, found, "upgrade the server: pg_upgradecluster, or pg_upgrade")
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != ENCODING:
        found = f"{where}: encoding {encoding} does not have all characters"
        return failed(
            NAME, found, f"create one with {ENCODING}: createdb --encoding=UTF8 --template=template0"
        )
    return None


def _check_tls(connection: Connection, where: URL) -> Finding | None:
    """Return a warning if the connection to another machine is not encrypted, else None.

    `where`: the database's URL.
    """
    if (
        is_this_machine(where.host or "")
        or connection.exec_driver_sql("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").scalar()
    ):
        return None
    return warning(
        NAME,
        f"the connection to {where.host} is not encrypted; it carries the tournaments' shuffle secrets",
        "switch on TLS in the server and add ?sslmode=verify-full to the URL",
    )


def _error_result(error: SQLAlchemyError, where: URL, shown: str) -> Finding:
    """Return a failure with the cause of a database error, and advice.

    `where`: the database's URL. `shown`: the URL as text without its password.
    """
    cause = str(getattr(error, "orig", None) or error).strip()
    lines = cause.splitlines()
    last = next((line for line in reversed(lines) if "failed" in line), lines[0])
    values = {"user": where.username or "USER", "database": where.database or "DATABASE"}
    values |= {"host": where.host or "HOST", "port": str(where.port or 5432)}
    advice = next((advice for words, advice in _ADVICE if words in cause), "")
    return failed(NAME, f"{shown}: {last}", advice.format(**values) or f"check its rights, or {ELSEWHERE}")


def schema_result(where: str, known: str | None) -> Finding:
    """Return a check's result that says whether a database's schema is up to date.

    `where`: the database as shown to the user. `known`: the revision of its schema; None if the database is
    empty.
    """
    if known is None:
        return ok(NAME, f"{where}: reachable, writable, still empty")
    if known == HEAD:
        return ok(NAME, f"{where}: reachable, writable, sound, schema {known}")
    if known < HEAD:
        return warning(
            NAME,
            f"{where}: schema {known}, will be upgraded to {HEAD} at its next use",
            "make a backup first",
        )
    return failed(NAME, f"{where}: schema {known} is newer than {HEAD}", "use a newer arena")
