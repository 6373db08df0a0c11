"""A player without cards keeps his place and is never asked: what reaches the place decides (PRSI-RETURN)."""

from arena.rules.cards import Card
from arena.rules.choices import Ask
from arena.rules.dealer import Dealer
from arena.rules.ending import go_out
from arena.rules.position import Position
from arena.rules.turns import draw_debt, end_turn, next_seat


def settle_place(position: Position, dealer: Dealer) -> bool:
    """A debt that brings back he draws, and that turn is missed; anything else ends his round, and he has won
    (X-RETURN, X-BACK-ASK). False where play has come to no such place.
    """
    seat = position.turn
    if position.ask in (Ask.OVER, Ask.CUT) or position.hands[seat]:
        return False
    if position.ask is Ask.DEBT and brings_back(position) and draw_debt(position, seat, dealer):
        end_turn(position, seat)
    else:
        go_out(position, seat, position.went_with.get(seat, ()), dealer)
    return True


def ends_at_next_place(position: Position, card: Card) -> bool:
    """Whether a card that does nothing lets play come to the place of one without cards, who has then won."""
    return position.game.effects[card] is None and next_has_no_card(position)


def next_has_no_card(position: Position) -> bool:
    """Whether the place after the seat that is asked is that of one without cards."""
    return not position.hands[next_seat(position, position.turn)]


def brings_back(position: Position) -> bool:
    """Whether the debt is one that makes a player without cards draw."""
    return position.game.pack.rank(position.top) in position.game.ruleset.returns
