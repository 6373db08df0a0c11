"""Caches for the pages of bots and ladders, derived from committed matches.

All of it can be deleted at any time and is computed again. So no table refers to these, and these refer to
none: a reference would keep a tournament or a bot from being deleted.
"""

from datetime import datetime

from sqlmodel import Field, Index

from arena.store.tables.base import Table, UtcDateTime

_SUMMED = ("games", "illegal", "timeouts", "crashes", "played_at")  # for a list of bots, from the index alone


class Encounter(Table, table=True):
    """A bot and one of its opponents in a complete match, as the bot sees it.

    With more than two seats a bot has several rows for a match, and `first` marks the one that stands for it.
    `won` is the score against this opponent, by place; everything else is the bot's own. `counted`: whether
    ladders count it. A board's score is the mean of its games, 0 … 1; `squares` are summed over the boards.
    """

    __table_args__ = (
        Index("ix_encounter_bot", "bot_id", "first", "ledger", *_SUMMED),
        Index("ix_encounter_pair", "bot_id", "opponent_id", "ledger"),
        Index("ix_encounter_ladder", "ruleset", "counted", "first", "ledger"),
        Index("ix_encounter_newest", "first", "ledger"),
        Index("ix_encounter_ruleset", "ruleset", "first", "ledger"),
        Index("ix_encounter_event", "tournament_id", "first", "ledger"),
        Index("ix_encounter_cause", "cause", "first", "ledger"),
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
    first: bool
    counted: bool
    ruleset: str = Field(max_length=64)
    ledger: int  # its last entry there
    played_at: datetime = Field(sa_type=UtcDateTime)
    games: int  # without void ones
    score: float  # summed over them
    points: int
    met: int  # games that both started and that count
    won: float  # summed over those
    boards: int
    board_scores: float
    squares: float
    begun: int  # of those, in the first seat
    begun_won: float
    illegal: int
    timeouts: int
    crashes: int
    cause: str = Field(max_length=8)  # of most forfeits: "illegal", "timeout", "crash"; else empty
    decisions: int
    time_ms: float
    slowest_ms: float  # in one game
    used: float | None  # of its time, in the game where that was most, 0 … 1; None without a clock
    elo_change: float | None = None  # of the bot's live Elo by this match; None where ladders do not count it


class CachedDocument(Table, table=True):
    """A document that can be recomputed: see `store.ladder.cached_documents`."""

    kind: str = Field(primary_key=True, max_length=80)
    key: str = Field(primary_key=True, max_length=64)
    position: str = Field(max_length=64)  # how far the matches were that it was computed from
    document: bytes  # JSON, compressed
