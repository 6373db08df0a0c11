"""Messages whose fields hold what nobody should write: Protocol Buffers, wrong or odd."""

import struct
from functools import partial

from tests.bots.bare import item, varint
from tests.hostile.attacks.attack import Question, Strike, add_attack, play_on, strike_once
from tests.hostile.attacks.http2 import Line
from tests.hostile.attacks.protobuf import (
    BYTES,
    END_GROUP,
    FIXED32,
    FIXED64,
    GROUP,
    answer,
    hello,
    key,
    number,
)

GAME, NUMBER, CHOICE, SUIT, WORD, TARGET, CLAIM, MORE, NOTE, RESIGN, WIN = range(1, 12)
DEEP = 400  # more than is read, and within the budget of bytes
VERY_DEEP = 20_000


def win(chance: float) -> bytes:
    """Return the field with the bot's own estimate of its chance to win."""
    return key(WIN, FIXED32) + struct.pack("<f", chance)


def in_answer(verdicts: str, about: str, cases: dict[str, bytes]) -> None:
    """Attacks that are one answer with something in it, and honest play after it."""
    for name, inside in cases.items():
        add_attack(name, verdicts, about, partial(strike_once, _answered(inside, b"")), alike=True)


def in_message(verdicts: str, about: str, cases: dict[str, bytes]) -> None:
    """The same with something beside the answer."""
    for name, beside in cases.items():
        add_attack(name, verdicts, about, partial(strike_once, _answered(b"", beside)), alike=True)


def _answered(inside: bytes, beside: bytes) -> Strike:
    def attack(line: Line, asked: list[Question]) -> None:
        first, *others = asked
        line.send(answer(first, inside) + b"".join(map(answer, others)) + beside)
        play_on(line)

    return attack


in_answer(
    "ILLEGAL",
    "a number that no choice or field has",
    {
        "choice_of_minus_1": number(CHOICE, -1),
        "choice_of_2_to_31": number(CHOICE, 1 << 31),
        "choice_twice": number(CHOICE, 0) + number(CHOICE, 99),
        "suit_of_minus_1": number(SUIT, -1),
        "word_of_2_to_32": number(WORD, (1 << 32) - 1),
        "target_of_200": number(TARGET, 200),
        "claim_of_a_mebi": number(CLAIM, 1 << 20),
        "more_of_no_card": item(MORE, b"\xff" * 31),
    },
)
in_answer(
    "PROTOCOL",
    "a field that cannot be read, or is too long",
    {
        "game_of_minus_1": number(GAME, -1),
        "number_of_minus_1": number(NUMBER, -1),
        "note_of_60_kb": item(NOTE, b"x" * 60_000),
        "note_of_60_kb_of_nothing": item(NOTE, bytes(60_000)),
        "note_that_is_no_text": item(NOTE, b"\xff\xfe\xc0\x80"),
        "note_with_half_a_pair": item(NOTE, b"\xed\xa0\x80"),
        "more_of_60_kb": item(MORE, bytes(60_000)),
        "win_not_a_number": win(float("nan")),
        "win_of_infinity": win(float("inf")),
        "win_below_0": win(-1e-45),
        "win_of_63": win(63.0),
        "number_without_end": key(CHOICE, 0) + b"\xff" * 11 + b"\1",
        "field_0": number(0, 1),
        "length_over_all": key(NOTE, BYTES) + varint(1 << 20),
        "length_over_2_gib": key(NOTE, BYTES) + varint((1 << 31) + 5),
        "type_7": key(CHOICE, 7) + b"\0",
        "group_without_an_end": key(77, GROUP),
        "end_of_no_group": key(77, END_GROUP),
        "deep_groups": key(77, GROUP) * DEEP + key(77, END_GROUP) * DEEP,
        "very_deep_groups": key(77, GROUP) * VERY_DEEP + key(77, END_GROUP) * VERY_DEEP,
        "deep_groups_without_an_end": key(77, GROUP) * DEEP,
        "unknown_field_of_60_kb": item(61, bytes(60_000)),
        "game_repeated_9000_times": number(GAME, 0) * 9_000,
    },
)
in_answer(
    "OK RESIGN",
    "what Protocol Buffers take for a resignation",
    {"resign_2_to_63": number(RESIGN, 1 << 63), "resign_minus_1": number(RESIGN, -1)},
)
in_answer(
    "OK",
    "fields that nobody knows, or known ones as nobody writes them",
    {
        "choice_of_2_to_63": number(CHOICE, 1 << 63),
        "not_a_number": key(CHOICE, FIXED64) + struct.pack("<d", float("nan")),
        "infinity": key(CHOICE, FIXED32) + struct.pack("<f", float("inf")),
        "minus_infinity_for_a_suit": key(SUIT, FIXED64) + struct.pack("<d", float("-inf")),
        "choice_as_text": item(CHOICE, b"0"),
        "win_of_minus_0": win(-0.0),
        "win_as_a_number": number(WIN, 63),
        "win_again_and_again": win(float("nan")) * 99 + win(1.0),
        "empty_note_and_more": item(NOTE, b"") + item(MORE, b""),
        "unknown_enum": number(60, 99),
        "unknown_field_of_1_kb": item(61, bytes(1_000)),
        "highest_field": number((1 << 29) - 1, 1),
        "unknown_field_again_and_again": number(SUIT + 90, 0) * 300,
        "note_again_and_again": item(NOTE, b"x") * 300,
        "deep_messages": item(62, item(62, item(62, b""))),
        "overlong_zero": key(CHOICE, 0) + b"\x80\x80\x80\0",
    },
)
in_message(
    "PROTOCOL",
    "something beside an answer that must not be there",
    {
        "hello_again": hello(),
        "empty_hello": item(1, b""),
        "answer_to_game_255": answer((255, 0)),
        "half_a_plain_answer": item(3, b"12345"),
        "plain_answer_unasked": item(3, bytes((255, 0, 0, 0, 0, 0))),
        "plain_of_60_kb": item(3, bytes(60_000)),
        "garbage_after_it": b"\xff" * 50,
        "nothing_100_kb_long": item(100, bytes(100_000)),
        "deep_groups_beside": key(77, GROUP) * DEEP + key(77, END_GROUP) * DEEP,
    },
)
in_message(
    "OK",
    "something beside an answer that is of no importance",
    {
        "plain_twice_and_empty": item(3, b"123456") + item(3, b""),
        "unknown_message": item(99, hello()),
        "nothing_500_bytes_long": item(100, bytes(500)),
    },
)
