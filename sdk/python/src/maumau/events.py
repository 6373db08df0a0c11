"""Game events, as one seat sees them."""

from enum import IntEnum
from typing import Final, NamedTuple

from maumau.cards import Card

_EVERYBODY: Final = 15


class EventKind(IntEnum):
    """The kind of an event. Comments in brackets: the meaning of `card` and `value`."""

    DEAL = 1  # a deal begins; seat: the dealer (value: number of the deal from 0)
    DEALT = 2  # a card is dealt to a seat (card, if it is your own)
    TURNED = 3  # the first face-up card (card)
    DREW = 4  # a card is drawn (card, if it is your own; value: a DrawReason)
    RESHUFFLED = 5  # the discard pile without its top is the stock now (value: cards in it)
    PLAYED = 6  # a card is played (card; value: number of further cards of the same play)
    SAID = 7  # a word was said with the play before (value: a Word)
    NAMED = 8  # a suit was named (value: a Suit)
    REVERSED = 9  # the direction changed (value: 1 the first direction, 0 the other)
    SKIPPED = 10  # a seat misses its turn
    PASSED = 11  # a seat ends its turn without (another) play
    CUT_MET = 12  # a card is seen when cutting (card)
    CUT_KEPT = 13  # the cutter keeps it (card)
    CUT_LEFT = 14  # the cutter leaves it (card)
    CUT_AGAIN = 15  # only cards with an effect were seen: shuffled and cut again
    CATCHES = 16  # a seat catches a missing word (value: the seat caught)
    LETS_PASS = 17  # a seat does not catch
    CLAIMED = 18  # a card is played face down (card: the claimed card)
    BELIEVED = 19  # the claim is believed
    DOUBTED = 20  # the claim is doubted
    SHOWN = 21  # a face-down card is shown (card)
    TAKEN_BACK = 22  # a card returns from the pile to a hand (card)
    OUT = 23  # a seat has no card left (value: its place in the deal, 1 is first)
    DEAL_OVER = 24  # the deal is over (value: a Termination)
    SCORED = 25  # a seat's total changed (value: the change)
    ELIMINATED = 26  # a seat is out of the game
    GAME_OVER = 27  # the game is over (value: a Termination)
    FORFEITED = 28  # a seat's bot was at fault; a fallback player takes over


class DrawReason(IntEnum):
    """The reason why a card was drawn."""

    DRAW = 0  # an ordinary draw
    DEBT = 1  # cards owed
    CALL = 2  # a missing or wrong announcement
    LAST_CARD = 3  # a last card that may not be played to go out
    OTHERS = 4  # a card that makes others draw
    DOUBT = 5  # a lost doubt


class Termination(IntEnum):
    """The reason why a deal or a game ended."""

    WON = 1
    BLOCKED = 2
    DECISIONS = 3
    DEALS = 4
    FORFEIT = 5


class Event(NamedTuple):
    """One game event."""

    kind: EventKind
    seat: int | None  # None: everybody
    card: Card | None  # None: no card, or a hidden one
    value: int

    def __str__(self) -> str:
        seat = "" if self.seat is None else f" seat {self.seat}"
        card = "" if self.card is None else f" {self.card}"
        return f"{self.kind.name}{seat}{card} {self.value}"


class Events(dict[bytes, Event]):
    """A cache of events, keyed by their 4 packed bytes."""

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
