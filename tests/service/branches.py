"""Play a recorded game again from a branch, with the recorded actions, and record it once more."""

from hashlib import sha256
from random import Random

from arena.analysis.branch import Continuation
from arena.record.dealers import LogCursor, LogDealer
from arena.record.decisions import read_messages
from arena.record.digests import game_digest, game_records
from arena.record.format import FORMATS, BotFault, Decision, Play
from arena.record.match import Limits, Verdict
from arena.record.reader import GameLog
from arena.record.recorder import GameRecorder
from arena.record.replay import game_of, replay
from arena.referee.match.game import SeatingContext
from arena.rules import Action, Position, action_named, apply, forfeit, outcome
from arena.rules.cards import Pack
from arena.service.replay.branch_seating import BranchGame, PastMessages, past_messages

WITHOUT_FACTS = FORMATS[0]  # a recorder does not pass facts on to the log's dealer
STATE = [name for name in Position.__slots__ if name not in {"game", "events", "legal"}]


def plies_of(log: GameLog) -> list[int]:
    """Return the numbers of all decisions of bots."""
    return [ply.number for ply in replay(log) if isinstance(ply.decision, Play)]


def context_of(log: GameLog) -> SeatingContext:
    return SeatingContext(game_of(log.header), 0, log.header.bots, b"", Limits())


class RecordedBranches:
    """The branches of a game in which everything is played as recorded.

    Each plays its deal to the end. From there two branches go on in the same way if their records and
    positions are equal; then only the first of them plays on.
    """

    def __init__(self, log: GameLog) -> None:
        self.log = log
        self._seats = read_messages(log, range(log.header.seats))
        self._decisions = {made.ply: made for one in self._seats for made in one.decisions}
        self._at = {ply.number: ply.line - 2 for ply in replay(log)}  # index of the decision's record
        self._lines = [game_records(record.line().encode()) for record in log.records]
        self._digests: dict[bytes, str] = {}  # of games, by their records and position at a deal's end

    @property
    def plies(self) -> list[int]:
        """The numbers of all decisions of bots."""
        return sorted(self._decisions)

    def digest(self, ply: int) -> str:
        """Return the digest of the game that follows from a branch."""
        decision, header, at = self._decisions[ply], self.log.header, self._at[ply]
        position, history = decision.position.copy(), past_messages(header, self._seats, decision)
        before = b"".join(self._lines[:at])
        again = _Again(self.log, at, position.deal, decision.at_fault)
        action = again.record(again.cursor.decision(), position)
        apply(position, action, again.recorder)
        ends = list[bytes]()
        while not position.over and not again.ended:
            game = BranchGame(
                context_of(self.log), history, Continuation(0, position, again.recorder, Random(ply))
            )
            for seat, made in history.decisions:
                assert game.position is made.position
                assert game.position.turn == seat
                game.carry_out(action)  # ignored
            again.play_deal(game)
            ends.append(_fingerprint(before + again.records, position))
            if known := self._digests.get(ends[-1]):
                break
            rest = ((),) * header.seats
            history = PastMessages(header, history.game, (), rest, frozenset(again.at_fault))
        else:
            known = again.digest(before, position)
        self._digests |= dict.fromkeys(ends, known)
        return known


def _fingerprint(records: bytes, position: Position) -> bytes:
    return sha256(records + repr([getattr(position, name) for name in STATE]).encode()).digest()


class _Cursor(LogCursor):
    """A cursor that begins in the middle of a log, at a decision."""

    def __init__(self, log: GameLog, at: int, deal: int) -> None:
        super().__init__(log)
        self._at, self._deal = at, deal


class _Recorder(GameRecorder):
    """A recorder that begins in the middle of a game, at a decision."""

    def __init__(self, log: GameLog, pack: Pack, cursor: LogCursor, deal: int) -> None:
        super().__init__(log.header, pack, LogDealer(cursor, pack))
        self._deal = deal


class _Again:
    """The rest of a recorded game, from the decision in record `at` on, played and recorded again."""

    def __init__(self, log: GameLog, at: int, deal: int, at_fault: frozenset[int]) -> None:
        self.at_fault = set(at_fault)
        self.ended = False  # by faults
        self.cursor = _Cursor(log, at, deal)
        self.recorder = _Recorder(log, game_of(log.header).pack, self.cursor, deal)

    def record(self, decision: Decision | None, position: Position) -> Action:
        assert decision and not isinstance(decision, BotFault)
        action = action_named(position, decision.action)
        if isinstance(decision, Play):
            self.recorder.play(decision.seat, action, decision.ms)
        else:
            self.recorder.house(decision.seat, action)
        return action

    @property
    def records(self) -> bytes:
        return game_records(self.recorder.lines_since(0)[0])

    def play_deal(self, game: BranchGame) -> None:
        while game.closed is None and not self.ended:
            decision = self.cursor.decision()
            if isinstance(decision, BotFault):
                self.at_fault.add(decision.seat)
                self.recorder.fault(decision.seat, Verdict(decision.verdict))
                game.judge(decision.seat, Verdict(decision.verdict))
            elif decision is None:
                self.ended = True
            else:
                game.carry_out(self.record(decision, game.position))

    def digest(self, before: bytes, position: Position) -> str:
        faults = frozenset(self.at_fault)
        log = self.recorder.close(forfeit(position, faults) if faults else outcome(position))
        return game_digest(log.header, before + game_records(log.records), log.outcome)
