"""Check a database: its file, its ledger (the hash chain of all commits) and the records of deleted logs."""

from dataclasses import dataclass

from sqlalchemy import text

from arena.service.admin.database_errors import existing_database, raise_database_errors
from arena.service.errors import DatabaseError
from arena.service.verify.integrity import check_references
from arena.service.verify.ledger import check_links, check_noted
from arena.service.verify.pruned_logs import check_prunings
from arena.service.verify.rows import Mismatch
from arena.service.verify.verify import check_hash
from arena.store.database.integrity import IntegrityReport, Unsound, check_contents, open_read_only
from arena.store.database.upgrade import HEAD
from arena.store.database.urls import hide_secrets


@dataclass(frozen=True, slots=True)
class DatabaseVerification:
    """The result of verifying a database: the report on its contents, and errors such as a wrong hash."""

    where: str
    integrity: IntegrityReport
    findings: tuple[Mismatch, ...]  # such as a wrong hash in the ledger

    @property
    def ok(self) -> bool:
        return not (self.findings or self.integrity.broken)


def verify(option: str | None, known_head: str = "") -> DatabaseVerification:
    """Verify the database without changing it, and return the result.

    `option`: the value of --db. `known_head`: the hash of a ledger entry that the user wrote down earlier;
    the ledger must still contain it. Empty: not checked.

    Raise DatabaseError if the database cannot be read, BadSettings if `known_head` is not a hash.
    """
    check_hash(known_head)
    url = existing_database(option)
    with raise_database_errors(url), open_read_only(url) as tx:
        if tx.dialect.name == "sqlite":
            [result] = tx.execute(text("PRAGMA integrity_check(1)")).scalars()
            if result != "ok":
                raise Unsound(f"it is damaged: {' '.join(str(result).split())}")
        contents = check_contents(tx)
        if contents.schema != HEAD:
            raise DatabaseError(f"{hide_secrets(url)}: schema {contents.schema}; run arena db upgrade first")
        findings = [*check_references(tx), *check_links(tx), *check_prunings(tx)]
        if known_head:
            findings += check_noted(tx, known_head)
        return DatabaseVerification(hide_secrets(url), contents, tuple(findings))
