"""The database tables of the schedule (tournaments, entrants, rounds, matches), and of the ledger."""

from datetime import datetime

from sqlalchemy import false
from sqlmodel import Field, ForeignKeyConstraint, Index, UniqueConstraint

from arena.store.tables.base import Table, UtcDateTime


class Tournament(Table, table=True):
    """A tournament and its settings."""

    id: int | None = Field(default=None, primary_key=True)
    owner_id: int = Field(foreign_key="owner.id")
    name: str = Field(max_length=64)
    format: str = Field(max_length=32)
    boards: int
    secret: str  # hex; all cards are drawn from it
    open_seed: bool
    rated: bool
    runner: str = Field(max_length=32)
    clock_bank_ms: int
    clock_increment_ms: int
    clock_cap_ms: int
    limits: str  # JSON object
    created_at: datetime = Field(sa_type=UtcDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    event_digest: str | None = Field(default=None, max_length=64)
    state: str = Field(
        default="running", max_length=16, index=True, sa_column_kwargs={"server_default": "running"}
    )
    changes: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    seats: int = Field(default=2, sa_column_kwargs={"server_default": "2"})
    planned_rounds: int | None = None
    tie_breaks: str | None = None
    # last sign of life of the process that plays it; None if the process has ended
    alive_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Entrant(Table, table=True):
    """A bot version that plays in a tournament."""

    __table_args__ = (
        UniqueConstraint("tournament_id", "number"),
        UniqueConstraint("tournament_id", "name"),
        Index("ix_entrant_withdrawn", "tournament_id", "withdrawn_after"),
    )

    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id")
    number: int  # its number in the tournament
    bot_version_id: int = Field(foreign_key="bot_version.id", index=True)
    name: str = Field(max_length=64)
    source: str
    from_round: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    withdrawn_after: int | None = None
    pool: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    benched: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class ForbiddenPair(Table, table=True):
    """Two entrants of a tournament that must not meet."""

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    one_id: int = Field(foreign_key="entrant.id", primary_key=True)
    other_id: int = Field(foreign_key="entrant.id", primary_key=True)
    lifted_after: int | None = None  # they may meet after this round; None: never


class Round(Table, table=True):
    """A round of a tournament, with its ruleset."""

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    number: int = Field(primary_key=True)  # from 1, over all rulesets of the tournament
    ruleset: str = Field(max_length=64)
    ruleset_hash: str = Field(max_length=64)
    cycle: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    # None if the round is not paired yet
    paired_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Bye(Table, table=True):
    """A round in which a bot does not play, because it requested this or because of the pairing."""

    __table_args__ = (
        ForeignKeyConstraint(["tournament_id", "round"], ["round.tournament_id", "round.number"]),
    )

    tournament_id: int = Field(primary_key=True)
    round: int = Field(primary_key=True)
    entrant_id: int = Field(foreign_key="entrant.id", primary_key=True)
    kind: str = Field(max_length=1)


class HouseRules(Table, table=True):
    """The text of a user's own ruleset (house rules)."""

    hash: str = Field(primary_key=True, max_length=64)  # rounds refer to it
    rules: str  # JSON object


class Match(Table, table=True):
    """A piece of a match (a batch of its boards); the table's name is misleading. A short match is a single
    piece.
    """

    __table_args__ = (
        UniqueConstraint("tournament_id", "round", "pairing", "piece"),
        ForeignKeyConstraint(["tournament_id", "round"], ["round.tournament_id", "round.number"]),
        Index("ix_match_progress", "tournament_id", "committed_at", "boards"),
    )

    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int
    round: int
    pairing: int
    piece: int
    earlier: int  # number of earlier matches between the same bots in the schedule
    first_board: int
    boards: int
    committed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # how often it was played again because the match process failed
    internal: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class MatchSeat(Table, table=True):
    """A bot that plays a piece of a match (a batch of its boards).

    In rotation r the bot sits in seat (number + r) mod k, where k is the number of seats.
    """

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    number: int = Field(primary_key=True)  # its number in the match, from 0
    entrant_id: int = Field(foreign_key="entrant.id", index=True)
    # its index in the pairing, from 0
    listed: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    # True if it withdrew before
    forfeit: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class LedgerEntry(Table, table=True):
    """The ledger entry of a committed piece (a batch of boards)."""

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    match_id: int = Field(foreign_key="match.id", unique=True)
    log_digest: str = Field(max_length=64)
    previous: str = Field(max_length=64)  # digest of the previous entry
    digest: str = Field(max_length=64)
    committed_at: datetime = Field(sa_type=UtcDateTime)


# The database table of comparisons.
#
# The games of a comparison belong to the tournament with the same number.


class Comparison(Table, table=True):
    """The settings of a comparison: a sequential test (SPRT) whether one bot is better than another."""

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    seats: int  # seats in each game
    others: int  # bots in each game apart from the two compared ones
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: str = Field(max_length=16)
