"""Questions as text: short lines that parse back."""

from google.protobuf.text_format import Parse

from arena.wire.decode import question_text
from maumau.v1 import referee_pb2 as pb

QUESTION = pb.Question(
    game=3,
    number=7,
    events=bytes(range(256)) + b'"\\' * 40,
    choices=b"\x01\x02\x0f\0\0\0\0\0",
    hand=b"ABC",
    ply=12,
)


def test_text_parses_back() -> None:
    assert list(Parse(question_text(QUESTION), pb.PlayResponse()).questions) == [QUESTION]


def test_lines_are_short() -> None:
    assert max(map(len, question_text(QUESTION).splitlines())) <= 70


def test_default_fields_are_omitted() -> None:
    assert question_text(pb.Question(game=1)) == "questions {\n  game: 1\n}"
