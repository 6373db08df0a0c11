"""A bot whose answers are mostly right, and now and then anything: `python fuzzer.py SEED`.

One answer in a message, so that each is judged by itself. Chance hangs on the seed and on the questions.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots.bare import item
from tests.hostile.attacks.attack import open_line
from tests.hostile.attacks.http2 import Gone
from tests.hostile.attacks.protobuf import BYTES, FIXED32, GROUP, answer, hello, key, number, questions

NUMBERS = (0, 1, 2, 3, 4, 63, 64, 255, 256, 1 << 31, (1 << 32) - 1, 1 << 63, -1)
TEXTS = (b"", b"x", b"\xff", b"\0" * 31, b"x" * 201, b"\xc3\xa4" * 100, b"\x1b[2J", b"y" * 3_000)
GAME, NUMBER = 1, 2
FIELDS = (*range(3, 8), 10, 11, 15, 16, 99, (1 << 29) - 1)
MORE, NOTE = 8, 9
ODD = 0.1  # of all answers have an odd number in them
BAD = 0.006  # of all have something that ends the instance, mostly
TORN = 0.003  # of all messages have other bytes


def odd_number(chance: random.Random) -> bytes:
    return number(chance.choice(FIELDS), chance.choice(NUMBERS))


def bad_field(chance: random.Random) -> bytes:
    """Return a field that is too long, of the wrong type, or unreadable."""
    kind = chance.randrange(6)
    if kind == 0:
        return number(chance.choice((GAME, NUMBER)), chance.choice(NUMBERS))
    if kind < 3:
        return item(chance.choice((*FIELDS, MORE, NOTE)), chance.choice(TEXTS))
    if kind == 3:
        return key(chance.choice(FIELDS), FIXED32) + chance.randbytes(4)
    return chance.choice((key(77, GROUP), key(NOTE, BYTES) + b"\x09", key(0, 0), item(2, item(2, b""))))


def torn(chance: random.Random, message: bytes) -> bytes:
    at = chance.randrange(len(message))
    return message[:at] + chance.randbytes(chance.randrange(4)) + message[at + chance.randrange(4) :]


def message_for(chance: random.Random, question: tuple[int, int]) -> bytes:
    """Return the answer to a question, or something similar."""
    odd = odd_number(chance) if chance.random() < ODD else b""
    bad = bad_field(chance) if chance.random() < BAD else b""
    message = answer(question, odd + bad)
    if chance.random() < TORN:
        message = chance.choice(
            (torn(chance, message), message + hello(), message * 2, b"", item(3, message))
        )
    return message


def fuzz(seed: str) -> None:
    """Answer everything. Raise Gone at the end."""
    line, sent = open_line(), 0
    for response in line.messages():
        for question in questions(response):
            line.send(message_for(random.Random(f"{seed} {sent} {question}"), question))
            sent += 1


if __name__ == "__main__":
    try:
        fuzz(sys.argv[1])
    except Gone as gone:
        sys.exit(f"gone: {gone}")
