"""The moves of cards between stock, pile and hands, for animations."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from arena.rules.cards import Card, Pack
from arena.rules.choices import NO_CARD
from arena.rules.events import Event, EventKind

Place = int | Literal["stock", "pile"]  # a number: the hand of that seat


@dataclass(frozen=True, slots=True)
class Move:
    """A card that moves from `source` to `target`. `card` is None if it is hidden.

    A reshuffle is one move of a hidden card from the pile to the stock.
    """

    source: Place
    target: Place
    card: str | None


_TO_HAND: Final[dict[EventKind, Place]] = {
    EventKind.DEALT: "stock",
    EventKind.DREW: "stock",
    EventKind.CUT_KEPT: "stock",
    EventKind.TAKEN_BACK: "pile",
}


def moves_of(events: Iterable[Event], pack: Pack) -> tuple[Move, ...]:
    """Return the moves of cards in one ply, in order. `events` must contain only what the viewer may see."""
    return tuple(_moves(events, pack))


def _moves(events: Iterable[Event], pack: Pack) -> Iterator[Move]:
    for event in events:
        card = None if event.card == NO_CARD else event.card
        if event.kind in _TO_HAND:
            yield Move(_TO_HAND[event.kind], event.seat, None if card is None else pack.name(Card(card)))
        elif event.kind in {EventKind.PLAYED, EventKind.CLAIMED}:
            yield Move(event.seat, "pile", pack.name(Card(event.card)))
        elif event.kind is EventKind.TURNED:
            yield Move("stock", "pile", pack.name(Card(event.card)))
        elif event.kind is EventKind.RESHUFFLED:
            yield Move("pile", "stock", None)
