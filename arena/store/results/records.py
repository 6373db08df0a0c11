"""The values that the functions of the store take and return."""

from dataclasses import dataclass
from enum import StrEnum

from arena.record.match import Clock, Limits


class TournamentState(StrEnum):
    """The state of a tournament. A tournament that is CANCELLED or OVER cannot change any more.

    The database stores RUNNING for interrupted tournaments too; `display_state` distinguishes them.
    """

    RUNNING = "running"
    INTERRUPTED = "interrupted"  # unfinished, but the process that played it has ended
    PAUSED = "paused"
    CANCELLED = "cancelled"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot in a tournament. `source`: the name or path by which the bot was entered, so that it can be found
    again.

    `from_round` and `withdrawn_after` are numbers of rounds. Rounds are numbered over all rulesets of the
    tournament, from 1.
    """

    number: int  # from 1
    name: str  # the name that this tournament shows
    bot: str  # the bot's own name
    version: str  # SHA-256 of its files, hex
    source: str
    bot_version: int = 0  # key in the database, set when read
    from_round: int = 1  # the first round in which it can be paired
    withdrawn_after: int | None = None  # the last round in which it could be paired; None if it plays on
    pool: bool = False  # True for an opponent of the newcomers of a gauntlet


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a tournament, with its ruleset.

    `cycle`: the number of the round's cycle. A cycle is the whole format played once, under one ruleset.
    """

    number: int  # from 1, numbered over all cycles
    ruleset: str
    ruleset_hash: str
    rules: str = ""  # the text of house rules; empty for a built-in ruleset
    cycle: int = 1  # from 1
    paired: bool = True  # True if its matches are known


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament's settings, entrants and rounds.

    The settings never change. Entrants and rounds may be added later, and entrants may withdraw.
    """

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
    seats: int = 2  # seats of a match; in a Swiss tournament some matches have one less
    planned_rounds: int | None = None  # number of rounds in each cycle
    tie_breaks: tuple[str, ...] = ()  # codes of the tie-breaks; empty: those of the format
    forbidden: tuple[tuple[int, int], ...] = ()  # pairs of entrants that never meet, the lower number first


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a match: a batch of its boards that are played and stored together.

    `bots`: the numbers of the entrants in seat order. `bots_as_paired`: the same numbers in the order of the
    pairing; empty if the two orders are equal.
    """

    round: int
    pairing: int
    piece: int  # from 1
    earlier: int  # number of earlier matches between the same bots in the schedule
    first_board: int
    boards: int
    bots: tuple[int, ...]
    key: int = 0  # its key in the database, set when read
    bots_as_paired: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredPairing:
    """A paired match of two or more bots, played or not."""

    round: int  # of the tournament
    number: int  # number in its round, from 1
    bots: tuple[int, ...]  # in the pairing's order
    complete: bool  # True if all its pieces are committed or it is forfeited
    forfeits: tuple[int, ...] = ()  # bots that withdrew before it was played


@dataclass(frozen=True, slots=True)
class StoredGame:
    """The id of a game and its place in the schedule."""

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
