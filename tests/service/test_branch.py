"""Branches: the played actions lead to the same game, and bots get what their seats knew."""

from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

from arena.analysis.branch import Continuation
from arena.record.dealers import LogCursor, LogDealer
from arena.record.decisions import read_messages
from arena.record.format import Cut, Deal, Play, Reshuffle, Starter, Take
from arena.record.match import Clock, Verdict
from arena.record.reader import GameLog, read_log
from arena.record.replay import replay
from arena.referee.match.game import SeatingContext
from arena.referee.match.games import Board, OpenGames
from arena.referee.match.scripted import Reply, play_games
from arena.rules import action_named, carry_out, rulesets
from arena.rules.house_rules.load import load_house_rules
from arena.service.bots import resolve_bot
from arena.service.errors import BadBot
from arena.service.replay.branch import branch
from arena.service.replay.branch_seating import BranchGame, past_messages
from arena.service.replay.decision import decision_at
from arena.service.replay.page_server import GameRequests
from arena.viewer.replay.legal_actions import legal_actions
from maumau import Bot, Choice, View
from maumau.session import Session
from maumau.simulating import simulate
from maumau.v1 import referee_pb2 as pb
from tests.conftest import Scale
from tests.record.games import golden, play
from tests.service.branches import WITHOUT_FACTS, RecordedBranches, context_of, plies_of

RULESETS = [ruleset.id for ruleset in rulesets()]
DEALT = (Deal, Take, Starter, Cut, Reshuffle)
HOUSE_RULES = load_house_rules(
    'id = "sunday"\ntitle = "Sunday"\nbase = "mau-mau"\noptions = ["W-7-STACK", "W-DEAL=6"]\n'
).ruleset
HOSTILE = Path(__file__).parents[1] / "bots"


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("rules", RULESETS)
def test_played_actions_lead_to_the_same_game(rules: str, scale: Scale) -> None:
    seats = next(iter(r.players[0] for r in rulesets() if r.id == rules))
    for seed in range(scale.pick(quick=1, ci=2, full=40)):
        log = read_log(play(rules, seats, seed, form=WITHOUT_FACTS).data)
        branches = RecordedBranches(log)
        for ply in branches.plies[:: 1 + len(branches.plies) // scale.pick(quick=4, ci=16, full=10_000)]:
            assert branches.digest(ply) == log.footer.game_digest


def test_played_actions_lead_to_the_same_game_with_faults() -> None:
    faults = {6: (1, Verdict.TIMEOUT), 12: (2, Verdict.DISCONNECT)}
    log = read_log(play("mau-mau", 4, 3, faults=faults, form=WITHOUT_FACTS).data)
    branches = RecordedBranches(log)
    assert branches.plies[0] < min(faults) < max(faults) < branches.plies[-1]
    assert {branches.digest(ply) for ply in branches.plies} == {log.footer.game_digest}


def test_branches_by_house_rules() -> None:
    for seats in HOUSE_RULES.players:
        log = read_log(play(HOUSE_RULES, seats, 3, form=WITHOUT_FACTS).data)
        branches = RecordedBranches(log)
        assert {branches.digest(ply) for ply in branches.plies} == {log.footer.game_digest}
        decisions = legal_actions(log)
        ply, _, actions = next(one for one in decisions["decisions"] if len(one[2]) > 1)
        action = decisions["actions"][actions[1]][0]
        found = GameRequests(log).branch({"ply": ply, "action": action, "boards": 20})
        assert found["calibration_error"] is None
        assert 0 < found["other"][0] < 1


text_of = cache(repr)  # of an event; a long history shows the same events again and again


class Digesting(Bot):
    """A bot whose choice depends on everything that it was shown."""

    def choose(self, view: View) -> Choice:
        history = ", ".join(map(text_of, view.history))
        shown = f"{view}[{history}]{view.unseen}{view.lying}"
        choices = view.plays or view.legal
        return choices[crc32(shown.encode()) % len(choices)]


def reply_of(bot: type[Bot]) -> Reply:
    session = Session(bot)

    def reply(message: bytes) -> bytes | None:
        answers = session.reply(pb.PlayResponse.FromString(message))
        return answers.SerializeToString() if answers else None

    return reply


def use(game: BranchGame, context: SeatingContext, board: int, secret: bytes) -> BranchGame:
    return game


def dealer_after(log: GameLog, ply: int, deal: int) -> LogDealer:
    """Return a dealer of the cards that were dealt after a decision."""
    decisions = [at for at, record in enumerate(log.records) if isinstance(record, Play)]
    dealt = [record for record in log.records[decisions[ply - 1] + 1 :] if isinstance(record, DEALT)]
    if dealt and not isinstance(dealt[0], Deal):
        dealt.insert(0, Deal(deal))
    left = replace(log, header=replace(log.header, format=WITHOUT_FACTS), records=tuple(dealt))
    return LogDealer(LogCursor(left), decision_at(log, ply).position.game.pack)


@pytest.mark.ci_one_in(6)
@pytest.mark.parametrize("rules", RULESETS)
def test_bots_get_what_their_seats_were_sent(rules: str) -> None:
    seats = next(iter(r.players[0] for r in rulesets() if r.id == rules))
    log = read_log(simulate([Digesting] * seats, rules, 1, seed=5).games[0].log.encode())
    plies = plies_of(log)
    for ply in (plies[0], plies[len(plies) // 2]):
        decision = decision_at(log, ply)
        position = decision.position.copy()
        dealer = dealer_after(log, ply, position.deal)
        carry_out(position, action_named(position, decision.played.action), dealer)
        continuation = Continuation(0, position, dealer, Random(1))
        messages = read_messages(log, range(seats))
        history, context = past_messages(log.header, messages, decision), context_of(log)
        game = BranchGame(context, history, continuation)
        games = OpenGames(context, [Board(0, b"")], 1, lambda game: None, new_game=partial(use, game))
        play_games(games, context.game, [reply_of(Digesting) for _ in range(seats)])
        played = replay(log)
        for _ in played:
            if played.position.ply == position.ply:
                break
        assert position.hands == played.position.hands
        assert position.totals == played.position.totals


@pytest.mark.dear
@pytest.mark.parametrize(
    ("bot", "what"),
    [
        ("crash_mid_game", "exited with code 139"),
        ("illegal", "illegal"),
        ("exits_at_once", "did not start"),
        ("silent_later", "time"),
    ],
)
def test_fault_of_a_bot_ends_the_branch(bot: str, what: str) -> None:
    log = read_log(golden("mau-mau").data)
    bots = [resolve_bot(str(HOSTILE / bot)), *[resolve_bot("builtin:greedy")] * (log.header.seats - 1)]
    with pytest.raises(BadBot, match=f"{bot} failed on seat 1 while it played on: .*{what}"):
        branch(log, ply=5, bots=bots, clock=Clock(1000, 0, 1000))


@pytest.mark.dear
def test_bot_that_resigns_plays_its_answer() -> None:
    log = read_log(golden("mau-mau").data)
    found = branch(log, ply=5, bots=[resolve_bot(str(HOSTILE / "resigns"))], boards=20)
    assert all(0 < chance < 1 for chance in found.values.played.chances)
