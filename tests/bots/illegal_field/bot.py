"""Names a suit for a card that does not ask for one, or says what it may not."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    for one, question in zip(answers, questions, strict=True):
        if not question.choices[2]:
            one.suit = 1
    line.answer(answers)


plain.play(answer)
