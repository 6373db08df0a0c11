"""Play a recorded game again from a branch, with the recorded actions, and record it once more."""

from random import Random

from arena.analysis.branch import Continuation
from arena.record.dealers import LogCursor, LogDealer
from arena.record.digests import game_digest, game_records
from arena.record.format import FORMATS, BotFault, Decision, Play
from arena.record.match import Limits, Verdict
from arena.record.reader import GameLog
from arena.record.recorder import GameRecorder
from arena.record.replay import game_of, replay
from arena.referee.match.game import SeatingContext
from arena.rules import Action, Position, action_named, apply, choices, forfeit, observe, outcome, start
from arena.service.replay.branch_seating import BranchGame, PastMessages, read_past_messages
from arena.service.replay.decision import decision_at

WITHOUT_FACTS = FORMATS[0]  # a recorder does not pass facts on to the log's dealer


def plies_of(log: GameLog) -> list[int]:
    """Return the numbers of all decisions of bots."""
    return [ply.number for ply in replay(log) if isinstance(ply.decision, Play)]


def context_of(log: GameLog) -> SeatingContext:
    return SeatingContext(game_of(log.header), 0, log.header.bots, b"", Limits())


def branch_digest(log: GameLog, ply: int) -> str:
    """Return the digest of the game that follows from a branch in which everything is played as recorded."""
    again = _Again(log, ply)
    decision = decision_at(log, ply)
    position, history = decision.position.copy(), read_past_messages(log, decision)
    assert position.hands == again.position.hands
    apply(position, again.record(again.cursor.decision(), position), again.recorder)
    while not position.over and not again.ended:
        game = BranchGame(context_of(log), history, Continuation(0, position, again.recorder, Random(ply)))
        for seat, made in history.decisions:
            assert (game.position.turn, game.position.ply) == (seat, made.position.ply)
            assert choices(game.position) == made.choices
            assert observe(game.position, seat) == made.seen
            game.carry_out(choices(game.position)[0].default())  # ignored
        again.play_deal(game)
        rest = ((),) * log.header.seats
        history = PastMessages(log.header, history.game, (), rest, frozenset(again.at_fault))
    return again.digest(position)


class _Again:
    """A recorded game that is played and recorded again. It begins just before the decision at `ply`."""

    def __init__(self, log: GameLog, ply: int) -> None:
        game = game_of(log.header)
        self.at_fault = set[int]()
        self.ended = False  # by faults
        self.cursor = LogCursor(log)
        self.recorder = GameRecorder(log.header, game.pack, LogDealer(self.cursor, game.pack))
        self.position, _ = start(game, self.recorder)
        for _ in range(1, ply):
            decision = self.cursor.decision()
            if isinstance(decision, BotFault):
                self._fault(decision)
            else:
                apply(self.position, self.record(decision, self.position), self.recorder)

    def record(self, decision: Decision | None, position: Position) -> Action:
        assert decision and not isinstance(decision, BotFault)
        action = action_named(position, decision.action)
        if isinstance(decision, Play):
            self.recorder.play(decision.seat, action, decision.ms)
        else:
            self.recorder.house(decision.seat, action)
        return action

    def play_deal(self, game: BranchGame) -> None:
        while game.closed is None and not self.ended:
            decision = self.cursor.decision()
            if isinstance(decision, BotFault):
                self._fault(decision)
                game.judge(decision.seat, Verdict(decision.verdict))
            elif decision is None:
                self.ended = True
            else:
                game.carry_out(self.record(decision, game.position))

    def _fault(self, decision: BotFault) -> None:
        self.at_fault.add(decision.seat)
        self.recorder.fault(decision.seat, Verdict(decision.verdict))

    def digest(self, position: Position) -> str:
        faults = frozenset(self.at_fault)
        log = self.recorder.close(forfeit(position, faults) if faults else outcome(position))
        return game_digest(log.header, game_records(log.records), log.outcome)
