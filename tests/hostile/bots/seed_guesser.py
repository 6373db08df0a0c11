"""Tries many small seeds against its first hand, knowing whom it meets and how cards are dealt."""

from pathlib import Path

from arena.service.bots.files import version
from maumau.v1 import referee_pb2 as pb
from tests.bots import plain
from tests.hostile.guessing import matching_seeds

CARDS = 32
SEEDS = 3_000
TOP = 1  # of a table's bytes: the card on the discard pile
SCRIPTS = ("bots_seed_guesser.py", "good_first.py")  # see `tournaments.script_bot`
VERSIONS = [version([(name, Path(name))]) for name in SCRIPTS]
seats: dict[int, int] = {}


def begins(start: pb.GameStart) -> None:
    seats[start.game] = start.seat


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    for one, question in zip(answers, questions, strict=True):
        if not question.number:
            seeds = map(str, range(SEEDS))
            dealt = set(question.hand), question.table[TOP]
            found = list(matching_seeds(dealt, seats[question.game], CARDS, VERSIONS, seeds))
            one.note = f"seeds that fit: {', '.join(found) or 'none'}"[:200]
    line.answer(answers)


plain.play(answer, begins)
