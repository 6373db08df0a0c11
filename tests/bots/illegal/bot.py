"""In every tenth message answers one question with a choice that was not offered."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    if line.heard % 10 == 0:
        answers[0].choice = 64
    line.answer(answers)


plain.play(answer)
