"""Stored messages of people's games."""

from datetime import UTC, datetime, timedelta

from arena.store.database.store import Store
from arena.store.people.games import NewPersonGame, add_game, finish_game
from arena.store.people.messages import (
    add_events,
    add_request,
    drop_messages,
    read_events,
    read_requests,
)

NOW = datetime(2026, 11, 26, tzinfo=UTC)
KEY = "k" * 32


def send_messages(store: Store, count: int) -> tuple[int, int]:
    """Store messages of both kinds, and return the newest id of each kind."""
    with store.writing() as tx:
        for _ in range(count):
            add_events(tx, [(KEY, 1, "question", "{}")])
            add_request(tx, KEY, "answer", "{}")
        return read_events(tx)[-1].id, read_requests(tx)[-1].id


def test_ids_grow_after_messages_were_dropped(store: Store) -> None:
    with store.writing() as tx:
        add_game(tx, NewPersonGame(KEY, "v" * 64, "", "mau-mau@1", ("builtin:greedy",), "00", KEY), NOW)
        finish_game(tx, KEY, (1, 2), "OK", b"", NOW)
    event, request = send_messages(store, 3)
    with store.writing() as tx:
        drop_messages(tx, NOW + timedelta(seconds=1))
        assert len(read_requests(tx)) == len(read_events(tx)) == 1
    assert send_messages(store, 1) == (event + 1, request + 1)
