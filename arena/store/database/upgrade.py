"""Create the tables of a database, or upgrade its schema."""

from functools import cache
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, Engine, create_mock_engine, inspect, text
from sqlalchemy.sql.ddl import ExecutableDDLElement

from arena.store.database.engines import reading
from arena.store.tables import METADATA

if TYPE_CHECKING:
    from alembic.config import Config
from collections.abc import Iterator, Mapping

HEAD: Final = "0022"
_VERSION: Final = """
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)
"""  # as Alembic creates it
WEB: Final = "arena_web"
REFEREE: Final = "arena_referee"

# Everything that a site without a referee writes: uploads, requests for analyses but not their results, a
# token's last use, what visitors watch, and games and answers of people.
WEB_GRANTS: Final = (
    "INSERT ON upload",
    "USAGE ON SEQUENCE upload_id_seq",
    "INSERT (game_id, seat, version, requested_at, turn), UPDATE (state, turn) ON analysis",
    "UPDATE (used_at) ON token",
    "INSERT (key, visitor, person, ruleset, bots, rotation, secret, first_key, practice, created_at)"
    " ON person_game",
    "INSERT ON person_request",
    "USAGE ON SEQUENCE person_request_id_seq",
    "INSERT, UPDATE, DELETE ON watching",
    "INSERT, UPDATE, DELETE ON commit_mark",
)


class NewerDatabase(RuntimeError):
    """The database was made by a newer arena."""


def upgrade(engine: Engine) -> None:
    """Bring a database to the newest schema. Raise NewerDatabase if it was made by a newer arena."""
    current = revision(reading(engine))
    if current is None:
        current = _create_tables(engine)
    if current == HEAD:
        return
    from alembic import command

    config = migrations()
    if current not in list_revisions():
        raise NewerDatabase(
            f"cannot open a database with schema {current}: this arena knows up to {HEAD}; use a newer arena"
        )
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def list_revisions() -> tuple[str, ...]:
    """Return the names of all schema versions that this arena knows, the oldest first."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(migrations()).walk_revisions()
    return tuple(reversed([script.revision for script in scripts]))


def revision(engine: Engine) -> str | None:
    """Return the name of a database's schema version; None if the database is empty."""
    with engine.connect() as connection:
        return revision_in(connection)


def revision_in(connection: Connection) -> str | None:
    """Return the name of the schema version of a connection's database; None if the database is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _create_tables(engine: Engine) -> str:
    """Create all tables of an empty database and return its schema version.

    If another process has created them meanwhile, only return the version.
    """
    with engine.begin() as connection:
        if current := revision_in(connection):
            return current
        # Five times as fast as the migrations.
        for statement in _statements(engine.dialect.name):
            connection.exec_driver_sql(statement)
        connection.execute(text(_VERSION))
        connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})
    return HEAD


@cache  # compiling takes longer than executing
def _statements(dialect: str) -> tuple[str, ...]:
    """Return the SQL that creates all tables. `dialect`: the kind of database, such as "sqlite"."""
    statements: list[str] = []

    def note(statement: ExecutableDDLElement, *_: object) -> None:
        statements.append(str(statement.compile(dialect=mock.dialect)))

    mock = create_mock_engine(f"{dialect}://", note)
    for index in (index for table in METADATA.tables.values() for index in table.indexes):
        if "sqlite_where" in index.dialect_kwargs:
            index.dialect_kwargs[f"{dialect}_where"] = index.dialect_kwargs["sqlite_where"]
    METADATA.create_all(mock, checkfirst=False)
    return tuple(statements)


def migrations() -> "Config":
    """Return the configuration of Alembic, the tool that runs the migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "arena.store:migrations")
    config.set_main_option("path_separator", "os")
    return config


# Roles of a PostgreSQL database.
#
# The site's role can change almost nothing; the referee's role cannot change the structure of any table.


def prepare_roles(tx: Connection, passwords: Mapping[str, str]) -> None:
    """Create or update the roles (users) of a PostgreSQL database, with their passwords and privileges.

    `passwords`: the password of each role, by the role's name.
    """
    for role, password in passwords.items():
        if not tx.scalar(text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": role}):
            tx.execute(text(f"CREATE ROLE {role}"))
        secret = password.replace("'", "''")
        tx.exec_driver_sql(f"ALTER ROLE {role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '{secret}'")
    tx.exec_driver_sql("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    for role in passwords:
        for statement in _privileges(role):
            tx.exec_driver_sql(statement)


def _privileges(role: str) -> Iterator[str]:
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}"
    yield f"REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {role}"
    yield f"GRANT USAGE ON SCHEMA public TO {role}"
    yield f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}"
    if role == REFEREE:
        yield f"GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}"
        yield f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}"
        yield f"REVOKE INSERT, UPDATE, DELETE ON alembic_version FROM {role}"
    else:
        yield from (f"GRANT {grant} TO {role}" for grant in WEB_GRANTS)
