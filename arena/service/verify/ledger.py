"""Check the ledger, which has one entry for each committed piece (batch of boards).

An entry contains a digest of the piece's game logs and the hash of the previous entry.
"""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, Row, select

from arena.service.verify.rows import Mismatch, missing, wrong
from arena.service.verify.stored import StoredTournament
from arena.store.results.ledger import FIRST, entry_hash, read_head
from arena.store.tables.schedule import LEDGER

TABLE: Final = "ledger_entry"
MIN_OF_HEAD: Final = 16  # hex digits


def check_links(tx: Connection) -> Iterator[Mismatch]:
    """Check the chain of all ledger entries. Yield a mismatch at each place where the chain is broken.

    Each entry contains the hash of the previous entry.
    """
    before, number, numbers = FIRST, 0, {FIRST: 0}
    for entry in tx.execute(select(LEDGER).order_by(LEDGER.c.number)):
        expected = numbers.get(entry.previous, number) + 1
        yield from _check_entry(entry, expected, before)
        before, number = entry.digest, max(number + 1, int(entry.number))
        numbers[entry.digest] = number


def _check_entry(entry: Row[tuple[object, ...]], number: int, before: str) -> Iterator[Mismatch]:
    """Check a ledger entry: its hash, its number, and its link to the previous entry.

    Yield a mismatch for each wrong column. `number`: the expected number. `before`: the previous entry's
    hash.
    """
    key = (entry.number,)
    if entry.digest == entry_hash(entry.number, entry.log_digest, entry.previous):
        if entry.previous != before:
            why = "the chain breaks here: the previous entry was changed or removed"
            yield Mismatch(TABLE, key, "previous", entry.previous, before, why)
        elif entry.number != number:
            yield missing(TABLE, (number,), f"entry {entry.number} follows the previous one")
    elif entry.digest == entry_hash(entry.number, entry.log_digest, before):
        yield wrong(TABLE, key, "previous", entry.previous, before, "by the previous entry")
    elif number != entry.number and entry.digest == entry_hash(number, entry.log_digest, entry.previous):
        yield wrong(TABLE, key, "number", entry.number, number, "by its hash")
    else:
        made = entry_hash(entry.number, entry.log_digest, entry.previous)
        yield Mismatch(TABLE, key, "digest", entry.digest, made, "it is not the hash of the entry")


def check_head(tx: Connection, stored: StoredTournament, given: str) -> Iterator[Mismatch]:
    """Yield a mismatch if the ledger does not contain `given`, a hash that the user noted.

    Also yield a mismatch if the tournament has entries after this hash, because the hash does not prove them.
    """
    found = _number_of(tx, given)
    own = max((row["number"] for row in stored[TABLE].values()), default=0)
    yield from check_noted(tx, given)
    if found is not None and found < own:
        why = f"the given hash is entry {found}'s: it does not prove later entries"
        yield Mismatch(TABLE, (own,), "number", own, found, why)


def check_noted(tx: Connection, given: str) -> Iterator[Mismatch]:
    """Yield a mismatch if the ledger does not contain `given`, a hash that the user noted."""
    if _number_of(tx, given) is None:
        last, digest = read_head(tx)
        why = "this hash is not in the ledger: the ledger was rewritten after the hash was noted"
        yield Mismatch(TABLE, (last,), "digest", digest, given, why)


def _number_of(tx: Connection, given: str) -> int | None:
    entry = select(LEDGER.c.number).where(LEDGER.c.digest.startswith(given, autoescape=True))
    found: int | None = tx.scalar(entry)
    return found
