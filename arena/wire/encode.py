"""What the referee sends: items of one Game, each as the bytes of a message that has nothing else.

Such bytes, one after the other, are one message with all the items; so protobuf joins what is repeated.
What a seat learns has passed `redact` or `observe`; nothing here looks at a position.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Final

from arena.record.match import Clock, Verdict
from arena.rules.choices import Choice
from arena.rules.events import Event
from arena.rules.game import Game
from arena.rules.observation import Observation
from arena.wire.fields import Numbers, lengths
from arena.wire.limits import DETAIL_BYTES, EVENTS_BYTES, ITEM_BYTES, MAX_CHOICES, PROTOCOL, shortened
from arena.wire.packed import (
    PackedChoices,
    PackedEvents,
    PackedHands,
    PackedTables,
    code_table,
    packed_claims,
)
from maumau.v1 import referee_pb2 as pb

# The fields of a Question, by their numbers in `referee.proto`, and that of a PlayResponse it goes into.
_GAME: Final = Numbers(1)
_NUMBER: Final = Numbers(2)
_EVENTS: Final = lengths(3, EVENTS_BYTES)
_CHOICES: Final = lengths(4, 8 * MAX_CHOICES)
_CLAIMS: Final = lengths(5, 255)
_HAND: Final = lengths(6, 255)
_TABLE: Final = lengths(7, 255)
_CLOCK: Final = Numbers(8)
_PLY: Final = Numbers(9)
_QUESTIONS: Final = lengths(4, 2 * ITEM_BYTES)  # more than all fields together can have


class ItemTooBig(Exception):
    """A question that does not fit into an item: a fault of ours, never of a bot."""


class Encoder:
    """Packs what happens in games of one Game. Keep one for a whole match: it remembers what it packed.

    `game` is always the number of the game on the stream, `events` always what `Encoder.events` gave.
    """

    def __init__(self, game: Game) -> None:
        codes = code_table(game.pack)
        self._event = tuple(PackedEvents(codes, seat).__getitem__ for seat in range(game.seats))
        self._choice = PackedChoices(codes).__getitem__
        self._hands = PackedHands(game.pack)
        self._tables = PackedTables(codes, game.seats)

    def events(self, events: Iterable[Event], seat: int) -> bytes:
        """The events as `seat` learns them, 4 bytes each; they come unredacted."""
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
        """A question, and before it as news what does not fit into it. Raises ItemTooBig."""
        if not 0 < len(choices) <= MAX_CHOICES:
            raise ItemTooBig(f"{len(choices)} choices, where a question has 1 to {MAX_CHOICES}")
        before, events = _last_part(game, events)
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
    """A game begins. `seed`: 8 bytes for the bot's own randomness; `commitment`: 32 bytes."""
    start = pb.GameStart(game=game, seat=seat, seed=seed, commitment=commitment)
    return pb.PlayResponse(starts=(start,)).SerializeToString()


def news(game: int, events: bytes) -> bytes:
    """What happened in a game where nothing is asked; in as many items as it takes."""
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
    """A game is over for this bot. Places and totals by seat; none if it was stopped for the bot's fault."""
    before, events = _last_part(game, events)
    end = pb.GameEnd(
        game=game,
        events=events,
        places=bytes(places),
        totals=totals,
        verdict=f"VERDICT_{verdict}",
        detail=shortened(detail, DETAIL_BYTES),
    )
    return before + pb.PlayResponse(ends=(end,)).SerializeToString()


def welcome(game: Game, max_games: int, clock: Clock) -> bytes:
    """The referee's first message: ruleset, code table of the cards, seats, games at once, clock."""
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
    """The last message to a bot that broke the protocol or a limit."""
    last = pb.Fault(verdict=f"VERDICT_{verdict}", detail=shortened(detail, DETAIL_BYTES))
    return pb.PlayResponse(fault=last).SerializeToString()


def _last_part(game: int, events: bytes) -> tuple[bytes, bytes]:
    """The news of what does not go into one item, if there is any, and the last events, which do."""
    if len(events) <= EVENTS_BYTES:
        return b"", events
    return news(game, events[:-EVENTS_BYTES]), events[-EVENTS_BYTES:]
