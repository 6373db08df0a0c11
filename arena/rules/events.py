"""Game events, complete or as one seat may see them (X-HIDDEN). An event is four small numbers, sent as four
bytes.
"""

from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from arena.rules.choices import NO_CARD

ALL: Final = 15
# Limits of the wire format, the log and the viewer.
MAX_SEATS: Final = 8
MAX_CARDS: Final = 120  # in a pack: more have no code
MAX_DEBT: Final = 255  # a byte
MAX_POINTS: Final = 32_767  # a total is 16 bits


class EventKind(IntEnum):
    """The kind of a game event. Messages to bots use the same numbers.

    The comments give in brackets the meaning of an event's fields `card` and `value`.
    """

    DEAL = 1  # a deal begins; seat: the dealer (value: number of the deal from 0)
    DEALT = 2  # one card is dealt to a seat (card, hidden)
    TURNED = 3  # the first face-up card (card)
    DREW = 4  # one card from the stock (card, hidden; value: a Reason)
    RESHUFFLED = 5  # the discard pile became the stock (value: cards in it)
    PLAYED = 6  # laid on the discard pile (card; value: cards of the same play still to come)
    SAID = 7  # an announcement with the play or pass before (value: a Word)
    NAMED = 8  # suit to follow (value: suit)
    REVERSED = 9  # the direction of play changes (value: 1 the ruleset's first direction, 0 the other)
    SKIPPED = 10  # a seat misses its turn
    PASSED = 11  # a seat ends its turn without (another) play
    CUT_MET = 12  # the cutter sees a card (card)
    CUT_KEPT = 13  # the cutter keeps it (card)
    CUT_LEFT = 14  # the cutter leaves it (card)
    CUT_AGAIN = 15  # the pack is reshuffled and cut again
    CATCHES = 16  # a seat catches a missing announcement (value: the seat caught)
    LETS_PASS = 17  # a seat does not catch
    CLAIMED = 18  # a card is laid face down (card: the face claimed)
    BELIEVED = 19
    DOUBTED = 20
    SHOWN = 21  # a face-down card is shown (card)
    TAKEN_BACK = 22  # a card returns from the pile to a hand (card)
    OUT = 23  # a seat has no cards left (value: its place in the deal, 1 = first)
    DEAL_OVER = 24  # (value: a Termination)
    SCORED = 25  # a seat's change of total, signed 16 bits (card: high byte, value: low byte)
    ELIMINATED = 26  # a seat is out of the game
    GAME_OVER = 27  # (value: a Termination)
    FORFEITED = 28  # a seat's bot was at fault; the fallback player plays on for it


class Reason(IntEnum):
    """The reason why a card was drawn."""

    DRAW = 0  # ordinary draw
    DEBT = 1  # an open debt
    CALL = 2  # a missing or wrong announcement
    LAST_CARD = 3  # a last card that may not go out
    OTHERS = 4  # a card that makes all others, or one player of choice, draw
    DOUBT = 5  # a lost doubt


class Termination(IntEnum):
    """The reason why a deal or a game ended."""

    WON = 1
    BLOCKED = 2
    DECISIONS = 3  # 2,000 decisions in one deal (X-BLOCKED)
    DEALS = 4  # 200 deals in one game (X-LIMIT)
    FORFEIT = 5


class Event(NamedTuple):
    kind: EventKind
    seat: int = ALL
    card: int = NO_CARD
    value: int = 0


@lru_cache(maxsize=65_536)
def make_event(kind: EventKind, seat: int = ALL, card: int = NO_CARD, value: int = 0) -> Event:
    """Return the event with these numbers. Results are cached, because the same few events recur."""
    return Event(kind, seat, card, value)


EventTable = tuple[tuple[Event, ...], ...]


def with_card(kind: EventKind, value: int = 0) -> EventTable:
    """Return a table of events, `table[seat][card]`: one event of this kind for each seat and card."""
    return tuple(
        tuple([Event(kind, seat, card, value) for card in range(MAX_CARDS)]) for seat in range(MAX_SEATS)
    )


def with_value(kind: EventKind, values: int) -> EventTable:
    """Return a table of events without a card, `table[seat][value]`: one for each seat and value.

    `values`: the number of values, which start at 0.
    """
    return tuple(
        tuple([Event(kind, seat, NO_CARD, value) for value in range(values)]) for seat in range(MAX_SEATS)
    )


_HIDDEN: Final = frozenset({EventKind.DEALT, EventKind.DREW})


def redact(event: Event, seat: int) -> Event:
    """Return the event, without its card if `seat` may not see that card (X-HIDDEN)."""
    if event.seat == seat or event.kind not in _HIDDEN:
        return event
    return event._replace(card=NO_CARD)


def score_event(seat: int, points: int) -> Event:
    """Return a SCORED event for a seat whose total changes by `points` (-32,768 … 32,767)."""
    return Event(EventKind.SCORED, seat, points >> 8 & 255, points & 255)


def points_of(event: Event) -> int:
    """Return by how much a SCORED event changes the total.

    >>> points_of(score_event(1, -20))
    -20
    """
    return ((event.card << 8 | event.value) + 0x8000 & 0xFFFF) - 0x8000
