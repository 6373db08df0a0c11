"""Turn answers of both encodings into protobuf answers."""

from collections.abc import Sequence

from arena.rules import Action, Choice, GameRules
from arena.wire.decode import parse_answer, parse_answers
from maumau.v1 import referee_pb2 as pb


def action_of(answer: pb.Answer, offered: Sequence[Choice], game: GameRules) -> Action:
    """Return the action that the referee decodes from an answer."""
    (one,) = parse_answers(pb.PlayRequest(answers=[answer]))
    return parse_answer(one, offered, game)


def answers_of(request: pb.PlayRequest) -> list[pb.Answer]:
    """Return all answers of a message, the plain ones first."""
    return [
        details or pb.Answer(game=game, choice=choice, number=number)
        for game, choice, number, details in parse_answers(request)
    ]
