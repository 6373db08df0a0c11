"""The values that the queries of the store take and return."""

from dataclasses import dataclass
from enum import StrEnum

from arena.record.match import Clock, Limits


class TournamentState(StrEnum):
    """The state of a tournament. CANCELLED and OVER are final.

    INTERRUPTED is never stored: `display_state` returns it for a RUNNING tournament that no process plays.
    """

    RUNNING = "running"
    INTERRUPTED = "interrupted"  # unfinished, but the process that played it has ended
    PAUSED = "paused"
    CANCELLED = "cancelled"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot in a tournament."""

    number: int  # from 1
    name: str  # the name that this tournament shows
    bot: str  # the bot's own name
    version: str  # SHA-256 of its files, hex
    source: str  # the name or path by which the bot was entered
    bot_version: int = 0  # key in the database, set when read
    from_round: int = 1  # the first round (from 1, over all rulesets) in which it can be paired
    withdrawn_after: int | None = None  # the last round in which it could be paired; None if it plays on
    pool: bool = False  # True for an opponent of the newcomers of a gauntlet


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a tournament, with its ruleset."""

    number: int  # from 1, numbered over all cycles
    ruleset: str
    ruleset_hash: str
    rules: str = ""  # the text of house rules; empty for a built-in ruleset
    cycle: int = 1  # from 1; a cycle is the whole format played once, under one ruleset
    paired: bool = True  # True if its matches are known


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament's settings, entrants and rounds. The settings never change."""

    name: str
    format: str
    boards: int
    secret: bytes
    open_seed: bool
    rated: bool
    runner: str
    clock: Clock
    limits: Limits
    entrants: tuple[Entrant, ...]  # may be added later, and may withdraw
    rounds: tuple[Round, ...]  # may be added later
    owner: str = "local"
    seats: int = 2  # seats of a match; in a Swiss tournament some matches have one less
    planned_rounds: int | None = None  # number of rounds in each cycle
    tie_breaks: tuple[str, ...] = ()  # codes of the tie-breaks; empty: those of the format
    forbidden: tuple[tuple[int, int], ...] = ()  # pairs of entrants that never meet, the lower number first


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a match: a batch of its boards that are played and stored together."""

    round: int
    pairing: int
    piece: int  # from 1
    earlier: int  # number of earlier matches between the same bots in the schedule
    first_board: int
    boards: int
    bots: tuple[int, ...]  # numbers of the entrants, by seat
    key: int = 0  # its key in the database, set when read
    bots_as_paired: tuple[int, ...] = ()  # the same in the pairing's order; empty if equal


@dataclass(frozen=True, slots=True)
class StoredPairing:
    """A paired match, played or not."""

    round: int  # of the tournament
    number: int  # number in its round, from 1
    bots: tuple[int, ...]  # in the pairing's order
    complete: bool  # True if all its pieces are committed or it is forfeited
    forfeits: tuple[int, ...] = ()  # bots that withdrew before it was played


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game's id and its place in the schedule."""

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
    output: bytes  # the start and the end of the bot's stdout and stderr
    request: str  # the open question, as JSON


@dataclass(frozen=True, slots=True)
class EnteredBot:
    """A bot version that has been in a tournament."""

    bot: str
    version: str
    source: str
    tournaments: int
    games: int
    illegal: int = 0  # games lost by each kind of fault; the query does not count them
    timeouts: int = 0
    crashes: int = 0
