"""The state of a game that is being played."""

from collections import Counter
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass
from functools import cached_property
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from maumau.cards import Card
from maumau.decoding import Decoder
from maumau.events import Event, EventKind
from maumau.matches import MatchInfo
from maumau.piles import Pile
from maumau.views import History, View

if TYPE_CHECKING:
    from maumau.bots import Bot
    from maumau.v1 import referee_pb2 as pb

_STEP: Final = 4  # bytes of an event
_GAINS: Final = (EventKind.DEALT, EventKind.DREW, EventKind.CUT_KEPT, EventKind.TAKEN_BACK)


class OpenGame:
    """A game that is being played, with its bot and its events."""

    def __init__(
        self, match: MatchInfo, decoder: Decoder, bot: "Bot", number: int, seat: int, seed: bytes
    ) -> None:
        self.match = match
        self.decoder = decoder
        self.bot = bot
        self.number = number  # within the connection to the referee
        self.seat = seat
        self.memory = SimpleNamespace()
        self.extras: dict[str, Any] = {}
        self.laid: list[Card] = []  # face down by this seat
        self._face_down = bool(match.rules.get("face_down"))
        self._hand = b""  # at the last question
        self._seed = seed
        self._events = bytearray()
        self._shown = 0  # number of events in the last view
        self._heard = 0  # number of events passed to on_event
        self._pile = Pile(seat)

    @cached_property
    def rng(self) -> Random:
        """The game's own random generator. The referee sets its seed."""
        return Random(self._seed)

    def add(self, events: bytes) -> None:
        """Append packed events (4 bytes each) to the events of the game."""
        self._events += events

    def event(self, at: int) -> Event:
        """Return the event with this index, from 0 at the start of the game."""
        return self.decoder.events[bytes(self._events[at * _STEP : at * _STEP + _STEP])]

    def pile(self, known: int) -> tuple[Card | None, ...]:
        """Return the discard pile after the first `known` events, from bottom to top. None stands for an
        unknown card.
        """
        pile = self._pile if known >= self._pile.events else Pile(self.seat)
        pile.add(History(self, pile.events, known), self.laid)
        return tuple(pile.cards)

    def view(self, question: "pb.Question", arrived: float) -> View:
        """Add the events that come with a question, and return the bot's view. `arrived`: when the question
        came.
        """
        self._events += question.events
        shown, self._shown = self._shown, len(self._events) // _STEP
        if self._face_down:
            self._note_laid_card(shown, question.hand)
        return View(self, question, shown, self._shown, arrived)

    def _note_laid_card(self, first: int, hand: bytes) -> None:
        """If this seat has played a card face down since the last question, append the card to `laid`.

        `first`: the index of the first event since the last question.
        """
        # Not from the bot's answer: if a recorded game is asked again, the bot may answer differently.
        held, claimed = Counter(self._hand), False
        for event in History(self, first, self._shown):
            if event.kind is EventKind.DEAL:
                held.clear()
            if event.seat == self.seat:
                claimed = claimed or event.kind is EventKind.CLAIMED
                if event.kind in _GAINS and event.card:
                    held[event.card.code] += 1
        if claimed:
            missing = self.decoder.cards(bytes(held - Counter(hand)))
            self.laid += (missing or self.match.cards)[:1]  # irrelevant if the deal is over
        self._hand = hand

    def report_events(self) -> None:
        """Call the bot's `on_event` for each new event."""
        known = len(self._events) // _STEP
        for event in History(self, self._heard, known):
            self.bot.on_event(event)
        self._heard = known


@dataclass(slots=True)
class Asking:
    """A holder of the current game: the game about which the bot is asked now, if any."""

    game: OpenGame | None = None


# Shared by all questions of a stream, as setting it is slow; each awaited decision has its own.
current: ContextVar[Asking] = ContextVar("current", default=Asking())  # noqa: B039 - the default is never changed


def context_of(game: OpenGame) -> Context:
    """Return a `contextvars` context in which `game` is the current game, to await a bot's decision.

    In this context, `rng`, `note` and other members of the bot refer to `game`.
    """
    context = copy_context()
    context.run(current.set, Asking(game))
    return context
