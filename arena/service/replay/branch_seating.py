"""Let bots play on from one decision of a recorded game, many times. The bots run as in a match."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.analysis.branch import Continuation, Continuations
from arena.record.decisions import SeatDecision, SeatMessages
from arena.record.format import Header
from arena.record.match import BotSpec, Clock, FaultRecord, Limits, Verdict
from arena.record.recorder import GameRecorder
from arena.referee.faults import DetectedFault
from arena.referee.match.game import FinishedGame, LiveSeat, OpenGame, SeatingContext
from arena.referee.match.games import Board
from arena.referee.match.instance import Instance
from arena.referee.match.seating import MatchContext, SeatedBot, Seating, raise_unavailable
from arena.referee.net.arrival_times import LagSelector
from arena.rules import Action, Event, GameRules, forfeit
from arena.sandbox.match_dir import clean_up_after, run_directory
from arena.sandbox.protocol import Runner
from arena.sandbox.runners import runner as runner_named
from arena.wire.limits import SEED_BYTES

REPORT_INTERVAL_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class PastMessages:
    """Everything that the seats of a game received before a branch.

    `at_fault`: the seats whose bots already had a fault. `decisions`: the earlier decisions of seats
    without a fault, in order, each with its seat. `rest`: for each seat, the events since its last decision.
    """

    header: Header
    game: GameRules
    decisions: tuple[tuple[int, SeatDecision], ...]
    rest: tuple[tuple[Event, ...], ...]
    at_fault: frozenset[int]


def past_messages(header: Header, seats: Sequence[SeatMessages], decision: SeatDecision) -> PastMessages:
    """Return everything that the seats received before a decision. `seats`: the messages to every seat."""
    ply, turn = decision.ply, decision.position.turn
    before = [[made for made in one.decisions if made.ply < ply] for one in seats]
    events = [event for made in (*before[turn], decision) for event in made.news]  # the same for all seats
    decisions = [
        (one.seat, made)
        for one, all_made in zip(seats, before, strict=True)
        for made in all_made
        if one.seat not in decision.at_fault
    ]
    return PastMessages(
        header,
        decision.position.game,
        tuple(sorted(decisions, key=lambda made: made[1].ply)),
        tuple(tuple(events[sum(len(made.news) for made in all_made) :]) for all_made in before),
        decision.at_fault,
    )


class BranchGame(OpenGame):
    """A continuation of a recorded game, played by the referee.

    At first, each bot gets its seat's recorded questions again. The bot's answers to them are ignored.
    """

    __slots__ = ("_continuation", "_deal", "_history", "_repeated", "_seeds")
    may_resign = False

    def __init__(self, context: SeatingContext, history: PastMessages, continuation: Continuation) -> None:
        # Not OpenGame's: no cards are dealt.
        self.context = context
        self.board = continuation.number
        self.secret = b""
        self.number = -1
        self.id = history.header.game
        self.commitment = bytes.fromhex(history.header.commitment)
        self.log = GameRecorder(history.header, context.game.pack, continuation.dealer)  # read by nobody
        self.seats = tuple([LiveSeat() for _ in range(context.game.seats)])
        self.closed = None
        self._history = history
        self._continuation = continuation
        self._deal = continuation.position.deal
        self._seeds = [continuation.chance.randbytes(SEED_BYTES) for _ in self.seats]
        self._repeated = 0  # number of recorded decisions
        self._repeat_or_begin()

    def seed(self, seat: int) -> bytes:
        return self._seeds[seat]

    def carry_out(self, action: Action) -> None:
        """Carry out a bot's action, if the continuation has started.

        Until then, bots only answer repeated questions: ignore the action, and go to the next recorded
        decision.
        """
        if self.position is not self._continuation.position:
            self._repeat_or_begin()
            return
        self._continuation.actions.append(action)
        super().carry_out(action)
        self._end_with_deal()

    def judge(self, seat: int, verdict: Verdict) -> None:
        """Record a seat's fault (verdict). From then on, the fallback player plays for the seat."""
        self.seats[seat].verdict = verdict

    def end(self) -> None:
        self.closed = self.log.close(forfeit(self.position, self._at_fault()))

    def _repeat_or_begin(self) -> None:
        """Go to the next recorded decision; after the last decision, start the continuation."""
        if self._repeated < len(self._history.decisions):
            seat, decision = self._history.decisions[self._repeated]
            self._repeated += 1
            self.position = decision.position
            self.seats[seat].pending = [*decision.news]
            return
        self.position = self._continuation.position
        for live, rest in zip(self.seats, self._history.rest, strict=True):
            live.pending = [*rest, *self.position.events]
        self._end_with_deal()

    def _end_with_deal(self) -> None:
        if self.position.over or self.position.deal != self._deal:
            self.end()


