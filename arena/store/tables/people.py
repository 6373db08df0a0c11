"""The database tables of games that people play against bots in the browser."""

from datetime import datetime

from sqlmodel import Field

from arena.store.tables.base import Table, UtcDateTime


class PersonGame(Table, table=True):
    """A game of a person against bots. No rating of a bot depends on it."""

    key: str = Field(primary_key=True, max_length=32)  # random
    visitor: str = Field(max_length=64, index=True)  # SHA-256 of the secret in the person's cookie
    person: str = Field(max_length=32)  # the name that the person gave; may be empty
    ruleset: str = Field(max_length=64)
    bots: str  # JSON: the other players, such as "builtin:greedy" or "mybot@" and the version's digest
    rotation: int  # how many seats everybody has moved on from the first seating
    secret: str = Field(max_length=64)  # hex; all draws come from it
    first_key: str = Field(max_length=32)  # the person's first game with these cards
    practice: bool  # hints are allowed
    state: str = Field(max_length=16, index=True, sa_column_kwargs={"server_default": "waiting"})
    # how often the game was started; after a crash it is started again
    started: int = Field(sa_column_kwargs={"server_default": "0"})
    created_at: datetime = Field(sa_type=UtcDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    problem: str | None  # why it could not be played
    places: str | None  # JSON, by seat
    verdict: str | None = Field(max_length=16)  # on the person
    log: bytes | None  # compressed
    analyses: bytes | None  # compressed JSON; empty if they failed


class PersonEvent(Table, table=True):
    """An event of a running game for its page. The events are deleted after the game."""

    id: int | None = Field(default=None, primary_key=True)
    game_key: str = Field(max_length=32, index=True)
    started: int  # how often the game had been started
    name: str = Field(max_length=16)
    data: str  # JSON


class PersonRequest(Table, table=True):
    """A request of a page: an answer, a hint, or resigning. The requests are deleted after the game."""

    id: int | None = Field(default=None, primary_key=True)
    game_key: str = Field(max_length=32, index=True)
    name: str = Field(max_length=16)
    data: str  # JSON
