"""A match as data: a MatchSpec describes it, and `run_match` returns its MatchRecord.

Both classes are sent between processes as JSON. Their fields are strings, numbers, tuples, or dataclasses
with such fields.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class Verdict(StrEnum):
    """The referee's judgement of a bot in one game."""

    OK = "OK"
    ILLEGAL = "ILLEGAL"
    TIMEOUT = "TIMEOUT"
    STALL = "STALL"
    DISCONNECT = "DISCONNECT"
    PROTOCOL = "PROTOCOL"
    OOM = "OOM"
    NO_START = "NO_START"
    RESIGN = "RESIGN"
    INTERNAL = "INTERNAL"
    VOID = "VOID"

    @property
    def words(self) -> str:
        """Return the verdict in words, such as "out of time"."""
        return _WORDS[self]


_WORDS: Final = {
    Verdict.OK: "no fault",
    Verdict.ILLEGAL: "illegal move",
    Verdict.TIMEOUT: "out of time",
    Verdict.STALL: "out of time in another game",
    Verdict.DISCONNECT: "disconnected",
    Verdict.PROTOCOL: "broke the protocol",
    Verdict.OOM: "out of memory",
    Verdict.NO_START: "did not start",
    Verdict.RESIGN: "resigned",
    Verdict.INTERNAL: "fault of the arena",
    Verdict.VOID: "not counted",
}
BLAMELESS: Final = (Verdict.OK, Verdict.INTERNAL, Verdict.VOID)
UNCOMPARED: Final = (Verdict.NO_START, Verdict.VOID)  # such a game does not show how well the bot plays


@dataclass(frozen=True, slots=True)
class Clock:
    """A bot's thinking time for one whole game, in milliseconds.

    `Clock(0, 0, 0)` means no limit.
    """

    bank_ms: int = 10_000  # at the start
    increment_ms: int = 100  # added for each decision
    cap_ms: int = 60_000  # the most that the bot can have


@dataclass(frozen=True, slots=True)
class BotSpec:
    """One bot of a match, and how to start it."""

    name: str
    version: str  # SHA-256 of the bot's files, hex
    command: tuple[str, ...]  # argv
    folder: str  # where the command starts: on this machine for a process, otherwise in the image
    image: str = ""  # the image's id, never a name: "sha256:…"
    runner: str = ""  # name of this bot's runner; empty: the match's runner
    clock: Clock | None = None  # this bot's clock; None: the match's


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one running bot, and the memory limit of the match process."""

    in_flight: int = 64  # games that a bot plays at once, at most 256
    start_ms: int = 10_000  # from the sandbox's start to the Hello
    note_bytes: int = 200  # of one note, at most 200
    output_bytes: int = 65_536  # how much of a bot's stdout and stderr is stored
    game_note_bytes: int = 65_536  # of all notes of a bot in one game
    printed_bytes: int = 16_777_216  # how much a bot may print
    memory_bytes: int = 2_147_483_648  # data of the match process


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """The description of a match, or of a piece (some of the boards) of a match.

    Each board is played once in each rotation (assignment of the bots to seats, see `bot_on`).
    """

    id: str
    ruleset: str  # "mau-mau@1"; for house rules see `rules`
    bots: tuple[BotSpec, ...]
    first_board: int  # its number in the whole match
    secrets: tuple[str, ...]  # one for each board, 32 bytes each, in hex
    key: str  # 32 bytes in hex, from which the bots' random seeds derive
    runner: str = "process"
    clock: Clock = Clock()
    limits: Limits = Limits()
    only: int = 0  # how many rotations are played; 0: all
    rules: str = ""  # stated house rules; empty for a fixed ruleset
    viewer: int | None = None  # the bot whose hand the live feed shows; None shows no hand

    @property
    def rotations(self) -> int:
        """Return how many times each board is played."""
        return self.only or len(self.bots)


def bot_on(seat: int, rotation: int, seats: int) -> int:
    """Return the number of the bot in a seat. In rotation r, bot b sits in seat (b + r) mod `seats`."""
    return (seat - rotation) % seats


def seat_of(bot: int, rotation: int, seats: int) -> int:
    """Return the seat of a bot in a rotation; the inverse of `bot_on`."""
    return (bot + rotation) % seats


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """The result of one seat's bot in one game."""

    bot: int  # index into MatchSpec.bots
    place: int  # 1 is best; shared places are equal
    points: int  # total of the game by the ruleset's scoring
    score: float  # (k - place) / (k - 1), shared places averaged
    verdict: Verdict
    decisions: int
    time_ms: float  # thinking time charged in the whole game


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The result of one game of a match, with its log."""

    id: str
    board: int
    rotation: int
    seats: tuple[SeatRecord, ...]  # by seat
    termination: str  # WON, BLOCKED, DECISIONS, DEALS, FORFEIT, NO_START, VOID
    plies: int
    game_digest: str
    log_digest: str
    log: str  # base64 of the board's packed logs from this game on; empty if the game was not
    # played, or if its log is packed with that of an earlier game


@dataclass(frozen=True, slots=True)
class FaultRecord:
    """A bot's fault, as reported to its owner. With the verdict OK it is only a warning."""

    game: str  # id of the game; empty if none was open, or for a warning
    bot: int
    seat: int
    verdict: Verdict
    detail: str
    elapsed_ms: float  # from the start of waiting to the verdict
    limit_ms: float  # the limit that was broken, 0 if none
    exit_code: int | None
    output: str  # the end of the bot's stdout and stderr, base64
    request: str  # the question that was open, as JSON, if there was one

    @property
    def is_warning(self) -> bool:
        """True if this is only a warning to the owner, not a fault."""
        return self.verdict is Verdict.OK


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The results of all games of a MatchSpec."""

    id: str
    games: tuple[GameRecord, ...] = field(repr=False)  # by board, then rotation (too long for a repr)
    faults: tuple[FaultRecord, ...] = ()
    internal: tuple[str, ...] = ()  # the arena's own failures; after each, all boards are played again

    @property
    def games_with_fault(self) -> int:
        """Return the number of games in which a bot was at fault."""
        return sum(any(seat.verdict not in BLAMELESS for seat in game.seats) for game in self.games)

    def scores(self, bots: int) -> tuple[float, ...]:
        """Return the score of each bot, summed over all games. `bots`: the number of bots."""
        sums = [0.0] * bots
        for game in self.games:
            for seat in game.seats:
                sums[seat.bot] += seat.score
        return tuple(sums)
