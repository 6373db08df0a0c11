"""Roles of a PostgreSQL database.

The site's role can change almost nothing; the referee's role cannot change the structure of any table.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy import Connection, text

WEB: Final = "arena_web"
REFEREE: Final = "arena_referee"

# Everything that a site without a referee writes: uploads, a token's last use, and what visitors watch.
WEB_GRANTS: Final = (
    "INSERT ON upload",
    "USAGE ON SEQUENCE upload_id_seq",
    "UPDATE (used_at) ON token",
    "INSERT, UPDATE, DELETE ON watching",
    "INSERT, UPDATE, DELETE ON commit_mark",
)


def prepare_roles(tx: Connection, passwords: Mapping[str, str]) -> None:
    """Create these roles, or set their passwords and privileges again. `passwords`: role -> password."""
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
