"""The ledger: a hash chain with one entry for each committed piece (a batch of boards).

It proves that no log was changed after its commit.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import groupby
from typing import Final

from sqlalchemy import Connection, insert, select

from arena.store.tables.results import GAME
from arena.store.tables.schedule import LEDGER

FIRST: Final = "0" * 64


@dataclass(frozen=True, slots=True)
class BrokenEntry:
    """The first broken ledger entry. `why`: the reason, in words."""

    number: int
    why: str


def append_entry(tx: Connection, piece: int, log_digests: Iterable[str], now: datetime) -> None:
    """Add the ledger entry of a piece (a batch of boards).

    `piece`: its database key. `log_digests`: the digests of its logs, in the order of its games.
    """
    last = tx.execute(
        select(LEDGER.c.number, LEDGER.c.digest).order_by(LEDGER.c.number.desc()).limit(1)
    ).first()
    number, previous = (last.number + 1, last.digest) if last else (1, FIRST)
    logs = digest_of_digests(log_digests)
    values = {
        "number": number,
        "match_id": piece,
        "log_digest": logs,
        "previous": previous,
        "digest": entry_hash(number, logs, previous),
        "committed_at": now,
    }
    tx.execute(insert(LEDGER).values(values))


def read_head(tx: Connection) -> tuple[int, str]:
    """Return the number and the hash of the last ledger entry. Return 0 and zeros for an empty ledger."""
    last = tx.execute(select(LEDGER).order_by(LEDGER.c.number.desc()).limit(1)).first()
    return (last.number, last.digest) if last else (0, FIRST)


def read_first(tx: Connection) -> str:
    """Return the hash of the first ledger entry, which identifies the database; zeros for an empty ledger."""
    first: str | None = tx.scalar(select(LEDGER.c.digest).where(LEDGER.c.number == 1))
    return first or FIRST


def digest_of_digests(digests: Iterable[str]) -> str:
    """Return one digest of several digests: SHA-256 over all, each followed by a line feed."""
    hasher = sha256()
    for digest in digests:
        hasher.update(f"{digest}\n".encode("ascii"))
    return hasher.hexdigest()


def entry_hash(number: int, log_digest: str, previous: str) -> str:
    """Return the hash of a ledger entry.

    `number`: the entry's number. `log_digest`: one digest of its logs. `previous`: the previous entry's hash.
    """
    return sha256(f"maumau-ledger-1\n{number}\n{log_digest}\n{previous}\n".encode("ascii")).hexdigest()


def find_broken_entry(tx: Connection) -> BrokenEntry | None:
    """Check the whole ledger and return its first broken entry; None if all are intact."""
    previous = FIRST
    logs = dict(_log_digests(tx))
    for number, entry in enumerate(tx.execute(select(LEDGER).order_by(LEDGER.c.number)), 1):
        if entry.number != number or entry.previous != previous:
            return BrokenEntry(number, "the chain is cut here")
        if entry.digest != entry_hash(number, entry.log_digest, previous):
            return BrokenEntry(number, "the entry was altered")
        if entry.log_digest != logs.get(entry.match_id):
            return BrokenEntry(number, "the logs of its games are others")
        previous = entry.digest
    return None


def _log_digests(tx: Connection) -> Iterator[tuple[int, str]]:
    """Yield the key of each piece (a batch of boards), with one digest of all its logs.

    The digest is computed from the log digests that are stored with the piece's games.
    """
    rows = tx.execute(
        select(GAME.c.match_id, GAME.c.log_digest).order_by(GAME.c.match_id, GAME.c.board, GAME.c.rotation)
    )
    for piece, games in groupby(rows, key=lambda row: int(row.match_id)):
        yield piece, digest_of_digests(game.log_digest for game in games)
