"""Change cached documents as no match would."""

from collections.abc import Callable
from typing import Any

from arena.store.database.store import Store
from arena.store.ladder.cached_documents import Kind, read_documents, read_positions, write_documents


def change_documents(store: Store, kind: str, change: Callable[[Any], object]) -> None:
    """Apply a function to every document of a kind."""
    with store.writing() as tx:
        positions = read_positions(tx, kind)
        for key, document in read_documents(tx, kind).items():
            change(document)
            write_documents(tx, kind, positions[key], {key: document})


def change_rows(store: Store, change: Callable[[dict[str, Any]], object]) -> None:
    """Apply a function to every row of all ladders."""

    def change_all(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            change(row)

    change_documents(store, Kind.ROWS, change_all)
