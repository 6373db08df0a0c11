"""Branches: the played actions lead to the same game, and bots get what their seats knew."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from zlib import crc32

import pytest

from arena.analysis.branch import BotSeat, BranchTable, compare_branches
from arena.record.dealers import LogCursor, LogDealer
from arena.record.decisions import read_messages
from arena.record.digests import game_digest, game_records
from arena.record.format import FORMATS, BotFault, Decision, Play
from arena.record.match import Verdict
from arena.record.reader import GameLog, read_log
from arena.record.recorder import GameRecorder
from arena.record.replay import Replay, game_of, replay
from arena.rules import (
    Action,
    Event,
    Position,
    action_named,
    apply,
    carry_out,
    forfeit,
    outcome,
    rulesets,
    start,
)
from arena.service.replay.decision import decision_at
from maumau import Bot, Choice, View
from maumau.simulating import simulate
from tests.conftest import Scale
from tests.record.games import golden, play

WITHOUT_FACTS = FORMATS[0]  # a recorder does not pass facts on to the log's dealer
RULESETS = [ruleset.id for ruleset in rulesets()]


class Ended(Exception):
    """Faults have ended the game."""


class Repeated:
    """A recorded game that is played and recorded again, from its start or from a branch."""

    def __init__(self, log: GameLog, ply: int) -> None:
        game = game_of(log.header)
        self.at_fault = set[int]()
        self._log = log
        self._cursor = LogCursor(log)
        self.recorder = GameRecorder(log.header, game.pack, LogDealer(self._cursor, game.pack))
        self.position, _ = start(game, self.recorder)
        for _ in range(1, ply):
            self._step(self._cursor.decision())

    def _step(self, decision: Decision | None) -> None:
        if isinstance(decision, BotFault):
            self._fault(decision)
        else:
            assert decision
            apply(self.position, self._record(decision, self.position), self.recorder)

    def _fault(self, decision: BotFault) -> None:
        self.at_fault.add(decision.seat)
        self.recorder.fault(decision.seat, Verdict(decision.verdict))

    def _record(self, decision: Decision | None, position: Position) -> Action:
        assert decision and not isinstance(decision, BotFault)
        action = action_named(position, decision.action)
        if isinstance(decision, Play):
            self.recorder.play(decision.seat, action, decision.ms)
        else:
            self.recorder.house(decision.seat, action)
        return action

    # ---- the player on every seat of a branch ----

    def start(self, seed: bytes) -> None:
        pass

    def add(self, events: Sequence[Event]) -> None:
        pass

    def decide(self, position: Position) -> Action:
        while isinstance(decision := self._cursor.decision(), BotFault):
            self._fault(decision)
        if decision is None:
            raise Ended
        return self._record(decision, position)

    def digest(self, position: Position) -> str:
        faults = frozenset(self.at_fault)
        log = self.recorder.close(forfeit(position, faults) if faults else outcome(position))
        return game_digest(log.header, game_records(log.records), log.outcome)


def branch_digest(log: GameLog, ply: int) -> str:
    """Return the digest of the game that follows from a branch in which everything is played as recorded."""
    again = Repeated(log, ply)
    position = decision_at(log, ply).position.copy()
    assert position.hands == again.position.hands
    table = BranchTable([again] * log.header.seats, frozenset())
    apply(position, again.decide(position), again.recorder)
    with suppress(Ended):
        while not position.over:
            table.play_deal(position, again.recorder)
    return again.digest(position)


def plies_of(log: GameLog) -> list[int]:
    return [ply.number for ply in replay(log) if isinstance(ply.decision, Play)]


@pytest.mark.parametrize("rules", RULESETS)
def test_played_actions_lead_to_the_same_game(rules: str, scale: Scale) -> None:
    seats = next(iter(r.players[0] for r in rulesets() if r.id == rules))
    for seed in range(scale.pick(quick=1, ci=2, full=40)):
        log = read_log(play(rules, seats, seed, form=WITHOUT_FACTS).data)
        plies = plies_of(log)
        for ply in plies[:: 1 + len(plies) // scale.pick(quick=4, ci=16, full=10_000)]:
            assert branch_digest(log, ply) == log.footer.game_digest


class Digesting(Bot):
    """A bot whose choice depends on everything that it was shown."""

    def choose(self, view: View) -> Choice:
        shown = f"{view}{list(view.history)}{view.unseen}{view.lying}"
        choices = view.plays or view.legal
        return choices[crc32(shown.encode()) % len(choices)]


class Checked:
    """A bot that must decide as recorded."""

    def __init__(self, seat: BotSeat, cursor: LogCursor) -> None:
        self.start, self.add = seat.start, seat.add
        self._seat, self._cursor = seat, cursor

    def decide(self, position: Position) -> Action:
        action, decision = self._seat.decide(position), self._cursor.decision()
        assert isinstance(decision, Play)
        assert action == action_named(position, decision.action)
        return action


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("rules", RULESETS)
def test_bots_get_what_their_seats_were_sent(rules: str) -> None:
    seats = next(iter(r.players[0] for r in rulesets() if r.id == rules))
    log = read_log(simulate([Digesting] * seats, rules, 1, seed=5).games[0].log.encode())
    plies = plies_of(log)
    for ply in (plies[0], plies[len(plies) // 2]):
        cursor = LogCursor(log)
        dealer = LogDealer(cursor, game_of(log.header).pack)
        for step in Replay(log, cursor, dealer):
            if step.number == ply - 1:
                break
        decision = decision_at(log, ply)
        position = decision.position.copy()
        sent = read_messages(log, range(seats), before=ply)
        table = BranchTable([Checked(BotSeat(Digesting, one), cursor) for one in sent], decision.at_fault)
        played = cursor.decision()
        assert isinstance(played, Play)
        assert played == decision.played
        carry_out(position, action_named(position, played.action), dealer)
        table.finish(position, dealer, Random(1))


def test_same_seed_same_values_and_cards() -> None:
    log = read_log(golden("mau-mau").data)
    decision = decision_at(log, 5)
    played = action_named(decision.position, decision.played.action)
    same, again, other = (compare_branches(decision, played, played, 20, seed) for seed in ("1", "1", "2"))
    assert same == again != other
    assert set(same.difference.chances) == set(same.difference.errors) == {0.0}
    assert sum(same.played.chances) == pytest.approx(1)
