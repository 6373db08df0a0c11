"""The database tables of the schedule (tournaments, entrants, rounds, matches), and of the ledger."""

from datetime import datetime

from sqlalchemy import false
from sqlmodel import Field, ForeignKeyConstraint, Index, UniqueConstraint

from arena.store.tables.base import Table, UtcDateTime


class Tournament(Table, table=True):
    """A tournament. All its cards are drawn from one secret.

    Each round has one ruleset. Rounds are numbered over all rulesets of the tournament, from 1. `alive_at`:
    the last sign of life of the process that plays the tournament; None if the process has ended.
    """

    id: int | None = Field(default=None, primary_key=True)
    owner_id: int = Field(foreign_key="owner.id")
    name: str = Field(max_length=64)
    format: str = Field(max_length=32)
    boards: int
    secret: str  # hex
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
    alive_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Entrant(Table, table=True):
    """A bot version that plays in a tournament. `number`: its number in the tournament, by which pairings
    name it.
    """

    __table_args__ = (
        UniqueConstraint("tournament_id", "number"),
        UniqueConstraint("tournament_id", "name"),
        Index("ix_entrant_withdrawn", "tournament_id", "withdrawn_after"),
    )

    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id")
    number: int
    bot_version_id: int = Field(foreign_key="bot_version.id", index=True)
    name: str = Field(max_length=64)
    source: str
    from_round: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    withdrawn_after: int | None = None
    pool: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    benched: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class ForbiddenPair(Table, table=True):
    """Two entrants that must not meet. `lifted_after`: they may meet after this round; None if they may never
    meet.
    """

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    one_id: int = Field(foreign_key="entrant.id", primary_key=True)
    other_id: int = Field(foreign_key="entrant.id", primary_key=True)
    lifted_after: int | None = None


class Round(Table, table=True):
    """A round and its ruleset. The hash of the ruleset identifies its exact rules.

    `paired_at`: None if the round is not paired yet.
    """

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    number: int = Field(primary_key=True)
    ruleset: str = Field(max_length=64)
    ruleset_hash: str = Field(max_length=64)
    cycle: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    paired_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Bye(Table, table=True):
    """A round in which a bot does not play, because it asked for a bye or the pairing gave it one."""

    __table_args__ = (
        ForeignKeyConstraint(["tournament_id", "round"], ["round.tournament_id", "round.number"]),
    )

    tournament_id: int = Field(primary_key=True)
    round: int = Field(primary_key=True)
    entrant_id: int = Field(foreign_key="entrant.id", primary_key=True)
    kind: str = Field(max_length=1)


class HouseRules(Table, table=True):
    """The text of house rules. Rounds refer to it by the hash of the ruleset. Built-in rulesets are not
    stored.
    """

    hash: str = Field(primary_key=True, max_length=64)
    rules: str  # JSON object


class Match(Table, table=True):
    """A piece of a match, in spite of the table's name. A piece is a batch of the match's boards that are
    played and stored together; a short match is a single piece.

    `earlier`: how many matches between the same bots come earlier in the schedule. `internal`: how often the
    piece was played again because the match process failed.
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
    earlier: int
    first_board: int
    boards: int
    committed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    internal: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class MatchSeat(Table, table=True):
    """A bot that plays a piece of a match. `number`: its number in the match, from 0.

    In rotation r of a board the bot sits in seat (number + r) mod k, where k is the number of seats.
    `listed`: its index in the pairing, from 0. `forfeit`: True if it withdrew before the piece was played.
    """

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    number: int = Field(primary_key=True)
    entrant_id: int = Field(foreign_key="entrant.id", index=True)
    listed: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    forfeit: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class LedgerEntry(Table, table=True):
    """The ledger entry of a committed piece (a batch of boards), chained to the previous entry."""

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    match_id: int = Field(foreign_key="match.id", unique=True)
    log_digest: str = Field(max_length=64)
    previous: str = Field(max_length=64)
    digest: str = Field(max_length=64)
    committed_at: datetime = Field(sa_type=UtcDateTime)


# The database table of comparisons.
#
# The games of a comparison belong to the tournament with the same number.


class Comparison(Table, table=True):
    """The settings of a comparison: a sequential test whether one bot is better than another.

    `seats`: the number of seats in each game. `others`: the number of bots in each game apart from the two
    compared ones.
    """

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    seats: int
    others: int
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: str = Field(max_length=16)
