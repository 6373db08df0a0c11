"""One game in progress: a plain state machine that the match's loop moves on."""

from collections.abc import Sequence
from dataclasses import dataclass
from hmac import digest as hmac_digest
from math import inf
from secrets import token_hex
from typing import Final, NamedTuple

from arena.record.match import Limits, Verdict
from arena.record.orders import OrderDealer, orders_of
from arena.record.recorder import ClosedLog, GameRecorder, header_of
from arena.record.records import BotName
from arena.referee.clock import Budget
from arena.rules.apply import carry_out
from arena.rules.choices import Action
from arena.rules.deals import start
from arena.rules.ending import forfeit, outcome
from arena.rules.events import Event, EventKind
from arena.rules.game import Game
from arena.rules.legal import choices

_SEED_BYTES: Final = 8
_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Setting:
    """What all games of one rotation have in common. `bots` are by seat; bots' seeds come from `key`.

    `budget`: of time, None where there is no clock.
    """

    game: Game
    rotation: int
    bots: tuple[BotName, ...]
    key: bytes
    budget: Budget | None
    limits: Limits = _LIMITS


class OverGame(NamedTuple):
    """What is kept of a game until its secret may be shown; lists are by seat."""

    setting: Setting
    id: str
    board: int
    secret: bytes
    log: ClosedLog
    verdicts: Sequence[Verdict]
    decisions: Sequence[int]
    used: Sequence[float]  # seconds
    plies: int


class LiveGame:
    """A game from its first card to its outcome. Everything in it that is a list is by seat."""

    __slots__ = (
        "board",
        "closed",
        "commitment",
        "decisions",
        "id",
        "left",
        "log",
        "noted",
        "number",
        "pending",
        "position",
        "secret",
        "setting",
        "used",
        "verdicts",
    )

    def __init__(self, setting: Setting, board: int, secret: bytes) -> None:
        game, seats = setting.game, setting.game.seats
        self.setting = setting
        self.board = board
        self.secret = secret
        self.number = -1  # on all its streams, once it has begun
        self.id = token_hex(16)
        header = header_of(game, self.id, board, setting.rotation, secret, setting.bots)
        self.commitment = bytes.fromhex(header.commitment)
        dealer = OrderDealer(secret, game.pack.size, orders_of(secret, game.pack.size))
        self.log = GameRecorder(header, game.pack, dealer)
        self.position, events = start(game, self.log)
        self.pending: list[list[Event]] = [list(events) for _ in range(seats)]  # what a seat was not told yet
        self.decisions = [0] * seats  # asked for, the open one counted
        self.used = [0.0] * seats  # seconds
        self.left = [inf] * seats  # seconds, those for the open decision counted
        self.noted = [0] * seats  # bytes of notes
        self.verdicts = [Verdict.OK] * seats
        self.closed: ClosedLog | None = None  # when it is over

    def seed(self, seat: int) -> bytes:
        """What the bot's own randomness in this game starts from."""
        name = f"{self.board}/{self.setting.rotation}/{seat}"
        return hmac_digest(self.setting.key, name.encode(), "sha256")[:_SEED_BYTES]

    def ask(self, seat: int) -> float:
        """One more decision: the seconds that the seat has left now."""
        self.decisions[seat] = asked = self.decisions[seat] + 1
        budget = self.setting.budget
        if budget is None:
            return inf
        self.left[seat] = left = budget.of(asked) - self.used[seat]
        return left

    def carry_out(self, action: Action) -> None:
        """Carry out a legal action that is written in the log."""
        self._tell(carry_out(self.position, action, self.log))

    def play_for(self, seat: int) -> None:
        """The house seat plays for a bot that was at fault: the first choice as it is."""
        action = choices(self.position)[0].default()
        self.log.house(seat, action)
        self.carry_out(action)

    def judge(self, seat: int, verdict: Verdict) -> None:
        """A bot was at fault. The game ends unless two others play on."""
        self.verdicts[seat] = verdict
        self.log.fault(seat, verdict)
        self._tell((Event(EventKind.FORFEITED, seat),))
        if self.verdicts.count(Verdict.OK) <= 1:
            self.end()

    def end(self) -> None:
        """The game is over by the rules, or for want of players."""
        faulty = frozenset(seat for seat, verdict in enumerate(self.verdicts) if verdict is not Verdict.OK)
        how = forfeit(self.position, faulty) if faulty else outcome(self.position)
        self.closed = self.log.close(how)

    def over(self) -> OverGame:
        """Once it is over: all that is still needed of it. The rest is a hundred times that."""
        assert self.closed is not None
        return OverGame(
            self.setting,
            self.id,
            self.board,
            self.secret,
            self.closed,
            self.verdicts,
            self.decisions,
            self.used,
            self.position.ply,
        )

    def _tell(self, events: Sequence[Event]) -> None:
        for pending in self.pending:
            pending.extend(events)
