"""The database tables of results: games, seats, logs, faults, marks of commits, and deletions of logs."""

from typing import Final

from sqlalchemy import BigInteger, Float, ForeignKey, Integer, LargeBinary, String, Table, UniqueConstraint

from arena.store.tables.base import METADATA, UtcDateTime, column

# A game of a committed piece (a batch of a match's boards).
GAME: Final = Table(
    "game",
    METADATA,
    column("id", Integer, primary_key=True),
    column("name", String(64), unique=True),  # the random id in the log
    column("match_id", Integer, ForeignKey("match.id"), index=True),
    column("tournament_id", Integer, ForeignKey("tournament.id")),
    column("round", Integer),
    column("pairing", Integer),
    column("board", Integer),
    column("rotation", Integer),
    column("termination", String(16)),
    column("plies", Integer),
    column("game_digest", String(64)),
    column("log_digest", String(64)),
    UniqueConstraint("tournament_id", "round", "pairing", "board", "rotation"),
)

# The result of one seat of a game.
GAME_SEAT: Final = Table(
    "game_seat",
    METADATA,
    column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    column("seat", Integer, primary_key=True),
    column("entrant_id", Integer, ForeignKey("entrant.id"), index=True),
    column("place", Integer),
    column("points", Integer),
    column("score", Float),
    column("verdict", String(16)),
    column("decisions", Integer),
    column("time_ms", Float),
)

# The packed log of a game. It may include the logs of later games of the board, which then have no
# row.
GAME_LOG: Final = Table(
    "game_log",
    METADATA,
    column("game_id", Integer, ForeignKey("game.id"), primary_key=True),
    column("log", LargeBinary),
)

# A fault of a bot, as shown to the bot's owner. With the verdict OK it is only a warning.
FAULT: Final = Table(
    "fault",
    METADATA,
    column("id", Integer, primary_key=True),
    column("match_id", Integer, ForeignKey("match.id"), index=True),
    column("entrant_id", Integer, ForeignKey("entrant.id"), index=True),
    column("game", String(64)),  # the id in the log; empty if no game was open
    column("seat", Integer),
    column("verdict", String(16)),
    column("detail", String),
    column("elapsed_ms", Float),
    column("limit_ms", Float),
    column("exit_code", Integer, nullable=True),
    column("output", LargeBinary),
    column("request", String),
)

# The mark of the last transaction that a thread committed to a PostgreSQL server.
#
# It shows whether a commit took effect if the server's answer was lost.
COMMIT_MARK: Final = Table(
    "commit_mark",
    METADATA,
    column("writer", String(32), primary_key=True),  # a random name of the thread
    column("mark", String(32)),  # a random name of the transaction
    column("at", UtcDateTime),
)

# A record of game logs that were deleted together.
PRUNING: Final = Table(
    "pruning",
    METADATA,
    column("number", Integer, primary_key=True, autoincrement=False),
    column("pruned_at", UtcDateTime),
    column("pieces", Integer),  # batches of a match's boards
    column("games", Integer),
    column("bytes", BigInteger),
    column("logs", String(64)),  # one digest over the log digests of the deleted pieces
    column("ledger", Integer),  # number of the last ledger entry at that time
    column("previous", String(64)),  # digest of the previous record
    column("digest", String(64)),  # of all other columns
)

# A piece (a batch of a match's boards) whose logs were deleted.
PRUNED_PIECE: Final = Table(
    "pruned_piece",
    METADATA,
    column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    column("pruning", Integer, ForeignKey("pruning.number"), index=True),
)
