"""What goes in and comes out: plain values."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from arena.record.match import Clock, Limits


class State(StrEnum):
    """Where a tournament is. Cancelled and over are final: it is frozen.

    A database row says RUNNING also of an interrupted one: see `display_state`.
    """

    RUNNING = "running"
    INTERRUPTED = "interrupted"  # to be played, but the process that played it has ended
    PAUSED = "paused"
    CANCELLED = "cancelled"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of a tournament. `source` is what it was called by, so that it can be found again.

    Rounds are those of the event, whose numbers run on over the cycles.
    """

    number: int  # from 1
    name: str  # in this tournament's tables
    bot: str  # the bot's own name
    version: str  # SHA-256 of its files, hex
    source: str
    bot_version: int = 0  # key in the database, set when read
    from_round: int = 1  # the first that it can be paired in
    withdrawn_after: int | None = None  # the last that it could be paired in; None: it is still in
    pool: bool = False  # one of those that the newcomers of a gauntlet meet
    benched: bool = False  # it was taken out: with it matches ended as our fault again and again


@dataclass(frozen=True, slots=True)
class Round:
    """A round and its ruleset. A cycle is the format played once by all, in one ruleset."""

    number: int  # from 1, running on over the cycles
    ruleset: str
    ruleset_hash: str
    rules: str = ""  # what house rules state; empty for a fixed ruleset
    cycle: int = 1  # from 1
    paired: bool = True  # whether its tables are known


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it was set up, with what was changed since in its field and its rounds."""

    name: str
    format: str
    boards: int
    secret: bytes
    open_seed: bool
    rated: bool
    runner: str
    clock: Clock
    limits: Limits
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    owner: str = "local"
    seats: int = 2  # at each table, of a Swiss also one less
    planned_rounds: int | None = None  # in each cycle
    tie_breaks: tuple[str, ...] = ()  # their codes; empty: the format's own
    forbidden: tuple[tuple[int, int], ...] = ()  # entrants that never meet, the lower number first


@dataclass(frozen=True, slots=True)
class Piece:
    """Some boards of a match. `bots` are entrants' numbers in their order around the table.

    `named` are the same as the pairing names them, of two the one that is White first; empty: as they sit.
    """

    round: int
    pairing: int
    piece: int  # from 1
    earlier: int  # tables of just these bots before it in the schedule
    first_board: int
    boards: int
    bots: tuple[int, ...]
    key: int = 0  # in the database, set when read
    named: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PairedTable:
    """A match as it was paired."""

    round: int  # of the event
    number: int  # in its round, from 1
    bots: tuple[int, ...]  # as the pairing names them
    complete: bool  # all its pieces are committed, or it is forfeited
    forfeits: tuple[int, ...] = ()  # who withdrew before it was played


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a tournament is committed."""

    games_done: int
    games_total: int
    faults: int  # games in which a bot was at fault
    created_at: datetime
    finished_at: datetime | None
    event_digest: str | None
    state: State = State.RUNNING


@dataclass(frozen=True, slots=True)
class StoredGame:
    """Where a game is and how to name it."""

    key: int
    name: str
    tournament: int
    round: int
    pairing: int
    board: int
    rotation: int


@dataclass(frozen=True, slots=True)
class StoredFault:
    """What a bot did wrong in a match."""

    round: int
    pairing: int
    game: str  # the game's id, empty if none was open
    bot: str
    seat: int
    verdict: str
    detail: str
    elapsed_ms: float
    limit_ms: float
    exit_code: int | None
    output: bytes  # the last of the bot's stdout and stderr
    request: str  # the question that was open, as JSON


@dataclass(frozen=True, slots=True)
class EnteredBot:
    """A bot version that has been in a tournament."""

    bot: str
    version: str
    source: str
    tournaments: int
    games: int
