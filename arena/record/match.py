"""The unit of work as plain data: `run_match(MatchSpec) -> MatchRecord`.

Both cross process boundaries as JSON, so they hold only strings, numbers, tuples and each other.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class Verdict(StrEnum):
    """The referee's judgement of a bot in a game."""

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
        """Return the verdict in words: "out of time"."""
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
    """A bot's time for one game: bank + increment per decision, at most cap, in milliseconds.

    `Clock(0, 0, 0)` means no limit.
    """

    bank_ms: int = 10_000
    increment_ms: int = 100
    cap_ms: int = 60_000


@dataclass(frozen=True, slots=True)
class BotSpec:
    """One bot of a match: its name, its version, and how to start it.

    The command starts in `folder`, on this machine for a process, otherwise in the image. `runner` overrides
    that of the match.
    """

    name: str
    version: str  # SHA-256 of the bot's files, hex
    command: tuple[str, ...]  # argv
    folder: str
    image: str = ""  # the image's id, never a name: "sha256:…"
    runner: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one bot instance and of the match process."""

    in_flight: int = 64  # games open at once on a stream, at most 256
    start_ms: int = 10_000  # from the sandbox's start to the Hello
    note_bytes: int = 200  # of one note, at most 200
    output_bytes: int = 65_536  # stored of a bot's stdout and stderr together
    game_note_bytes: int = 65_536  # of all notes of a bot in one game
    printed_bytes: int = 16_777_216  # that it may print; more is a flood
    memory_bytes: int = 2_147_483_648  # of data, of the match process


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """A match or a piece of one: `len(secrets)` boards, each in all k rotations or in the first `only`.

    In rotation r bot b sits in seat (b + r) mod k. `first_board` is the first board's number in the whole
    match. `secrets` are 32 bytes each and `key` 32 bytes, all hex; the bots' seeds derive from `key`.
    """

    id: str
    ruleset: str  # "mau-mau@1"; for house rules see `rules`
    bots: tuple[BotSpec, ...]
    first_board: int
    secrets: tuple[str, ...]
    key: str
    runner: str = "process"
    clock: Clock = Clock()
    limits: Limits = Limits()
    only: int = 0  # number of rotations, 0 for all
    rules: str = ""  # stated house rules; empty for a fixed ruleset

    @property
    def rotations(self) -> int:
        """The number of times that each board is played."""
        return self.only or len(self.bots)


def bot_on(seat: int, rotation: int, seats: int) -> int:
    """Return the bot in a seat: in rotation r bot b sits in seat (b + r) mod k."""
    return (seat - rotation) % seats


def seat_of(bot: int, rotation: int, seats: int) -> int:
    """Return the seat of a bot."""
    return (bot + rotation) % seats


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat of one game."""

    bot: int  # index into MatchSpec.bots
    place: int  # 1 is best; shared places are equal
    points: int  # total of the game by the ruleset's scoring
    score: float  # (k - place) / (k - 1), shared places averaged
    verdict: Verdict
    decisions: int
    time_ms: float  # thinking time charged in the whole game


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a match."""

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
    """A bot's fault, for its owner; a warning if the verdict is OK and no game is named."""

    game: str  # id of the game, empty if none was open
    bot: int
    seat: int
    verdict: Verdict
    detail: str
    elapsed_ms: float  # from the start of waiting to the verdict
    limit_ms: float  # the limit that was broken, 0 if none
    exit_code: int | None
    output: str  # the last of the bot's stdout and stderr, base64
    request: str  # the question that was open, as JSON, if there was one

    @property
    def is_warning(self) -> bool:
        """True for a hint to the owner that is not a fault."""
        return self.verdict is Verdict.OK


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """All games of a spec, in the order board, rotation.

    `internal`: the arena's own failures, one for each time that all boards were restarted. After too many
    restarts all games are VOID.
    """

    id: str
    games: tuple[GameRecord, ...] = field(repr=False)  # too long to be worth building
    faults: tuple[FaultRecord, ...] = ()
    internal: tuple[str, ...] = ()

    @property
    def games_with_fault(self) -> int:
        """The number of games with a bot at fault."""
        return sum(any(seat.verdict not in BLAMELESS for seat in game.seats) for game in self.games)

    def scores(self, bots: int) -> tuple[float, ...]:
        """Return the score of each of `bots` bots, summed over the games."""
        sums = [0.0] * bots
        for game in self.games:
            for seat in game.seats:
                sums[seat.bot] += seat.score
        return tuple(sums)
