"""The database tables that cache figures for the pages of bots, ladders and games.

All rows can be deleted at any time; they are then computed again from the games.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import text
from sqlmodel import Field, Index

from arena.store.tables.base import Table, UtcDateTime

MAX_CLOSE_LEAD: Final = 10  # the largest lead of a close game, in card points
_CLOSE = ("first", "ledger", "lead", "ruleset")  # all that a list of close games reads to filter by ruleset
_IS_CLOSE = text(f"lead <= {MAX_CLOSE_LEAD}")
_SUMMED = ("games", "illegal", "timeouts", "crashes", "played_at")  # lets a list of bots read only the index


class Encounter(Table, table=True):
    """A cached result of a bot against one of its opponents in a complete match."""

    __table_args__ = (
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

    tournament_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    round: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    pairing: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    entrant_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    other_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    bot_id: int
    opponent_id: int
    bot_version_id: int
    opponent_version_id: int
    first: bool  # True in one of the bot's rows per match, so that the match is counted once
    counted: bool  # True if ladders count the match
    ruleset: str = Field(max_length=64)
    ledger: int  # the match's last ledger entry
    played_at: datetime = Field(sa_type=UtcDateTime)
    games: int  # this and the next two: of the whole match, without void games
    score: float  # summed over these games
    points: int
    met: int  # games against this opponent that count and that both bots started
    won: float  # summed over the games in `met`: 1 for a better place, 1/2 for the same place
    boards: int  # of the games in `met`
    board_scores: float  # sum of the boards' scores; a board's score is the mean of its games, 0 … 1
    squares: float  # sum of the squares of the boards' scores
    begun: int  # games in `met` in which the bot had the first seat
    begun_won: float  # summed over the games in `begun`, like `won`
    illegal: int
    timeouts: int
    crashes: int
    cause: str = Field(max_length=8)  # the most frequent fault: "illegal", "timeout", "crash"; empty without
    decisions: int
    time_ms: float
    slowest_ms: float  # in one game
    used: float | None  # share of its time used in its worst game, 0 … 1; None without a clock
    closest: int | None  # number of the game, won without a fault, with the smallest lead; None without one
    lead: int | None  # its lead: card points between best and worst bot; a win, chip or life counts as 10
    elo_change: float | None = None  # change of live Elo by this match; None if ladders do not count it


class CachedDocument(Table, table=True):
    """A cached document that can be recomputed: see `store.ladder.cached_documents`."""

    kind: str = Field(primary_key=True, max_length=80)
    key: str = Field(primary_key=True, max_length=64)
    position: str = Field(max_length=64)  # identifies the matches that it was computed from
    document: bytes  # JSON, compressed


class Analysis(Table, table=True):
    """A requested analysis of a game: see `store.results.analyses`.

    `seat`: -1 with all hands open, else the seat from whose view the game is analysed. `version`: the version
    of the analysis, `arena.analysis.calibration.version`. `attempts`: how often a worker has started it.
    `document`: the finished analysis as JSON, compressed. `turn`: its place in the queue.
    """

    __table_args__ = (Index("ix_analysis_state", "state", "turn", "requested_at"),)

    game_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    seat: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    version: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    requested_at: datetime = Field(sa_type=UtcDateTime)
    state: str = Field(max_length=16, sa_column_kwargs={"server_default": "queued"})
    attempts: int = Field(sa_column_kwargs={"server_default": "0"})
    document: bytes | None
    turn: int = Field(sa_column_kwargs={"server_default": "0"})
