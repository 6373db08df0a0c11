"""What a seat may know of a position: the one door through which hidden information could leave."""

from typing import NamedTuple

from arena.rules.cards import Card, CardSet
from arena.rules.choices import Ask


class Observation(NamedTuple):
    """Everything one seat may know about the position now. Two positions that differ only in cards the seat
    may not see give equal observations (property-tested).
    """

    seat: int
    ask: Ask  # the question open now
    turn: int  # the seat that is asked
    hand: CardSet  # the seat's own cards
    counts: tuple[int, ...]  # cards in each seat's hand
    stock: int  # cards in the stock
    pile: int  # cards in the discard pile, top included
    top: int  # face on top (as claimed, where plays are face down), NO_CARD before one is turned
    suit: int  # suit to follow: the top's or the one named; NO_SUIT if none
    named: bool  # the suit was named, so the top's rank does not count unless the ruleset says so
    clockwise: bool  # play goes in the ruleset's first direction
    debt: int  # cards owed by the seat whose turn it is
    misses: int  # turns still to be missed by those in turn
    drawn: CardSet  # cards of one's own just drawn that may be played now; empty for others
    deal: int  # number of the deal, from 0
    dealer: int
    said: tuple[int, ...]  # the Word that stands for each seat (Word.SILENT: none)
    inside: int  # bit mask of the seats that are still in the deal
    totals: tuple[int, ...]  # points, lives or chips so far, by the ruleset's scoring
    met: Card  # the card met in cutting that is asked about, else NO_CARD
