"""The view that a seat has of a position: the only way for information about it to leave the rules."""

from typing import Final, NamedTuple

from arena.rules.cards import NO_SUIT, Card, CardSet
from arena.rules.choices import NO_CARD, Ask
from arena.rules.position import Position

bit_count: Final = int.bit_count
CUT: Final = Ask.CUT  # a module constant, because looking up an enum member is slow in Python 3.11


class Observation(NamedTuple):
    """Everything that one seat may know about the current position. Two positions that differ only in cards
    hidden from the seat give equal observations (property-tested).
    """

    seat: int
    ask: Ask  # the open question
    turn: int  # the seat that must answer it
    hand: CardSet  # the seat's own cards
    counts: tuple[int, ...]  # cards in each seat's hand
    stock: int  # cards in the stock
    pile: int  # cards in the discard pile, top included
    top: int  # face on top (as claimed, where plays are face down), NO_CARD before one is turned
    suit: int  # suit to follow: the top's or the one named; NO_SUIT if none
    named: bool  # the suit was named, so the top's rank does not count unless the ruleset says so
    clockwise: bool  # play goes in the ruleset's first direction
    debt: int  # cards owed by the seat whose turn it is
    misses: int  # how many players must still miss one turn each
    drawn: CardSet  # the cards that the seat has just drawn and may play now; empty if it is not asked
    deal: int  # number of the deal, from 0
    dealer: int
    said: tuple[int, ...]  # each seat's valid announcement, a Word (Word.SILENT: none)
    inside: int  # bit mask of the seats that are still in the deal
    totals: tuple[int, ...]  # points, lives or chips so far, by the ruleset's scoring
    met: Card  # the card seen in cutting that the cutter must decide about, else NO_CARD


def observe(position: Position, seat: int) -> Observation:
    """Return everything that `seat` may know about the position (X-HIDDEN): its hand and
    all public information.
    """
    game, top, ask, suit = position.game, position.top, position.ask, position.suit
    is_turned = top != NO_CARD
    is_asked = position.allowed > 0 and position.turn == seat
    # A tuple in the order of the fields above: this runs at every decision, and by name it would be slower.
    return tuple.__new__(
        Observation,
        (
            seat,
            ask,
            position.turn,
            position.hands[seat],
            tuple(map(bit_count, position.hands)),
            position.stock.bit_count(),
            position.pile.bit_count() + is_turned,
            game.faces[top] if is_turned else NO_CARD,
            game.suits[top] if is_turned and suit == NO_SUIT else suit,
            suit != NO_SUIT,
            position.direction > 0,
            position.debt,
            position.misses,
            position.allowed if is_asked else 0,
            position.deal,
            position.dealer,
            position.said,
            position.inside,
            position.totals,
            position.met[0] if ask is CUT else NO_CARD,
        ),
    )
