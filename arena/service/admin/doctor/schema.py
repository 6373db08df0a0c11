"""Whether a database that can be used is of this arena's time."""

from typing import Final

from arena.service.admin.doctor.result import Finding, failed, ok, warning

NAME: Final = "database"
ELSEWHERE: Final = "name another: --db or ARENA_DB"


def schema(where: str, known: str | None) -> Finding:
    """Whether this arena can go on with a database of that schema."""
    from arena.store.database.upgrade import HEAD

    if known is None:
        return ok(NAME, f"{where}: reachable, writable, still empty")
    if known == HEAD:
        return ok(NAME, f"{where}: reachable, writable, sound, schema {known}")
    if known < HEAD:
        return warning(
            NAME,
            f"{where}: schema {known}; it is brought to {HEAD} when it is next used",
            "keep a copy of it first",
        )
    return failed(NAME, f"{where}: schema {known}, this arena knows up to {HEAD}", "use a newer arena")
