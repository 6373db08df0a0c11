"""The one door: from a position to what a seat may know of it."""

from arena.rules.cards import NO_SUIT
from arena.rules.choices import NO_CARD, Ask
from arena.rules.observation import Observation
from arena.rules.position import Position


def observe(position: Position, seat: int) -> Observation:
    """Everything `seat` may know of the position now (X-HIDDEN): its own hand, and what lies open or was
    said.
    """
    game, top = position.game, position.top
    own_question = position.turn == seat
    return Observation(
        seat,
        position.ask,
        position.turn,
        position.hands[seat],
        tuple(map(int.bit_count, position.hands)),
        position.stock.bit_count(),
        position.pile.bit_count() + (top != NO_CARD),
        game.faces[top] if top != NO_CARD else NO_CARD,
        game.suit_to_follow(top, position.suit),
        position.suit != NO_SUIT,
        position.direction > 0,
        position.debt,
        0,
        position.allowed if own_question and position.ask is Ask.DRAWN and position.allowed > 0 else 0,
        position.deal,
        position.dealer,
        tuple(position.said),
        position.inside,
        tuple(position.totals),
        position.met[0] if position.ask is Ask.CUT else NO_CARD,
    )
