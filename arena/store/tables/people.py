"""The database tables of games that people play against bots in the browser."""

from typing import Final

from sqlalchemy import Boolean, Integer, LargeBinary, String, Table

from arena.store.tables.base import METADATA, UtcDateTime, column

# A game of a person against bots. No rating of a bot depends on it.
PERSON_GAME: Final = Table(
    "person_game",
    METADATA,
    column("key", String(32), primary_key=True),  # random
    column("visitor", String(64), index=True),  # SHA-256 of the secret in the person's cookie
    column("person", String(32)),  # the name that the person gave; may be empty
    column("ruleset", String(64)),
    # JSON: the other players, such as "builtin:greedy" or "mybot@" and the version's digest
    column("bots", String),
    column("rotation", Integer),  # how many seats everybody has moved on from the first seating
    column("secret", String(64)),  # hex; all draws come from it
    column("first_key", String(32)),  # the person's first game with these cards
    column("practice", Boolean),  # hints are allowed
    column("state", String(16), index=True, server_default="waiting"),
    # how often the game was started; after a crash it is started again
    column("started", Integer, server_default="0"),
    column("created_at", UtcDateTime),
    column("ended_at", UtcDateTime, nullable=True),
    column("problem", String, nullable=True),  # why it could not be played
    column("places", String, nullable=True),  # JSON, by seat
    column("verdict", String(16), nullable=True),  # on the person
    column("log", LargeBinary, nullable=True),  # compressed
    column("analyses", LargeBinary, nullable=True),  # compressed JSON; empty if they failed
)

# An event of a running game for its page. The events are deleted after the game.
PERSON_EVENT: Final = Table(
    "person_event",
    METADATA,
    column("id", Integer, primary_key=True),
    column("game_key", String(32), index=True),
    column("started", Integer),  # how often the game had been started
    column("name", String(16)),
    column("data", String),  # JSON
)

# A request of a page: an answer, a hint, or resigning. The requests are deleted after the game.
PERSON_REQUEST: Final = Table(
    "person_request",
    METADATA,
    column("id", Integer, primary_key=True),
    column("game_key", String(32), index=True),
    column("name", String(16)),
    column("data", String),  # JSON
)
