"""Checks the ledger.

For each committed piece (a batch of boards) it has an entry with a digest of the game logs and the hash of
the previous entry.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from sqlalchemy import Connection, Row, select

from arena.service.verify.rows import Mismatch, missing, surplus, wrong
from arena.service.verify.stored import StoredTournament
from arena.store.database.table_objects import GAME, LEDGER
from arena.store.results.ledger import FIRST, digest_of_digests, entry_hash, read_head

TABLE: Final = "ledger_entry"
MIN_OF_HEAD: Final = 16  # hex digits


def check_links(tx: Connection) -> Iterator[Mismatch]:
    """Yield the breaks in the chain of all ledger entries."""
    before, number, numbers = FIRST, 0, {FIRST: 0}
    for entry in tx.execute(select(LEDGER).order_by(LEDGER.c.number)):
        expected = numbers.get(entry.previous, number) + 1
        yield from _link(entry, expected, before)
        before, number = entry.digest, max(number + 1, int(entry.number))
        numbers[entry.digest] = number


def _link(entry: Row[tuple[object, ...]], number: int, before: str) -> Iterator[Mismatch]:
    """Check one ledger entry. Its hash shows which of its columns was changed.

    `number` and `before`: the expected number, and the hash of the previous entry.
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


def check_entries(tx: Connection, stored: StoredTournament) -> Iterator[Mismatch]:
    """Compare a tournament's ledger entries with its matches and the digests of their logs."""
    digests = _digests(tx, stored.number)
    by_match = {row["match_id"]: row for row in stored[TABLE].values()}
    forfeited = {row["match_id"] for row in stored["match_seat"].values() if row["forfeit"]}
    for (key,), match in stored["match"].items():
        entry = by_match.pop(key, None)
        if entry is None:
            if match["committed_at"] is not None and key not in forfeited:
                yield missing(TABLE, (f"of match {key}",), "the match was committed")
                yield from _moved(tx, key, digests.get(key))
            continue
        number = (entry["number"],)
        if entry["log_digest"] != digests.get(key):
            why = "the logs of its games have another digest"
            yield wrong(TABLE, number, "log_digest", entry["log_digest"], digests.get(key), why)
        if entry["committed_at"] != match["committed_at"]:
            why = "entry and match were written at the same time"
            times = entry["committed_at"], match["committed_at"]
            yield Mismatch(TABLE, number, "committed_at", *times, why)
            yield wrong("match", (key,), "committed_at", times[1], times[0], why)
        if key in forfeited:
            yield surplus(TABLE, number, "nothing of its match was played")


def _moved(tx: Connection, match: int, digest: str | None) -> Iterator[Mismatch]:
    """Yield a ledger entry that has the logs of this match but names another match."""
    for entry in tx.execute(select(LEDGER).where(LEDGER.c.log_digest == digest)):
        yield wrong(TABLE, (entry.number,), "match_id", entry.match_id, match, "by the logs of the games")


def _digests(tx: Connection, tournament: int) -> Mapping[int, str]:
    """Return the digest of the logs of each piece, computed from the rows of its games.

    Keyed by the piece's match row.
    """
    rows = tx.execute(
        select(GAME.c.match_id, GAME.c.log_digest)
        .where(GAME.c.tournament_id == tournament)
        .order_by(GAME.c.match_id, GAME.c.board, GAME.c.rotation)
    )
    return {
        piece: digest_of_digests(game.log_digest for game in games)
        for piece, games in groupby(rows, key=lambda row: int(row.match_id))
    }


def check_head(tx: Connection, stored: StoredTournament, given: str) -> Iterator[Mismatch]:
    """Check that a hash which the user noted is in the ledger, at or after all entries of the tournament."""
    found = _number_of(tx, given)
    own = max((row["number"] for row in stored[TABLE].values()), default=0)
    yield from check_noted(tx, given)
    if found is not None and found < own:
        why = f"the given hash is entry {found}'s: it does not prove later entries"
        yield Mismatch(TABLE, (own,), "number", own, found, why)


def check_noted(tx: Connection, given: str) -> Iterator[Mismatch]:
    """Check that a hash which the user noted is in the ledger."""
    if _number_of(tx, given) is None:
        last, digest = read_head(tx)
        why = "this hash is not in the ledger: the ledger was rewritten after the hash was noted"
        yield Mismatch(TABLE, (last,), "digest", digest, given, why)


def _number_of(tx: Connection, given: str) -> int | None:
    entry = select(LEDGER.c.number).where(LEDGER.c.digest.startswith(given, autoescape=True))
    found: int | None = tx.scalar(entry)
    return found
