"""What goes in and comes out: plain values."""

from dataclasses import dataclass
from datetime import datetime

from arena.record.match import Clock, Limits


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of a tournament. `source` is what it was called by, so that it can be found again."""

    number: int  # from 1
    name: str  # in this tournament's tables
    bot: str  # the bot's own name
    version: str  # SHA-256 of its files, hex
    source: str
    bot_version: int = 0  # key in the database, set when read


@dataclass(frozen=True, slots=True)
class Round:
    """A round and its ruleset."""

    number: int  # from 1
    ruleset: str
    ruleset_hash: str
    rules: str = ""  # what house rules state; empty for a fixed ruleset


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it was set up."""

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


@dataclass(frozen=True, slots=True)
class Piece:
    """Some boards of a match. `bots` are entrants' numbers in their order around the table."""

    round: int
    pairing: int
    piece: int  # from 1
    earlier: int  # tables of just these bots before it in the schedule
    first_board: int
    boards: int
    bots: tuple[int, ...]
    key: int = 0  # in the database, set when read


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a tournament is committed."""

    games_done: int
    games_total: int
    faults: int  # games in which a bot was at fault
    created_at: datetime
    finished_at: datetime | None
    event_digest: str | None


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
