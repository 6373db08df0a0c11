"""Chooses by the seed of the game: the same seed is the same play."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

rngs: dict[int, random.Random] = {}


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    for one, question in zip(answers, questions, strict=True):
        one.choice = rngs[question.game].randrange(len(question.choices) // 8)
    line.answer(answers)


def start(start: pb.GameStart) -> None:
    rngs[start.game] = random.Random(start.seed)


plain.play(answer, start)
