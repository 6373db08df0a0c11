"""Helpers that change cached documents."""

from collections.abc import Callable
from typing import Any

from arena.store.database.store import Store
from arena.store.ladder.cached_documents import read_cached_data_states, read_documents, write_documents
from arena.store.ladder.cached_ladders import kind_of_rows, read_ladders


def change_documents(store: Store, kind: str, change: Callable[[Any], object]) -> None:
    """Apply a function to every document of a kind."""
    with store.writing() as tx:
        positions = read_cached_data_states(tx, kind)
        for key, document in read_documents(tx, kind).items():
            change(document)
            write_documents(tx, kind, positions[key], {key: document})


def change_rows(store: Store, change: Callable[[dict[str, Any]], object]) -> None:
    """Apply a function to every row of all ladders."""

    def change_all(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            change(row)

    with store.reading() as tx:
        rulesets = [head.ruleset for head in read_ladders(tx)]
    for ruleset in rulesets:
        change_documents(store, kind_of_rows(ruleset), change_all)
