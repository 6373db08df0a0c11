"""What happened in a game, as one seat learns it."""

from enum import IntEnum
from typing import Final, NamedTuple

from maumau.cards import Card

_EVERYBODY: Final = 15


class EventKind(IntEnum):
    """What happened. In brackets what `card` and `value` tell, where they tell anything."""

    DEAL = 1  # a deal begins; seat: the dealer (value: number of the deal from 0)
    DEALT = 2  # a card is dealt to a seat (card, if it is one's own)
    TURNED = 3  # the first face-up card (card)
    DREW = 4  # a card is drawn (card, if it is one's own; value: a DrawReason)
    RESHUFFLED = 5  # the discard pile without its top is the stock now (value: cards in it)
    PLAYED = 6  # a card is laid (card; value: further cards of the same play still to come)
    SAID = 7  # a word was said with the play before (value: a Word)
    NAMED = 8  # a suit was named (value: a Suit)
    REVERSED = 9  # the direction changed (value: 1 the first direction, 0 the other)
    SKIPPED = 10  # a seat misses its turn
    PASSED = 11  # a seat ends its turn without (another) play
    CUT_MET = 12  # a card is met in cutting (card)
    CUT_KEPT = 13  # the cutter keeps it (card)
    CUT_LEFT = 14  # the cutter leaves it (card)
    CUT_AGAIN = 15  # only cards with an effect were met: shuffled and cut again
    CATCHES = 16  # a seat says the missing word first (value: the seat caught)
    LETS_PASS = 17  # a seat does not
    CLAIMED = 18  # a card is laid face down (card: the one claimed)
    BELIEVED = 19  # the claim is believed
    DOUBTED = 20  # the claim is doubted
    SHOWN = 21  # a face-down card is shown (card)
    TAKEN_BACK = 22  # a card goes back from the pile to a hand (card)
    OUT = 23  # a seat has no card left (value: its place in the deal, 1 is first)
    DEAL_OVER = 24  # the deal is over (value: a Termination)
    SCORED = 25  # a seat's total changed (value: by how much)
    ELIMINATED = 26  # a seat is out of the game
    GAME_OVER = 27  # the game is over (value: a Termination)
    FORFEITED = 28  # a seat's bot was at fault, somebody plays on for it


class DrawReason(IntEnum):
    """Why a card was drawn."""

    DRAW = 0  # an ordinary draw
    DEBT = 1  # cards that were owed
    CALL = 2  # a missing or wrong announcement
    LAST_CARD = 3  # a last card that may not go out
    OTHERS = 4  # somebody's card makes others draw
    DOUBT = 5  # a lost doubt


class Termination(IntEnum):
    """Why a deal or a game ended."""

    WON = 1
    BLOCKED = 2
    DECISIONS = 3
    DEALS = 4
    FORFEIT = 5


class Event(NamedTuple):
    """One thing that happened."""

    kind: EventKind
    seat: int | None  # None: everybody
    card: Card | None  # None: no card, or one that may not be seen
    value: int

    def __str__(self) -> str:
        seat = "" if self.seat is None else f" seat {self.seat}"
        card = "" if self.card is None else f" {self.card}"
        return f"{self.kind.name}{seat}{card} {self.value}"


class Events(dict[bytes, Event]):
    """The event that each 4 bytes stand for, made once."""

    def __init__(self, pack: tuple[Card | None, ...]) -> None:
        super().__init__()
        self._pack = pack

    def __missing__(self, packed: bytes) -> Event:
        kind, seat, code, value = packed
        if kind == EventKind.SCORED:
            code, value = 255, int.from_bytes(packed[2:], "big", signed=True)
        event = Event(EventKind(kind), None if seat == _EVERYBODY else seat, self._pack[code], value)
        self[packed] = event
        return event
