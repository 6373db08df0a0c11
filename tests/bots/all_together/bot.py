"""Thinks for 20 ms about every question, and answers all of a message together."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    time.sleep(0.02 * len(questions))
    line.answer([plain.first(question) for question in questions])


plain.play(answer)
