"""A cache of JSON documents that are computed from matches.

Each document is stored with its data state: a text that identifies the matches that were counted. A document
is outdated if its data state is not the current one. Reading a damaged document raises BadLog or ValueError.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from arena.record.compression import compress, decompress
from arena.store.tables.ladder import CACHED_DOCUMENT

MAX_SHARED: Final = 50  # parsed documents in memory, about 200 kB each


class DocumentKind(StrEnum):
    """The kind of a cached JSON document. Kind and key together identify a document."""

    LADDER = "ladder"  # the head of a ruleset's ladder
    ENCOUNTERS = "encounters"  # an empty document: the tournament's encounters are in their table
    BOTS = "bots"  # two documents: the totals and the best Elo of all bots
    TABLES = "tables"  # the standings and crosstables of a large tournament
    WINNER = "winner"  # the winner of a finished tournament
    ANALYSES = "analyses"  # the summary of a bot's analysed games
    PEOPLE = "people"  # the ratings of the people who play a ruleset on the site


def read_document(tx: Connection, kind: str, key: object) -> Any:  # noqa: ANN401 - JSON
    """Return a cached document; None if it is not cached."""
    return read_documents(tx, kind, [key]).get(str(key))


def read_documents(
    tx: Connection,
    kind: str,
    keys: Iterable[object] | None = None,
    parse: Callable[[bytes], Any] | None = None,
) -> dict[str, Any]:
    """Return the cached documents of a kind, each under its key.

    `keys`: only the documents with these keys; None for all. `parse`: the function that converts the stored
    bytes; None to use `parse_document`.
    """
    one = CACHED_DOCUMENT.c
    rows = select(one.key, one.document).where(one.kind == kind)
    if keys is not None:
        rows = rows.where(one.key.in_([str(key) for key in keys]))
    parse = parse or parse_document
    return {row.key: parse(row.document) for row in tx.execute(rows)}


def read_document_of_kinds(tx: Connection, kinds: Iterable[str], key: object) -> dict[str, Any]:
    """Return the cached documents with this key, keyed by kind. `kinds`: only documents of these kinds."""
    one = CACHED_DOCUMENT.c
    rows = select(one.kind, one.document).where(one.kind.in_(list(kinds)), one.key == str(key))
    return {row.kind: parse_document(row.document) for row in tx.execute(rows)}


def parse_document(document: bytes) -> Any:  # noqa: ANN401 - JSON
    """Convert the stored bytes of a document to JSON data."""
    return json.loads(decompress(document))


@lru_cache(MAX_SHARED)
def parse_shared(document: bytes) -> Any:  # noqa: ANN401 - JSON
    """Convert the stored bytes of a document to JSON data, which the caller must not change.

    The result is cached. Use this for documents that are read often.
    """
    return parse_document(document)


def read_cached_data_states(tx: Connection, kind: str) -> dict[str, str]:
    """Return the data states (texts that identify the counted matches) of a kind's documents, by key."""
    one = CACHED_DOCUMENT.c
    rows = tx.execute(select(one.key, one.position).where(one.kind == kind))
    return {row.key: row.position for row in rows}


def write_documents(tx: Connection, kind: str, data_state: str, documents: Mapping[Any, object]) -> None:
    """Store documents of one kind, each under its key. Older documents with the same keys are replaced.

    `data_state`: a text that identifies the matches that were counted.
    """
    drop_documents(tx, kind, documents)
    rows = [
        {"kind": kind, "key": str(key), "position": data_state, "document": compress(to_bytes(document))}
        for key, document in documents.items()
    ]
    if rows:
        tx.execute(insert(CACHED_DOCUMENT), rows)


def mark_outdated(tx: Connection, kind: str, keys: Iterable[object]) -> None:
    """Mark documents as outdated, so that they are computed again. Until then they can still be read."""
    one = CACHED_DOCUMENT.c
    these = update(CACHED_DOCUMENT).where(one.kind == kind, one.key.in_([str(key) for key in keys]))
    tx.execute(these.values(position=""))


def to_bytes(document: object) -> bytes:
    """Return a document as compact JSON, in UTF-8."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def drop_documents(tx: Connection, kind: str, keys: Iterable[object]) -> None:
    """Delete the documents of a kind with these keys."""
    one = CACHED_DOCUMENT.c
    tx.execute(delete(CACHED_DOCUMENT).where(one.kind == kind, one.key.in_([str(key) for key in keys])))
