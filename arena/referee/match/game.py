"""One game in progress, as a plain state machine without input or output."""

from collections.abc import Sequence
from dataclasses import dataclass
from hmac import digest as hmac_digest
from math import inf
from secrets import token_hex
from typing import Final, NamedTuple

from arena.record.format import BotName
from arena.record.match import Limits, Verdict
from arena.record.orders import OrderDealer, orders_of
from arena.record.recorder import GameRecorder, UnrevealedLog, header_of
from arena.referee.clock import Budget
from arena.rules.apply import carry_out
from arena.rules.choices import Action
from arena.rules.dealing import start
from arena.rules.ending import forfeit, outcome
from arena.rules.events import Event, EventKind
from arena.rules.game import GameRules
from arena.rules.legal import choices
from arena.wire.limits import SEED_BYTES

_LIMITS: Final = Limits()
OK: Final = Verdict.OK  # a member looked up by its enum costs much in Python 3.11


@dataclass(frozen=True, slots=True)
class SeatingContext:
    """The data that all games of one seating (one way to seat the bots) share."""

    game: GameRules
    rotation: int
    bots: tuple[BotName, ...]  # by seat
    key: bytes  # the secret from which the bots' random seeds are made
    limits: Limits = _LIMITS


class LiveSeat:
    """One seat of a running game."""

    __slots__ = ("asked", "left", "noted", "pending", "used", "verdict")

    def __init__(self) -> None:
        self.asked = 0  # decisions, including the open one
        self.used = 0.0  # seconds
        self.left = inf  # seconds, including those for the open decision
        self.noted = 0  # bytes of notes
        self.verdict = OK
        self.pending: list[Event] = []  # events that were not sent yet

    def ask(self, budget: Budget | None) -> float:
        """Count one more decision. Return the seconds left to the bot for it; infinity without a clock."""
        self.asked += 1
        if budget is not None:
            self.left = budget.of(self.asked) - self.used
        return self.left


class FinishedGame(NamedTuple):
    """The data from which a finished game's record is made."""

    context: SeatingContext
    id: str
    board: int
    secret: bytes
    log: UnrevealedLog
    seats: Sequence[LiveSeat]
    plies: int


class OpenGame:
    """A running game, from its deal to its outcome."""

    may_resign = True  # False: a bot that resigns is taken to play its answer

    __slots__ = (
        "board",
        "closed",
        "commitment",
        "context",
        "id",
        "log",
        "number",
        "position",
        "seats",
        "secret",
    )

    def __init__(self, context: SeatingContext, board: int, secret: bytes) -> None:
        game = context.game
        self.context = context
        self.board = board
        self.secret = secret
        self.number = -1  # identifies the game in messages; -1 before the game starts
        self.id = token_hex(16)
        header = header_of(game, self.id, board, context.rotation, secret, context.bots)
        self.commitment = bytes.fromhex(header.commitment)
        dealer = OrderDealer(secret, game.pack.size, orders_of(secret, game.pack.size))
        self.log = GameRecorder(header, game.pack, dealer)
        self.position, events = start(game, self.log)
        self.seats = tuple([LiveSeat() for _ in range(game.seats)])
        self._queue(events)
        self.closed: UnrevealedLog | None = None  # the game's log, once the game has ended

    def seed(self, seat: int) -> bytes:
        """Return the random seed that the bot on this seat gets for this game."""
        name = f"{self.board}/{self.context.rotation}/{seat}"
        return hmac_digest(self.context.key, name.encode(), "sha256")[:SEED_BYTES]

    def carry_out(self, action: Action) -> None:
        """Carry out a legal action that is already in the log."""
        self._queue(carry_out(self.position, action, self.log))

    def play_fallback(self, seat: int) -> None:
        """Play the first legal choice, in place of the bot at fault on this seat."""
        action = choices(self.position)[0].default()
        self.log.house(seat, action)
        self.carry_out(action)

    def judge(self, seat: int, verdict: Verdict) -> None:
        """Give the bot on this seat a verdict and take the bot out of the game.

        End the game if at most one bot remains in it.
        """
        self.seats[seat].verdict = verdict
        self.log.fault(seat, verdict)
        self._queue((Event(EventKind.FORFEITED, seat),))
        if len(self.seats) - len(self._at_fault()) <= 1:
            self.end()

    def end(self) -> None:
        """End the game and compute its outcome. Call this when the game is over by the rules or by faults."""
        faulty = self._at_fault()
        how = forfeit(self.position, faulty) if faulty else outcome(self.position)
        self.closed = self.log.close(how)

    def summarize(self) -> FinishedGame:
        """Return the data from which the record of this finished game is made."""
        assert self.closed is not None
        return FinishedGame(
            self.context,
            self.id,
            self.board,
            self.secret,
            self.closed,
            self.seats,
            self.position.ply,
        )

    def _at_fault(self) -> frozenset[int]:
        """Return the seats whose bots have a verdict other than OK."""
        return frozenset([seat for seat, one in enumerate(self.seats) if one.verdict is not OK])

    def _queue(self, events: Sequence[Event]) -> None:
        for seat in self.seats:
            seat.pending += events
