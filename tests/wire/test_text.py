"""A question as text: lines of a bearable width, from which the same question is made again."""

from google.protobuf.text_format import Parse

from arena.wire.text import question_text
from maumau.v1 import referee_pb2 as pb

QUESTION = pb.Question(
    game=3,
    number=7,
    events=bytes(range(256)) + b'"\\' * 40,
    choices=b"\x01\x02\x0f\0\0\0\0\0",
    hand=b"ABC",
    ply=12,
)


def test_the_same_question_is_made_of_it() -> None:
    assert list(Parse(question_text(QUESTION), pb.PlayResponse()).questions) == [QUESTION]


def test_its_lines_are_short() -> None:
    assert max(map(len, question_text(QUESTION).splitlines())) <= 70


def test_what_is_left_out_is_not_told() -> None:
    assert question_text(pb.Question(game=1)) == "questions {\n  game: 1\n}"
