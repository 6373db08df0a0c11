"""Encode the referee's messages to bots in protobuf.

Each complete message is called an item. Several items in a row form one larger message, because protobuf
merges repeated fields. Questions are assembled as bytes without protobuf objects, to save time. Keys and
varints follow https://protobuf.dev/programming-guides/encoding.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Final

from arena.record.match import Clock, Verdict
from arena.rules.choices import Choice
from arena.rules.events import Event
from arena.rules.game import GameRules
from arena.rules.position import Observation
from arena.wire.limits import DETAIL_BYTES, EVENTS_BYTES, ITEM_BYTES, MAX_CHOICES, PROTOCOL, shorten_text
from arena.wire.packed import (
    PackedChoices,
    PackedEvents,
    PackedHands,
    PackedTables,
    code_table,
    packed_claims,
)
from maumau.v1 import referee_pb2 as pb

_VARINT: Final = 0
_BYTES: Final = 2  # a length and the bytes
_LOW_BITS: Final = 0x7F
_MAX_CACHED: Final = 1 << 14  # numbers of up to two bytes recur; larger ones are not cached


class Numbers(dict[int, bytes]):
    """A cache of the encoded bytes of one protobuf number field, keyed by value."""

    def __init__(self, field: int) -> None:
        super().__init__({0: b""})
        self._key = _varint(field << 3 | _VARINT)

    def __missing__(self, value: int) -> bytes:
        packed = self._key + _varint(value)
        if value < _MAX_CACHED:
            self[value] = packed
        return packed


def field_prefixes(field: int, max_length: int) -> tuple[bytes, ...]:
    """Return the bytes (key and length) that precede the content of a protobuf bytes field.

    Entry N precedes a content of N bytes, up to `max_length`. Entry 0 is empty: an empty field is not sent.
    """
    key = _varint(field << 3 | _BYTES)
    return (b"", *(key + _varint(length) for length in range(1, max_length + 1)))


def _varint(value: int) -> bytes:
    """Encode a number as a protobuf varint: seven bits per byte, lowest bits first."""
    groups = bytearray()
    while value > _LOW_BITS:
        groups.append(value & _LOW_BITS | ~_LOW_BITS & 0xFF)
        value >>= 7
    groups.append(value)
    return bytes(groups)


# The fields of a Question, by their numbers in `referee.proto`, and the field of PlayResponse for questions.
_GAME: Final = Numbers(1)
_NUMBER: Final = Numbers(2)
_EVENTS: Final = field_prefixes(3, EVENTS_BYTES)
_CHOICES: Final = field_prefixes(4, 8 * MAX_CHOICES)
_CLAIMS: Final = field_prefixes(5, 255)
_HAND: Final = field_prefixes(6, 255)
_TABLE: Final = field_prefixes(7, 255)
_CLOCK: Final = Numbers(8)
_PLY: Final = Numbers(9)
_QUESTIONS: Final = field_prefixes(4, 2 * ITEM_BYTES)  # more than all fields together need


class ItemTooBig(Exception):
    """A question has no choices, or too many for one message. The arena is at fault, not the bot."""


class Encoder:
    """An encoder of the events and questions of one match. `game`: the rules of its games."""

    def __init__(self, game: GameRules) -> None:
        codes = code_table(game.pack)
        self._event = tuple(PackedEvents(codes, seat).__getitem__ for seat in range(game.seats))
        self._choice = PackedChoices(codes).__getitem__
        self._hands = PackedHands(game.pack)
        self._tables = PackedTables(codes, game.seats)

    def events(self, events: Iterable[Event], seat: int) -> bytes:
        """Pack events into 4 bytes each, without the cards that `seat` must not see."""
        return b"".join(map(self._event[seat], events))

    def question(
        self,
        game: int,
        number: int,
        ply: int,
        events: bytes,
        seen: Observation,
        choices: Sequence[Choice],
        clock_ms: int,
    ) -> bytes:
        """Return an encoded question. Raise ItemTooBig unless it has 1 to MAX_CHOICES choices.

        `game`: the game's number within the connection. `number`: the question's number for this seat.
        `events`: bytes from `Encoder.events`. If they are too long for a question, the returned bytes begin
        with a separate message with the oldest events. `seen`: the state that the seat sees. `clock_ms`: the
        bot's remaining time; 0 without a clock.
        """
        if not 0 < len(choices) <= MAX_CHOICES:
            raise ItemTooBig(f"{len(choices)} choices, where a question has 1 to {MAX_CHOICES}")
        before, events = _split_events(game, events)
        offered = b"".join(map(self._choice, choices))
        claims = packed_claims(choices) if choices[0].claims else b""  # plays come first
        hand, table = self._hands.pack(seen.hand), self._tables.pack(seen)
        # fmt: off
        fields = b"".join((
            _GAME[game],
            _NUMBER[number],
            _EVENTS[len(events)], events,
            _CHOICES[len(offered)], offered,
            _CLAIMS[len(claims)], claims,
            _HAND[len(hand)], hand,
            _TABLE[len(table)], table,
            _CLOCK[clock_ms],
            _PLY[ply],
        ))
        # fmt: on
        return before + _QUESTIONS[len(fields)] + fields


def game_start(game: int, seat: int, seed: bytes, commitment: bytes) -> bytes:
    """Return the encoded message that starts a game.

    `game`: the game's number within the connection to the bot. `seed`: 8 bytes for the bot's randomness.
    `commitment`: SHA-256 (32 bytes) of the game's id and the secret key that its cards are drawn from.
    """
    start = pb.GameStart(game=game, seat=seat, seed=seed, commitment=commitment)
    return pb.PlayResponse(starts=(start,)).SerializeToString()


def news(game: int, events: bytes) -> bytes:
    """Return game events as an encoded message without a question.

    `game`: the game's number within the connection to the bot. `events`: bytes from `Encoder.events`.
    """
    parts = (events[start : start + EVENTS_BYTES] for start in range(0, len(events), EVENTS_BYTES))
    return pb.PlayResponse(news=[pb.News(game=game, events=part) for part in parts]).SerializeToString()


def game_end(
    game: int,
    events: bytes,
    places: Sequence[int] = (),
    totals: Sequence[int] = (),
    verdict: Verdict = Verdict.OK,
    detail: str = "",
) -> bytes:
    """Return the encoded message that ends a game for a bot.

    `game`: the game's number within the connection to the bot. `events`: bytes from `Encoder.events`.
    `places` and `totals`: one entry per seat; empty if the bot itself was at fault.
    """
    before, events = _split_events(game, events)
    end = pb.GameEnd(
        game=game,
        events=events,
        places=bytes(places),
        totals=totals,
        verdict=f"VERDICT_{verdict}",
        detail=shorten_text(detail, DETAIL_BYTES),
    )
    return before + pb.PlayResponse(ends=(end,)).SerializeToString()


def welcome(game: GameRules, max_games: int, clock: Clock) -> bytes:
    """Return the referee's first message to a bot: ruleset, cards, number of games at once, and clock."""
    first = pb.Welcome(
        protocol=PROTOCOL,
        ruleset=game.ruleset.key,
        ruleset_json=json.dumps(game.ruleset.data(), separators=(",", ":")),
        cards=game.pack.names,
        seats=game.seats,
        max_games=max_games,
        clock=pb.Clock(bank_ms=clock.bank_ms, increment_ms=clock.increment_ms, cap_ms=clock.cap_ms),
    )
    return pb.PlayResponse(welcome=first).SerializeToString()


def fault(verdict: Verdict, detail: str) -> bytes:
    """Return the referee's last message to a bot that broke the protocol or a limit."""
    last = pb.Fault(verdict=f"VERDICT_{verdict}", detail=shorten_text(detail, DETAIL_BYTES))
    return pb.PlayResponse(fault=last).SerializeToString()


def _split_events(game: int, events: bytes) -> tuple[bytes, bytes]:
    """Return an encoded message with the older events, and the newer events that fit into one question.

    If all events fit into a question, the message is empty. `game`: the game's number within the connection.
    """
    if len(events) <= EVENTS_BYTES:
        return b"", events
    return news(game, events[:-EVENTS_BYTES]), events[-EVENTS_BYTES:]
