"""As much of Protocol Buffers as an attacker needs: to greet, to answer, and to write what nobody should."""

import os

from tests.bots.bare import QUESTIONS, item, read, varint

VARINT, FIXED64, BYTES, GROUP, END_GROUP, FIXED32 = range(6)  # types on the wire


def key(field: int, kind: int) -> bytes:
    return varint(field << 3 | kind)


def number(field: int, value: int) -> bytes:
    """A field with a number; negative ones as protobuf writes them, in 64 bits."""
    return key(field, VARINT) + varint(value % (1 << 64))


def hello(token: str = "", most_games: int = 256) -> bytes:
    """A PlayRequest with the Hello."""
    said = (token or os.environ.get("ARENA_TOKEN", "")).encode()
    return item(1, number(1, 1) + item(2, said) + number(5, most_games))


def questions(response: bytes) -> list[tuple[int, int]]:
    """Game and number of each question in a PlayResponse."""
    numbers = [read(question)[0] for question in read(response)[1][QUESTIONS]]
    return [(each[1], each[2]) for each in numbers]


def answer(question: tuple[int, int], more: bytes = b"") -> bytes:
    """A field of a PlayRequest: the first choice, and whatever fields else."""
    game, asked = question
    return item(2, number(1, game) + number(2, asked) + more)
