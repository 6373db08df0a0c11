"""The database tables that cache figures for the pages of bots, ladders and games.

All rows can be deleted at any time without loss of results. Caches are then computed again from the games.
"""

from typing import Final

from sqlalchemy import Boolean, Float, Index, Integer, LargeBinary, String, Table, text

from arena.store.tables.base import METADATA, UtcDateTime, column

MAX_CLOSE_LEAD: Final = 10  # the largest lead of a close game, in card points
_CLOSE = ("first", "ledger", "lead", "ruleset")  # all that a list of close games reads to filter by ruleset
_IS_CLOSE = text(f"lead <= {MAX_CLOSE_LEAD}")
_SUMMED = ("games", "illegal", "timeouts", "crashes", "played_at")  # lets a list of bots read only the index

# A cached result of a bot against one of its opponents in a complete match.
ENCOUNTER: Final = Table(
    "encounter",
    METADATA,
    column("tournament_id", Integer, primary_key=True, autoincrement=False),
    column("round", Integer, primary_key=True, autoincrement=False),
    column("pairing", Integer, primary_key=True, autoincrement=False),
    column("entrant_id", Integer, primary_key=True, autoincrement=False),
    column("other_id", Integer, primary_key=True, autoincrement=False),
    column("bot_id", Integer),
    column("opponent_id", Integer),
    column("bot_version_id", Integer),
    column("opponent_version_id", Integer),
    column("first", Boolean),  # True in one of the bot's rows per match, so that the match is counted once
    column("counted", Boolean),  # True if ladders count the match
    column("ruleset", String(64)),
    column("ledger", Integer),  # the match's last ledger entry
    column("played_at", UtcDateTime),
    column("games", Integer),  # this and the next two: of the whole match, without void games
    column("score", Float),  # summed over these games
    column("points", Integer),
    column("met", Integer),  # games against this opponent that count and that both bots started
    column("won", Float),  # summed over the games in `met`: 1 for a better place, 1/2 for the same place
    column("boards", Integer),  # of the games in `met`
    # sum of the boards' scores; a board's score is the mean of its games, 0 … 1
    column("board_scores", Float),
    column("squares", Float),  # sum of the squares of the boards' scores
    column("begun", Integer),  # games in `met` in which the bot had the first seat
    column("begun_won", Float),  # summed over the games in `begun`, like `won`
    column("illegal", Integer),
    column("timeouts", Integer),
    column("crashes", Integer),
    column("cause", String(8)),  # the most frequent fault: "illegal", "timeout", "crash"; empty without
    column("decisions", Integer),
    column("time_ms", Float),
    column("slowest_ms", Float),  # in one game
    # share of its time used in its worst game, 0 … 1; None without a clock
    column("used", Float, nullable=True),
    # number of the game, won without a fault, with the smallest lead; None without one
    column("closest", Integer, nullable=True),
    # its lead: card points between best and worst bot; a win, chip or life counts as 10
    column("lead", Integer, nullable=True),
    # change of live Elo by this match; None if ladders do not count it
    column("elo_change", Float, nullable=True),
    Index("ix_encounter_bot", "bot_id", "first", "ledger", *_SUMMED),
    Index("ix_encounter_pair", "bot_id", "opponent_id", "ledger"),
    Index("ix_encounter_ladder", "ruleset", "counted", "first", "ledger"),
    Index("ix_encounter_newest", "first", "ledger"),
    Index("ix_encounter_ruleset", "ruleset", "first", "ledger"),
    Index("ix_encounter_event", "tournament_id", "first", "ledger"),
    Index("ix_encounter_cause", "cause", "first", "ledger"),
    # For SQLite only: naming PostgreSQL imports its dialect. `upgrade.py` copies the condition.
    Index("ix_encounter_close", *_CLOSE, sqlite_where=_IS_CLOSE),
)

# A cached document that can be recomputed: see `store.ladder.cached_documents`.
CACHED_DOCUMENT: Final = Table(
    "cached_document",
    METADATA,
    column("kind", String(80), primary_key=True),
    column("key", String(64), primary_key=True),
    column("position", String(64)),  # identifies the matches that it was computed from
    column("document", LargeBinary),  # JSON, compressed
)

# A requested analysis of a game: see `store.results.analyses`.
#
# `seat`: -1 with all hands open, else the seat from whose view the game is analysed. `version`: the version
# of the analysis, `arena.analysis.calibration.version`. `attempts`: how often a worker has started it.
# `document`: the finished analysis as JSON, compressed. `turn`: its place in the queue.
ANALYSIS: Final = Table(
    "analysis",
    METADATA,
    column("game_id", Integer, primary_key=True, autoincrement=False),
    column("seat", Integer, primary_key=True, autoincrement=False),
    column("version", Integer, primary_key=True, autoincrement=False),
    column("requested_at", UtcDateTime),
    column("state", String(16), server_default="queued"),
    column("attempts", Integer, server_default="0"),
    column("document", LargeBinary, nullable=True),
    column("turn", Integer, server_default="0"),
    Index("ix_analysis_state", "state", "turn", "requested_at"),
)
