"""Whether a database is whole, and its ledger and the records of what was dropped fit: no game is played."""

from dataclasses import dataclass

from sqlalchemy import text

from arena.service.admin.database_errors import told_of
from arena.service.database import database_url, is_there
from arena.service.errors import DatabaseError, NoDatabase
from arena.service.verify.integrity import references
from arena.service.verify.ledger import check_links, check_noted
from arena.service.verify.pruned_logs import check_prunings
from arena.service.verify.rows import Mismatch
from arena.service.verify.verify import check_hash
from arena.store.database.inspect import only_looked_at
from arena.store.database.integrity import Sound, Unsound, sound
from arena.store.database.upgrade import HEAD
from arena.store.database.urls import shown


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found in the database."""

    where: str
    sound: Sound
    findings: tuple[Mismatch, ...]

    @property
    def ok(self) -> bool:
        return not (self.findings or self.sound.broken)


def verify(option: str | None, given_head: str = "") -> Verified:
    """Look through the database, which stays as it is. `given_head`: hash of a ledger entry, noted down once.

    Raises DatabaseError, BadSettings.
    """
    check_hash(given_head)
    url = database_url(option)
    if not is_there(option):
        raise NoDatabase(f"{shown(url)}: there is no database")
    with told_of(url), only_looked_at(url) as tx:
        if tx.dialect.name == "sqlite":
            [found] = tx.execute(text("PRAGMA integrity_check(1)")).scalars()
            if found != "ok":
                raise Unsound(f"it is damaged: {' '.join(str(found).split())}")
        seen = sound(tx)
        if seen.schema != HEAD:
            raise DatabaseError(f"{shown(url)}: schema {seen.schema}: arena db upgrade comes first")
        findings = [*references(tx), *check_links(tx), *check_prunings(tx)]
        if given_head:
            findings += check_noted(tx, given_head)
        return Verified(shown(url), seen, tuple(findings))
