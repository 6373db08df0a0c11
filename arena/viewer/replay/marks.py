"""What makes a ply worth jumping to."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final

from arena.rules.choices import Word
from arena.rules.events import Event, EventKind, Reason


class Mark(StrEnum):
    """The values are the letters of the terminal's time line."""

    DEAL = "D"  # a new deal
    MAU = "M"  # one card left, and said so
    PENALTY = "P"  # cards for a missing word
    CHAIN = "C"  # an open debt was answered and grew
    RESHUFFLE = "R"  # the discard pile became the stock
    REVERSE = "↔"
    CATCH = "K"  # a seat says the word that another one left out
    BLUFF = "L"  # a card laid face down is not what it was called, where that is known
    DOUBT = "?"  # a card laid face down is shown
    BACK = "B"  # a seat without cards has some again
    OUT = "O"  # a seat has no card left
    GONE = "X"  # a seat is out of the game
    FAULT = "!"  # a bot was at fault
    END = "E"  # the game is over


MEANINGS: Final = {
    Mark.DEAL: "new deal",
    Mark.MAU: "last card said",
    Mark.PENALTY: "missing word",
    Mark.CHAIN: "debt passed on",
    Mark.RESHUFFLE: "reshuffle",
    Mark.REVERSE: "direction",
    Mark.CATCH: "caught",
    Mark.BLUFF: "bluff",
    Mark.DOUBT: "doubted",
    Mark.BACK: "back with cards",
    Mark.OUT: "out of cards",
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
    """The marks of one ply, each once, in the order of Mark; `state`: those that no event tells."""
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
