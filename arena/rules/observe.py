"""The one door: from a position to what a seat may know of it."""

from typing import Final

from arena.rules.cards import NO_SUIT
from arena.rules.choices import NO_CARD, Ask
from arena.rules.observation import Observation
from arena.rules.position import Position

bit_count: Final = int.bit_count
CUT: Final = Ask.CUT  # a member looked up by its enum costs much in Python 3.11


def observe(position: Position, seat: int) -> Observation:
    """Everything `seat` may know of the position now (X-HIDDEN): its own hand, and what lies open or was
    said.
    """
    game, top, ask, suit = position.game, position.top, position.ask, position.suit
    shown = top != NO_CARD
    own = position.allowed > 0 and position.turn == seat
    # Made as a tuple, which is quicker than by the fields' names; it is done at every decision.
    return tuple.__new__(
        Observation,
        (
            seat,
            ask,
            position.turn,
            position.hands[seat],
            tuple(map(bit_count, position.hands)),
            position.stock.bit_count(),
            position.pile.bit_count() + shown,
            game.faces[top] if shown else NO_CARD,
            game.suits[top] if shown and suit == NO_SUIT else suit,
            suit != NO_SUIT,
            position.direction > 0,
            position.debt,
            position.misses,
            position.allowed if own else 0,
            position.deal,
            position.dealer,
            position.said,
            position.inside,
            position.totals,
            position.met[0] if ask is CUT else NO_CARD,
        ),
    )
