"""The discard pile as one seat knows it."""

from collections.abc import Iterable, Sequence

from maumau.cards import Card
from maumau.events import Event, EventKind


class Pile:
    """The discard pile after a number of events, from bottom to top. None stands for an unknown card."""

    def __init__(self, seat: int) -> None:
        self.cards: list[Card | None] = []
        self.events = 0
        self._seat = seat
        self._own = 0  # number of cards that the seat played face down

    def add(self, events: Iterable[Event], own: Sequence[Card]) -> None:
        """Update the pile by further events. `own`: all cards that this seat played face down in the game."""
        for event in events:
            self._add(event, own)
            self.events += 1

    def _add(self, event: Event, own: Sequence[Card]) -> None:
        match event.kind:
            case EventKind.DEAL:
                self.cards = []
            case EventKind.TURNED:
                self.cards = [event.card]  # a card turned up before returns to the stock
            case EventKind.PLAYED:
                self.cards.append(event.card)
            case EventKind.CLAIMED if event.seat == self._seat:
                self.cards.append(own[self._own])
                self._own += 1
            case EventKind.CLAIMED:
                self.cards.append(None)
            case EventKind.SHOWN:
                self.cards[-1] = event.card
            case EventKind.TAKEN_BACK:
                self.cards.pop()
            case EventKind.RESHUFFLED:
                self.cards = self.cards[-1:]
            case _:
                pass
