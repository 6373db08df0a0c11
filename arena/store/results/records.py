"""The values that the store takes and returns."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from arena.record.match import Clock, Limits


class State(StrEnum):
    """The state of a tournament. A cancelled or finished one is frozen.

    In the database RUNNING also stands for an interrupted one: see `display_state`.
    """

    RUNNING = "running"
    INTERRUPTED = "interrupted"  # unfinished, and its process has ended
    PAUSED = "paused"
    CANCELLED = "cancelled"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot in a tournament. `source` is how it was named, so that it can be found again.

    Rounds are the tournament's, numbered over all cycles.
    """

    number: int  # from 1
    name: str  # in this tournament's tables
    bot: str  # the bot's own name
    version: str  # SHA-256 of its files, hex
    source: str
    bot_version: int = 0  # key in the database, set when read
    from_round: int = 1  # the first in which it can be paired
    withdrawn_after: int | None = None  # the last in which it could be paired; None: still in
    pool: bool = False  # an opponent of the newcomers of a gauntlet
    benched: bool = False  # taken out, as its matches kept failing by our own fault


@dataclass(frozen=True, slots=True)
class Round:
    """A round and its ruleset. A cycle is the whole format played once, in one ruleset."""

    number: int  # from 1, running on over the cycles
    ruleset: str
    ruleset_hash: str
    rules: str = ""  # the text of house rules; empty for a fixed ruleset
    cycle: int = 1  # from 1
    paired: bool = True  # whether its matches are known


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as set up, with later changes to its entrants and rounds."""

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
    seats: int = 2  # of a match; in a Swiss some have one less
    planned_rounds: int | None = None  # in each cycle
    tie_breaks: tuple[str, ...] = ()  # codes; empty: the format's own
    forbidden: tuple[tuple[int, int], ...] = ()  # entrants that never meet, the lower number first


@dataclass(frozen=True, slots=True)
class Piece:
    """Some boards of a match. `bots` are entrants' numbers in their order around the table.

    `named` are the same in the pairing's order, of two bots White first; empty: the same order.
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
    """A paired match."""

    round: int  # of the tournament
    number: int  # in its round, from 1
    bots: tuple[int, ...]  # as the pairing names them
    complete: bool  # all its pieces are committed, or it is forfeited
    forfeits: tuple[int, ...] = ()  # bots that withdrew before it was played


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
    """The place and the name of a game."""

    key: int
    name: str
    tournament: int
    round: int
    pairing: int
    board: int
    rotation: int


@dataclass(frozen=True, slots=True)
class StoredFault:
    """A bot's fault in a match."""

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
    request: str  # the open question, as JSON


@dataclass(frozen=True, slots=True)
class EnteredBot:
    """A bot version that has been in a tournament."""

    bot: str
    version: str
    source: str
    tournaments: int
    games: int
