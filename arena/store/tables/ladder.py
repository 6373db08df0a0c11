"""What pages of bots and ladders show, made of committed matches: kept so that no request computes it.

All of it is derived: it may be thrown away and is made again. So nothing refers to it, and it holds no
reference that would keep a tournament or a bot from being deleted.
"""

from datetime import datetime

from sqlmodel import Field, Index

from arena.store.tables.base import Table, UtcDateTime


class LadderEvent(Table, table=True):
    """From how many committed pieces of a tournament its encounters were made."""

    tournament_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    pieces: int


class Encounter(Table, table=True):
    """A bot and one of its opponents in a match that is complete, as the bot sees it.

    `first`: the one row of several that stands for the match, where tables have more than two seats. Scores
    `won` are those against this opponent, by place; everything else is the bot's own. `counted`: whether
    ladders count it. A board's score is the mean of its games, 0 … 1; `squares` are summed over the boards.
    """

    __table_args__ = (
        Index("ix_encounter_bot", "bot_id", "first", "ledger"),
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
    ledger: int  # the last of its entries
    played_at: datetime = Field(sa_type=UtcDateTime)
    games: int  # that were not void
    score: float  # summed over them
    points: int
    met: int  # games that both started
    won: float  # summed over those
    boards: int
    board_scores: float
    squares: float
    begun: int  # of those that both started, in the first seat
    begun_won: float
    illegal: int
    timeouts: int
    crashes: int
    cause: str = Field(max_length=8)  # what it lost most games by: "illegal", "timeout", "crash"; else empty
    decisions: int
    time_ms: float
    slowest_ms: float  # in one game
    used: float | None  # of its time, in the game where that was most, 0 … 1; None without a clock


class MatchUp(Table, table=True):
    """All encounters of two bots in a ruleset, added up; the columns are those of `Encounter`."""

    bot_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    opponent_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    ruleset: str = Field(primary_key=True, max_length=64)
    counted: bool = Field(primary_key=True)
    matches: int
    won_matches: int
    lost_matches: int
    met: int
    won: float
    boards: int
    board_scores: float
    squares: float
    begun: int
    begun_won: float
    illegal: int
    timeouts: int
    crashes: int
    played_at: datetime = Field(sa_type=UtcDateTime)


class BotTotal(Table, table=True):
    """All matches of a bot, rated or not."""

    bot_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    matches: int
    games: int
    illegal: int
    timeouts: int
    crashes: int
    played_at: datetime = Field(sa_type=UtcDateTime)


class LadderPage(Table, table=True):
    """The head of a ruleset's ladder. `about` is JSON; `marks` says which encounters it was made of.

    All entries of the ledger up to `ledger` are counted, as of `made_at`.
    """

    ruleset: str = Field(primary_key=True, max_length=64)
    title: str
    about: str
    marks: str = Field(max_length=64)
    ledger: int
    made_at: datetime = Field(sa_type=UtcDateTime)


class LadderRow(Table, table=True):
    """A bot version in a ladder. `recent`: live Elo after each of its last matches, JSON, oldest first."""

    __table_args__ = (
        Index("ix_ladder_row_place", "ruleset", "place"),
        Index("ix_ladder_row_bot", "bot_id"),
    )

    ruleset: str = Field(primary_key=True, max_length=64)
    bot_version_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    bot_id: int
    place: int  # from 1, as the ladder is sorted
    scale: int
    best: int | None
    worst: int | None
    more_boards: int | None
    elo: float | None
    low: float | None
    high: float | None
    margin: float | None
    no_margin: str | None
    provisional: bool
    live: float | None
    step: int | None
    peak: float | None
    peak_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    boards: int
    games: int
    score: float | None
    recent: str
    illegal: int
    timeouts: int
    crashes: int
    played_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    decision_ms: float | None  # mean
    late_ms: float | None  # 95 % of its matches had a mean of at most this
    slowest_ms: float | None
    used: float | None


class LadderLine(Table, table=True):
    """The line of a bot version's live Elo: JSON, [number of the match in the ladder, Elo, when], thinned."""

    bot_version_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    ruleset: str = Field(primary_key=True, max_length=64)
    points: str


class LadderStep(Table, table=True):
    """How a match moved the live Elo of a bot version."""

    tournament_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    round: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    pairing: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    bot_version_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    ruleset: str = Field(max_length=64, index=True)
    change: float
