"""What the referee sends: items of one Game, added to a message that is being put together.

What a seat learns has passed `redact` or `observe`; nothing here looks at a position.
"""

import json
from collections.abc import Iterable, Sequence

from arena.record.match import Clock, Verdict
from arena.rules.choices import Choice
from arena.rules.events import Event
from arena.rules.game import Game
from arena.rules.observation import Observation
from arena.wire.limits import DETAIL_BYTES, EVENTS_BYTES, MAX_CHOICES, PROTOCOL, shortened
from arena.wire.packed import (
    PackedChoices,
    PackedEvents,
    PackedHands,
    PackedTables,
    code_table,
    packed_claims,
)
from maumau.v1 import referee_pb2 as pb


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
        self._hand = PackedHands(game.pack).pack
        self._table = PackedTables(codes, game.seats).pack

    def events(self, events: Iterable[Event], seat: int) -> bytes:
        """The events as `seat` learns them, 4 bytes each; they come unredacted."""
        return b"".join(map(self._event[seat], events))

    def add_question(  # noqa: PLR0913 - one for each field
        self,
        message: pb.PlayResponse,
        game: int,
        number: int,
        ply: int,
        events: bytes,
        seen: Observation,
        choices: Sequence[Choice],
        clock_ms: int,
    ) -> pb.Question:
        """Add a question, and before it as news what does not fit into it. Raises ItemTooBig."""
        if not 0 < len(choices) <= MAX_CHOICES:
            raise ItemTooBig(f"{len(choices)} choices, where a question has 1 to {MAX_CHOICES}")
        question = message.questions.add()
        question.game = game
        question.number = number
        question.ply = ply
        question.events = events if len(events) <= EVENTS_BYTES else _last_part(message, game, events)
        question.choices = b"".join(map(self._choice, choices))
        question.hand = self._hand(seen.hand)
        question.table = self._table(seen)
        question.clock_ms = clock_ms
        if choices[0].claims:  # plays come first
            question.claims = packed_claims(choices)
        return question


def add_start(message: pb.PlayResponse, game: int, seat: int, seed: bytes, commitment: bytes) -> None:
    """A game begins. `seed`: 8 bytes for the bot's own randomness; `commitment`: 32 bytes."""
    message.starts.add(game=game, seat=seat, seed=seed, commitment=commitment)


def add_news(message: pb.PlayResponse, game: int, events: bytes) -> None:
    """What happened in a game where nothing is asked; in as many items as it takes."""
    for start in range(0, len(events), EVENTS_BYTES):
        message.news.add(game=game, events=events[start : start + EVENTS_BYTES])


def add_end(
    message: pb.PlayResponse,
    game: int,
    events: bytes,
    places: Sequence[int] = (),
    totals: Sequence[int] = (),
    verdict: Verdict = Verdict.OK,
    detail: str = "",
) -> None:
    """A game is over for this bot. Places and totals by seat; none if it was stopped for the bot's fault."""
    message.ends.add(
        game=game,
        events=_last_part(message, game, events),
        places=bytes(places),
        totals=totals,
        verdict=f"VERDICT_{verdict}",
        detail=shortened(detail, DETAIL_BYTES),
    )


def welcome(game: Game, max_games: int, clock: Clock) -> pb.PlayResponse:
    """The referee's first message: ruleset, code table of the cards, seats, games at once, clock."""
    pack = game.pack
    return pb.PlayResponse(
        welcome=pb.Welcome(
            protocol=PROTOCOL,
            ruleset=game.ruleset.key,
            ruleset_json=json.dumps(game.ruleset.data(), separators=(",", ":")),
            cards=pack.names,
            seats=game.seats,
            max_games=max_games,
            clock=pb.Clock(bank_ms=clock.bank_ms, increment_ms=clock.increment_ms, cap_ms=clock.cap_ms),
        )
    )


def fault(verdict: Verdict, detail: str) -> pb.PlayResponse:
    """The last message to a bot that broke the protocol or a limit."""
    return pb.PlayResponse(
        fault=pb.Fault(verdict=f"VERDICT_{verdict}", detail=shortened(detail, DETAIL_BYTES))
    )


def _last_part(message: pb.PlayResponse, game: int, events: bytes) -> bytes:
    """As many of the last events as go into one item; those before them are added as news."""
    if len(events) <= EVENTS_BYTES:
        return events
    add_news(message, game, events[:-EVENTS_BYTES])
    return events[-EVENTS_BYTES:]
