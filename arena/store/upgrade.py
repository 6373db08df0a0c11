"""Bringing a database to the newest schema."""

from typing import TYPE_CHECKING, Final

from sqlalchemy import Engine, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

HEAD: Final = "0004"


class NewerDatabase(RuntimeError):
    """The database was made by a newer arena."""


def upgrade(engine: Engine) -> None:
    """Apply the migrations that this database lacks. Raises NewerDatabase."""
    current = revision(engine)
    if current == HEAD:
        return
    from alembic import command
    from alembic.script import ScriptDirectory

    config = migrations()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise NewerDatabase(
            f"the database has schema {current}, this arena knows up to {HEAD}; use a newer arena"
        )
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def revision(engine: Engine) -> str | None:
    """The schema of a database, None for an empty one."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return found


def migrations() -> "Config":
    """Alembic's configuration: the scripts lie in this package, there is no ini file."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "arena.store:migrations")
    config.set_main_option("path_separator", "os")
    return config
