"""The database tables of live status: temporary reports about running games, not used for results."""

from typing import Final

from sqlalchemy import Integer, String, Table

from arena.store.tables.base import METADATA, UtcDateTime, column

# A record that somebody watches a match, a tournament or all running games.
WATCHING: Final = Table(
    "watching",
    METADATA,
    # a match such as "7.1.2", a tournament such as "7", or "wall": all running games
    column("target", String(32), primary_key=True),
    column("until", UtcDateTime),
)

# The report of a run (a process that plays a tournament).
LIVE_STATUS: Final = Table(
    "live_status",
    METADATA,
    column("run", String(32), primary_key=True),  # a random name
    column("document", String),  # a `store.live.status.RunStatus` as JSON
    column("updated_at", UtcDateTime),
)

# A part of a running game's film (its pictures, one per ply).
LIVE_PIECE: Final = Table(
    "live_piece",
    METADATA,
    column("run", String(32), primary_key=True),
    column("game", Integer, primary_key=True, autoincrement=False),
    # the ply at which the part begins
    column("first", Integer, primary_key=True, autoincrement=False),
    column("pieces", String),  # JSON: for ply 0 the document that starts the film, otherwise a list of frames
)
