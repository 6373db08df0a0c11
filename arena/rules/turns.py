"""Whose turn it is, what is asked, and how cards come from the stock."""

from typing import TYPE_CHECKING, Final, TypeVar

from arena.rules.cards import BITS, CardSet
from arena.rules.choices import NO_CARD, Ask, Word
from arena.rules.dealer import Dealer
from arena.rules.events import ALL, EventKind, Reason, Told, happened, with_card, with_value

if TYPE_CHECKING:
    from arena.rules.effects import OweCards
    from arena.rules.position import Position

T = TypeVar("T")

ANY_CARD: Final = -1  # as a set of cards: all of them
# Looked up by their enums these cost much in Python 3.11.
TURN: Final = Ask.TURN
DREW: Final = tuple(with_card(EventKind.DREW, reason) for reason in Reason)
DREW_ONE: Final = DREW[Reason.DRAW]
PAID: Final = Ask.PAID
DEBT: Final = Reason.DEBT
SILENT: Final = Word.SILENT
SKIPPED: Final = with_value(EventKind.SKIPPED, 1)


def set_order(position: "Position") -> None:
    """Look up the order of the seats, after a change of those in the deal or of the direction."""
    position.following = position.game.following[position.inside * position.direction]


def next_seat(position: "Position", seat: int) -> int:
    """The next seat in the direction of play that is still in the deal."""
    return position.following[seat]


def previous_seat(position: "Position", seat: int) -> int:
    """The nearest seat in the deal against the direction of play (X-D-PREV)."""
    return position.game.following[-position.inside * position.direction][seat]


def ask(position: "Position", seat: int, question: Ask, allowed: CardSet = ANY_CARD) -> None:
    """Put a question to a seat; only cards of `allowed` may be played in answer."""
    position.turn = seat
    position.ask = question
    position.allowed = allowed


def begin_turn(position: "Position", seat: int) -> None:
    """A fresh turn for a seat."""
    position.turn = seat
    position.ask = TURN
    position.allowed = ANY_CARD


def end_turn(position: "Position", seat: int, dealer: Dealer | None = None) -> None:
    """The turn of `seat` is over; the next one begins. It is also all that a plain card does."""
    position.turn = position.following[seat]
    position.ask = TURN
    position.allowed = ANY_CARD


def can_draw(position: "Position") -> bool:
    """Whether there is a card to draw, after a reshuffle if need be (X-NODRAW)."""
    return bool(position.stock or (position.pile and position.game.reshuffles))


def draw(position: "Position", seat: int, count: int, reason: Reason, dealer: Dealer) -> CardSet:
    """Draw `count` cards or what there is (X-EMPTY); what was announced no longer stands. The cards drawn."""
    drawn = 0
    while count and (position.stock or can_draw(position)):
        count -= 1
        drawn |= draw_one(position, seat, DREW[reason], dealer)
    return drawn


def draw_one(position: "Position", seat: int, drew: Told, dealer: Dealer) -> CardSet:
    """Draw a card where there is one, which is told by one of these events. It, as a set."""
    stock = position.stock or reshuffle(position, dealer)
    card = dealer.take(seat, stock, position.deal, position.epoch)
    drawn = BITS[card]
    position.stock = stock ^ drawn
    position.hands[seat] |= drawn
    if position.said[seat] is not SILENT:
        position.said = with_another(position.said, seat, SILENT)
    position.idle = 0
    position.events.append(drew[seat][card])
    return drawn


def with_another(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """A row by seat, with another value at this one."""
    return (*row[:seat], value, *row[seat + 1 :])


def reshuffle(position: "Position", dealer: Dealer) -> CardSet:
    """The discard pile without its top becomes the stock (W-RESHUFFLE)."""
    position.stock, position.pile = position.pile, 0
    begin_epoch(position, dealer)
    position.events.append(happened(EventKind.RESHUFFLED, ALL, NO_CARD, position.stock.bit_count()))
    return position.stock


def begin_epoch(position: "Position", dealer: Dealer) -> None:
    """The stock gets a new order: fresh chance from here on."""
    position.epoch += 1
    dealer.reshuffled(position.stock, position.deal, position.epoch)


def pay_debt(position: "Position", seat: int, dealer: Dealer) -> None:
    """Draw all that is owed; then the turn goes on or is over (X-DEBT-AFTER)."""
    effect = position.owed_for
    if effect is not None and effect.drawn_first:
        _draw_first(position, seat, effect, dealer)
        return
    owed = position.debt
    drawn = draw_debt(position, seat, dealer)
    if position.game.drawing:  # the last card for the last one owed counts as a pass (X-C8)
        position.idle = int(drawn.bit_count() == owed and not can_draw(position))
    if effect is None or not effect.turn_goes_on:
        end_turn(position, seat)
    elif effect.names_suit:
        ask(position, seat, Ask.NAME)
    else:
        ask(position, seat, PAID, drawn if effect.only_drawn else ANY_CARD)


def draw_debt(position: "Position", seat: int, dealer: Dealer) -> CardSet:
    """Draw all that is owed, which ends the debt. The cards drawn."""
    owed, position.debt = position.debt, 0
    position.owed_for = None
    return draw(position, seat, owed, DEBT, dealer)


def _draw_first(position: "Position", seat: int, effect: "OweCards", dealer: Dealer) -> None:
    """The first cards of a debt are drawn together; an answer among them may be played (FARAON-DRAWN7)."""
    first = min(effect.drawn_first, position.debt)
    drawn = draw(position, seat, first, DEBT, dealer)
    position.debt -= first
    ask(position, seat, Ask.DRAWN_SEVEN, drawn & position.game.drawn_answers[effect])


def miss_turns(position: "Position", seat: int) -> None:
    """From `seat` on as many as are to miss their turn do, then the next one plays. One without cards does
    not miss: his place is reached (X-RETURN).
    """
    while position.misses and position.hands[seat]:
        miss_one(position, seat)
        seat = next_seat(position, seat)
    position.misses = 0
    begin_turn(position, seat)


def miss_instead(position: "Position") -> None:
    """The seat that is asked misses its turn instead of answering; the next player is asked about what is
    left (X-SKIPS).
    """
    miss_one(position, position.turn)
    following = next_seat(position, position.turn)
    if position.misses:
        ask(position, following, Ask.MISS)
    else:
        begin_turn(position, following)


def miss_one(position: "Position", seat: int) -> None:
    """A seat misses its turn."""
    position.misses -= 1
    position.events.append(SKIPPED[seat][0])


def go_on(position: "Position", seat: int, question: Ask) -> None:
    """The player of a card goes on after it, unless it was his last (X-BITTER, X-TEN)."""
    if position.hands[seat]:
        ask(position, seat, question)
    else:
        end_turn(position, seat)
