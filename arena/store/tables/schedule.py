"""The database tables of the schedule (tournaments, entrants, rounds, matches), and of the ledger."""

from typing import Final

from sqlalchemy import (
    Boolean,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
    false,
)

from arena.store.tables.base import METADATA, UtcDateTime, column

# A tournament and its settings.
TOURNAMENT: Final = Table(
    "tournament",
    METADATA,
    column("id", Integer, primary_key=True),
    column("owner_id", Integer, ForeignKey("owner.id")),
    column("name", String(64)),
    column("format", String(32)),
    column("boards", Integer),
    column("secret", String),  # hex; all cards are drawn from it
    column("open_seed", Boolean),
    column("rated", Boolean),
    column("runner", String(32)),
    column("clock_bank_ms", Integer),
    column("clock_increment_ms", Integer),
    column("clock_cap_ms", Integer),
    column("limits", String),  # JSON object
    column("created_at", UtcDateTime),
    column("finished_at", UtcDateTime, nullable=True),
    column("event_digest", String(64), nullable=True),
    column("state", String(16), index=True, default="running", server_default="running"),
    column("changes", Integer, default=0, server_default="0"),
    column("seats", Integer, default=2, server_default="2"),
    column("planned_rounds", Integer, nullable=True),
    column("tie_breaks", String, nullable=True),
    # last sign of life of the process that plays it; None if the process has ended
    column("alive_at", UtcDateTime, nullable=True),
)

# A bot version that plays in a tournament.
ENTRANT: Final = Table(
    "entrant",
    METADATA,
    column("id", Integer, primary_key=True),
    column("tournament_id", Integer, ForeignKey("tournament.id")),
    column("number", Integer),  # its number in the tournament
    column("bot_version_id", Integer, ForeignKey("bot_version.id"), index=True),
    column("name", String(64)),
    column("source", String),
    column("from_round", Integer, default=1, server_default="1"),
    column("withdrawn_after", Integer, nullable=True),
    column("pool", Boolean, default=False, server_default=false()),
    column("benched", Boolean, default=False, server_default=false()),
    UniqueConstraint("tournament_id", "number"),
    UniqueConstraint("tournament_id", "name"),
    Index("ix_entrant_withdrawn", "tournament_id", "withdrawn_after"),
)

# Two entrants of a tournament that must not meet.
FORBIDDEN_PAIR: Final = Table(
    "forbidden_pair",
    METADATA,
    column("tournament_id", Integer, ForeignKey("tournament.id"), primary_key=True),
    column("one_id", Integer, ForeignKey("entrant.id"), primary_key=True),
    column("other_id", Integer, ForeignKey("entrant.id"), primary_key=True),
    column("lifted_after", Integer, nullable=True),  # they may meet after this round; None: never
)

# A round of a tournament, with its ruleset.
ROUND: Final = Table(
    "round",
    METADATA,
    column("tournament_id", Integer, ForeignKey("tournament.id"), primary_key=True),
    column("number", Integer, primary_key=True),  # from 1, over all rulesets of the tournament
    column("ruleset", String(64)),
    column("ruleset_hash", String(64)),
    column("cycle", Integer, default=1, server_default="1"),
    # None if the round is not paired yet
    column("paired_at", UtcDateTime, nullable=True),
)

# A round in which a bot does not play, because it requested this or because of the pairing.
BYE: Final = Table(
    "bye",
    METADATA,
    column("tournament_id", Integer, primary_key=True),
    column("round", Integer, primary_key=True),
    column("entrant_id", Integer, ForeignKey("entrant.id"), primary_key=True),
    column("kind", String(1)),
    ForeignKeyConstraint(["tournament_id", "round"], ["round.tournament_id", "round.number"]),
)

# The text of a user's own ruleset (house rules).
HOUSE_RULES: Final = Table(
    "house_rules",
    METADATA,
    column("hash", String(64), primary_key=True),  # rounds refer to it
    column("rules", String),  # JSON object
)

# A piece of a match (a batch of its boards); the table's name is misleading. A short match is a single
# piece.
MATCH: Final = Table(
    "match",
    METADATA,
    column("id", Integer, primary_key=True),
    column("tournament_id", Integer),
    column("round", Integer),
    column("pairing", Integer),
    column("piece", Integer),
    column("earlier", Integer),  # number of earlier matches between the same bots in the schedule
    column("first_board", Integer),
    column("boards", Integer),
    column("committed_at", UtcDateTime, nullable=True),
    # how often it was played again because the match process failed
    column("internal", Integer, default=0, server_default="0"),
    UniqueConstraint("tournament_id", "round", "pairing", "piece"),
    ForeignKeyConstraint(["tournament_id", "round"], ["round.tournament_id", "round.number"]),
    Index("ix_match_progress", "tournament_id", "committed_at", "boards"),
)

# A bot that plays a piece of a match (a batch of its boards).
#
# In rotation r the bot sits in seat (number + r) mod k, where k is the number of seats.
MATCH_SEAT: Final = Table(
    "match_seat",
    METADATA,
    column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    column("number", Integer, primary_key=True),  # its number in the match, from 0
    column("entrant_id", Integer, ForeignKey("entrant.id"), index=True),
    # its index in the pairing, from 0
    column("listed", Integer, default=0, server_default="0"),
    # True if it withdrew before
    column("forfeit", Boolean, default=False, server_default=false()),
)

# The ledger entry of a committed piece (a batch of boards).
LEDGER: Final = Table(
    "ledger_entry",
    METADATA,
    column("number", Integer, primary_key=True, autoincrement=False),
    column("match_id", Integer, ForeignKey("match.id"), unique=True),
    column("log_digest", String(64)),
    column("previous", String(64)),  # digest of the previous entry
    column("digest", String(64)),
    column("committed_at", UtcDateTime),
)

# The settings of a comparison: a sequential test (SPRT) whether one bot is better than another. Its games
# belong to the tournament with the same number.
COMPARISON: Final = Table(
    "comparison",
    METADATA,
    column("tournament_id", Integer, ForeignKey("tournament.id"), primary_key=True),
    column("seats", Integer),  # seats in each game
    column("others", Integer),  # bots in each game apart from the two compared ones
    column("elo0", Float),
    column("elo1", Float),
    column("alpha", Float),
    column("beta", Float),
    column("model", String(16)),
)
