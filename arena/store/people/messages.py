"""Messages between the page of a person's game and the referee, which may run on different machines."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select

from arena.store.tables.people import PERSON_EVENT, PERSON_GAME, PERSON_REQUEST


class PageEvent(NamedTuple):
    """An event for the page of a game: `film`, `frame`, `question`, `hint` or `end`."""

    id: int  # grows with time
    game_key: str
    started: int  # how often the game had been started
    name: str
    data: str  # JSON


class PageRequest(NamedTuple):
    """A request from the page of a person's game: `answer`, `resign` or `hint`."""

    id: int  # grows with time
    game_key: str
    name: str
    data: str  # JSON


def add_events(tx: Connection, events: Iterable[tuple[str, int, str, str]]) -> None:
    """Store events for the pages of people's games.

    An event: the game's key, the number of times the game was started, the event's name, JSON data.
    """
    names = ("game_key", "started", "name", "data")
    tx.execute(insert(PERSON_EVENT), [dict(zip(names, event, strict=True)) for event in events])


def read_events(tx: Connection, after: int = 0, game_key: str = "") -> tuple[PageEvent, ...]:
    """Return the events with an id above `after`, in order.

    If a game was started again, the events of its earlier starts are included. `game_key`: return only this
    game's events; empty for all games.
    """
    return tuple(PageEvent(*row) for row in _read_messages(tx, PERSON_EVENT, after, game_key))


def newest_event(tx: Connection) -> int:
    """Return the largest id of an event; 0 if there are no events."""
    return tx.scalar(select(func.max(PERSON_EVENT.c.id))) or 0


def add_request(tx: Connection, game_key: str, name: str, data: str) -> None:
    """Store a request from the page of a person's game.

    `name`: `answer`, `resign` or `hint`. `data`: its contents, as JSON.
    """
    tx.execute(insert(PERSON_REQUEST).values(game_key=game_key, name=name, data=data))


def read_requests(tx: Connection, after: int = 0, game_key: str = "") -> tuple[PageRequest, ...]:
    """Return the requests from pages with an id above `after`, in order.

    `game_key`: return only this game's requests; empty for all games.
    """
    return tuple(PageRequest(*row) for row in _read_messages(tx, PERSON_REQUEST, after, game_key))


# Built once: they run 20 times a second, and building a query takes longer than running it.
_MESSAGES: Final = {
    table: select(table).where(table.c.id > bindparam("after")).order_by(table.c.id)
    for table in (PERSON_EVENT, PERSON_REQUEST)
}


def _read_messages(tx: Connection, table: Table, after: int, game_key: str) -> Iterable[Any]:
    query = _MESSAGES[table]
    if game_key:
        query = query.where(table.c.game_key == game_key)
    return tx.execute(query, {"after": after})


def drop_messages(tx: Connection, ended_before: datetime) -> None:
    """Delete the messages of games that ended before this time. Never delete the newest event or request.

    If the newest were deleted, SQLite would use its id again, and readers would skip the new message.
    """
    ended = select(PERSON_GAME.c.key).where(PERSON_GAME.c.ended_at < ended_before)
    for table in (PERSON_EVENT, PERSON_REQUEST):
        newest = select(func.max(table.c.id)).scalar_subquery()
        tx.execute(delete(table).where(table.c.game_key.in_(ended), table.c.id < newest))
