"""The kinds of decision that a check expects are those that occur in games."""

import pytest
from _pytest.mark import ParameterSet

from arena.record.format import BotName
from arena.referee.match.game import SeatingContext
from arena.referee.match.games import Board
from arena.referee.match.scripted import play_scripted
from arena.rules import GameRules, Ruleset, game_for, rulesets
from arena.service.check.decision_kinds import kinds_in, kinds_of
from arena.service.check.seating import RandomOpponent
from maumau.session import Session
from maumau.v1 import referee_pb2 as pb
from tests.conftest import Scale

# Happens to who has nothing to draw, and to who holds nothing but strong cards and has said so.
SELDOM = {"Kind.PASS", "most"}
# Whose games take thousands of decisions, where all choose by lot.
LONG = ("detailed", "german", "faraon", "puque", "blind", "pharaoh", "points", "pesten", "crazy")


def _seen(game: GameRules, boards: int) -> set[str]:
    """Return the kinds that any seat is asked for when all choose at random."""
    found: set[str] = set()

    def player() -> Session:
        return Session(RandomOpponent())

    sessions = [player() for _ in range(game.seats)]

    def talk(session: Session, message: bytes) -> bytes | None:
        response = pb.PlayResponse.FromString(message)
        for question in response.questions:
            found.update(kinds_of(question))
        answers = session.reply(response)
        return answers.SerializeToString() if answers else None

    names = (BotName("house", "0" * 64),) * game.seats
    setting = SeatingContext(game, 0, names, bytes(32))
    secrets = [Board(number, bytes([number]) * 32) for number in range(boards)]
    play_scripted(setting, secrets, [lambda data, one=one: talk(one, data) for one in sessions])  # type: ignore[misc]
    return found


def _is_long(ruleset: Ruleset) -> bool:
    return any(name in ruleset.id for name in LONG)


def _case(ruleset: Ruleset) -> ParameterSet:
    return pytest.param(ruleset, id=ruleset.id, marks=(pytest.mark.dear,) if _is_long(ruleset) else ())


@pytest.mark.ci_one_in(6)
@pytest.mark.parametrize("ruleset", [_case(ruleset) for ruleset in rulesets()])
def test_expected_kinds_occur(ruleset: Ruleset, scale: Scale) -> None:
    long = scale.pick(quick=8, ci=1 if ruleset.deals else 3, full=12)
    boards = long if _is_long(ruleset) else scale.pick(quick=8, ci=8, full=40)
    for seats in sorted(set(ruleset.players)):
        game = game_for(ruleset, seats)
        seen = _seen(game, boards)
        assert kinds_in(game) <= seen, seats
        assert seen - kinds_in(game) <= SELDOM, seats
