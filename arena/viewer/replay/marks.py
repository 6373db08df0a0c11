"""Find the plies of a replay to which viewers may want to jump, and the moves of cards to animate."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from arena.rules.cards import Card, Pack
from arena.rules.choices import NO_CARD, Word
from arena.rules.events import Event, EventKind, Reason

Place = int | Literal["stock", "pile"]  # a number: the hand of that seat


class Mark(StrEnum):
    """A reason to jump to a ply. The values are the letters on the terminal's time line."""

    DEAL = "D"  # a new deal
    MAU = "M"  # one card left, and announced
    PENALTY = "P"  # penalty for a missing announcement
    CHAIN = "C"  # a penalty was answered and grew
    RESHUFFLE = "R"  # the discard pile became the stock
    REVERSE = "↔"
    CATCH = "K"  # a seat announces what another forgot
    BLUFF = "L"  # a face-down card is another than claimed, if known
    DOUBT = "?"  # a face-down card is turned over
    BACK = "B"  # a seat without cards has some again
    OUT = "O"  # a seat has no card left
    GONE = "X"  # a seat is out of the game
    FAULT = "!"  # a bot is at fault
    END = "E"  # the game is over


MEANINGS: Final = {
    Mark.DEAL: "new deal",
    Mark.MAU: "last card announced",
    Mark.PENALTY: "missing word",
    Mark.CHAIN: "penalty passed on",
    Mark.RESHUFFLE: "reshuffle",
    Mark.REVERSE: "direction changes",
    Mark.CATCH: "caught",
    Mark.BLUFF: "bluff",
    Mark.DOUBT: "doubt",
    Mark.BACK: "back with cards",
    Mark.OUT: "goes out",
    Mark.GONE: "out of the game",
    Mark.FAULT: "fault",
    Mark.END: "end",
}

_BY_KIND: Final = {
    EventKind.DEAL: Mark.DEAL,
    EventKind.RESHUFFLED: Mark.RESHUFFLE,
    EventKind.REVERSED: Mark.REVERSE,
    EventKind.CATCHES: Mark.CATCH,
    EventKind.DOUBTED: Mark.DOUBT,
    EventKind.OUT: Mark.OUT,
    EventKind.ELIMINATED: Mark.GONE,
    EventKind.FORFEITED: Mark.FAULT,
}


def marks_of(events: Iterable[Event], state: Mapping[Mark, bool]) -> tuple[Mark, ...]:
    """Return the marks of one ply (reasons to jump to it), in the order of Mark.

    `events`: the events of the ply; most marks follow from them. `state`: for each of the other marks, True
    if the ply has it.
    """
    found = {*_marks(events), *(mark for mark, holds in state.items() if holds)}
    return tuple(mark for mark in Mark if mark in found)


def _marks(events: Iterable[Event]) -> Iterator[Mark]:
    for event in events:
        if event.kind in _BY_KIND:
            yield _BY_KIND[event.kind]
        elif event.kind is EventKind.SAID and event.value != Word.SILENT:
            yield Mark.MAU
        elif event.kind is EventKind.DREW and event.value == Reason.CALL:
            yield Mark.PENALTY


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a card in the picture. A reshuffle is one move of a hidden card from the pile to the
    stock.
    """

    source: Place
    target: Place
    card: str | None  # None if it is hidden


_TO_HAND: Final[dict[EventKind, Place]] = {
    EventKind.DEALT: "stock",
    EventKind.DREW: "stock",
    EventKind.CUT_KEPT: "stock",
    EventKind.TAKEN_BACK: "pile",
}


def moves_of(events: Iterable[Event], pack: Pack) -> tuple[Move, ...]:
    """Return the moves of cards in one ply, in order. `events`: the ply's events, as the viewer sees them."""
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
