"""A database that is no file, PostgreSQL that is: whether it lets us in and what it lets us do."""

from collections.abc import Iterator
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from arena.service.admin.doctor.result import Finding, failed, warning
from arena.service.admin.doctor.schema import ELSEWHERE, NAME, schema

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection
    from sqlalchemy.exc import SQLAlchemyError

OLDEST: Final = 14  # version of PostgreSQL
ENCODING: Final = "UTF8"
TRIED: Final = "CREATE TABLE written_by_arena_doctor (x INTEGER)"

# What a server says, or who looks for it, and what to do then. By the words, for no codes come with them.
_REMEDIES: Final = (
    ("password authentication failed", "look at the user and the password: in the URL, or in ~/.pgpass"),
    ("no password supplied", "put the password into the URL, or into ~/.pgpass"),
    (
        "root certificate",
        "put your authority's certificate into ~/.postgresql/root.crt, or ?sslrootcert=FILE",
    ),
    (
        "certificate verify failed",
        "name the authority that the server's certificate is by: ?sslrootcert=FILE",
    ),
    ("does not match host name", "name the host as its certificate does"),
    ("does not support SSL", "switch TLS on in the server; on this very machine sslmode may be left out"),
    ('role "', "make the user: createuser --pwprompt {user}"),
    ("does not exist", "make it: createdb --encoding=UTF8 --template=template0 --owner={user} {database}"),
    ("pg_hba.conf", "let this machine in: a line in the server's pg_hba.conf"),
    ("too many", "raise max_connections of the server, or end programs that use it"),
    ("slots are reserved", "raise max_connections of the server, or end programs that use it"),
    ("starting up", "wait a moment, and try again"),
    ("resolve host", "look at the name of the host in the URL"),
    ("Connection refused", "start the server, or look at host and port: pg_isready -h {host} -p {port}"),
    ("timeout", "look at host and port, and whether a firewall is between"),
    ("No such file", "start the server, or look at the folder of its socket: ?host=/run/postgresql"),
    ("permission denied", "let the user make tables: ALTER DATABASE {database} OWNER TO {user}"),
    ("read-only", "name the server that may be written, not one that follows it"),
)


def server(url: str) -> Iterator[Finding]:
    """What a server says. Nothing is made and nothing is changed."""
    from sqlalchemy.exc import SQLAlchemyError

    from arena.store.database.urls import WrongUrl, address, shown

    where = shown(url)
    try:
        yield from _asked(url, where)
    except ImportError as error:
        yield failed(NAME, f"{where}: no driver ({error})", "pip install 'maumau-arena[postgres]'")
    except WrongUrl as error:
        yield failed(NAME, f"{where}: {error}", ELSEWHERE)
    except SQLAlchemyError as error:
        yield _refused(error, address(url), where)


def _asked(url: str, where: str) -> Iterator[Finding]:
    from sqlalchemy import text

    from arena.store.database.engines import new_engine, reading
    from arena.store.database.upgrade import revision_in

    engine = new_engine(url)
    try:
        with reading(engine).connect() as connection:
            if engine.dialect.name == "postgresql" and (wrong := _unfit(connection, where)):
                yield wrong
                return
            known = revision_in(connection)
            plain = _in_plain_text(connection, engine.url) if engine.dialect.name == "postgresql" else None
        with engine.execution_options(reads=True).connect() as connection:
            connection.execute(text(TRIED))
            connection.rollback()
    finally:
        engine.dispose()
    yield schema(where, known)
    if plain:
        yield plain


def _unfit(connection: "Connection", where: str) -> Finding | None:
    """Why the arena cannot use that server, or that database of it."""
    version = connection.exec_driver_sql("SHOW server_version").scalar_one()
    if int(str(version).partition(".")[0]) < OLDEST:
        found = f"{where}: PostgreSQL {version} is older than {OLDEST}"
        return failed(NAME, found, "upgrade the server: pg_upgradecluster, or pg_upgrade")
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != ENCODING:
        found = f"{where}: its encoding is {encoding}, which has not all characters"
        return failed(NAME, found, f"make one with {ENCODING}: createdb --encoding=UTF8 --template=template0")
    return None


def _in_plain_text(connection: "Connection", where: "URL") -> Finding | None:
    """Whether others on the way could read along."""
    if (
        _is_near(where.host)
        or connection.exec_driver_sql("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").scalar()
    ):
        return None
    return warning(
        NAME,
        f"what goes to {where.host} can be read on the way, secrets of tournaments too",
        "switch TLS on in the server, and add ?sslmode=verify-full to the URL",
    )


def _is_near(host: str | None) -> bool:
    if not host or host.startswith("/") or host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _refused(error: "SQLAlchemyError", where: "URL", shown: str) -> Finding:
    """What it said last, without what was tried before, and what helps."""
    cause = str(getattr(error, "orig", None) or error).strip()
    said = next((line for line in reversed(cause.splitlines()) if "failed" in line), cause.splitlines()[0])
    values = {"user": where.username or "USER", "database": where.database or "DATABASE"}
    values |= {"host": where.host or "HOST", "port": str(where.port or 5432)}
    do = next((text for words, text in _REMEDIES if words in cause), "")
    return failed(NAME, f"{shown}: {said}", do.format(**values) or f"look at its rights, or {ELSEWHERE}")