class BranchSeating(Seating):
    """The bots that play all continuations. They stop at the first fault, or when the caller cancels."""

    max_fresh = 0

    def __init__(
        self,
        host: MatchContext,
        history: PastMessages,
        bots: Mapping[int, SeatedBot],
        continuations: Continuations,
    ) -> None:
        self.cancelled: Exception | None = None  # raised by the caller
        self._history = history
        self._continuations = continuations
        self._open: dict[int, Continuation] = {}  # by number
        super().__init__(
            host,
            SeatingContext(history.game, 0, history.header.bots, b"", Limits()),
            [Board(number, b"") for number in range(len(continuations))],
            bots,
            self._finish,
        )
        for seat in history.at_fault:
            self.games.give_up(seat, Verdict.DISCONNECT)

    async def play(self) -> None:
        reporting = asyncio.create_task(self._report())
        try:
            await super().play()
        finally:
            reporting.cancel()

    async def _report(self) -> None:
        """Report the progress often. Stop the games if the report raises an exception."""
        while not self.cancelled:
            try:
                self._continuations.report()
            except Exception as reason:
                self.cancelled = reason
                self.stop()
            await asyncio.sleep(REPORT_INTERVAL_S)

    def new_game(self, context: SeatingContext, board: int, secret: bytes) -> BranchGame:
        continuation = self._open[board] = self._continuations.start(board)
        return BranchGame(context, self._history, continuation)

    def _finish(self, game: FinishedGame) -> None:
        self._continuations.finish(self._open.pop(game.board))

    @property
    def fault(self) -> FaultRecord | None:
        """The first fault of a bot; None if no bot had a fault."""
        return next((one for one in self.faults if not one.is_warning), None)

    def on_lost(self, instance: Instance, fault: DetectedFault, in_game: int | None) -> None:
        super().on_lost(instance, fault, in_game)
        self.stop()

    def _check_finished(self) -> None:
        super()._check_finished()
        if any(instance.stream.faults for instance in self._instances.values()):
            self.stop()


def play_on(
    continuations: Continuations, history: PastMessages, bots: Sequence[BotSpec], clock: Clock, runner: str
) -> FaultRecord | None:
    """Let bots play all continuations of a game, as in a match. Each bot gets only what its seat knew.

    Stop at the first fault and return it; return None if no bot had a fault. `history`: everything that the
    seats received before the branch. `bots`: in seat order.

    Raise Unavailable if no bot can be started, and any exception that the progress report of `continuations`
    raises.
    """
    selector = LagSelector()

    async def play(run: Path, runners: Mapping[str, Runner]) -> FaultRecord | None:
        seated = {
            seat: SeatedBot(seat, bot, runners[bot.runner or runner])
            for seat, bot in enumerate(bots)
            if seat not in history.at_fault
        }
        seating = BranchSeating(MatchContext(run, clock, selector), history, seated, continuations)
        await seating.play()
        if seating.cancelled:
            raise seating.cancelled
        return seating.fault

    with run_directory() as run:
        names = {bot.runner or runner for bot in bots}
        runners = {name: runner_named(name, run, history.header.game) for name in names}
        with (
            clean_up_after([*runners.values()]),
            raise_unavailable(),
            asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as loop,
        ):
            return loop.run(play(run, runners))
