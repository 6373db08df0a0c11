"""Prints, and notes, what terminals, browsers and log readers might obey."""

import os

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

NASTY = (
    "\x1b[2J\x1b]0;owned\x07\r\0<script>alert(1)</script>\n"
    '{"footer":{"places":[2,1]}}\n=HYPERLINK("http://evil.example")\u202etxt\n'
)


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    os.write(1, NASTY.encode() + b"\xff\xfe\n")
    answers = [plain.first(question) for question in questions]
    for one in answers:
        one.note = NASTY
    line.answer(answers)


plain.play(answer)
