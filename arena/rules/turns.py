"""Turns, questions to seats, and draws from the stock."""

from typing import Final, TypeVar

from arena.rules.cards import BITS, CardSet
from arena.rules.choices import NO_CARD, Ask, Word
from arena.rules.dealer import Dealer
from arena.rules.effects import OweCards
from arena.rules.events import ALL, EventKind, EventTable, Reason, make_event, with_card, with_value
from arena.rules.position import Position

T = TypeVar("T")

ANY_CARD: Final = -1  # the set of all cards
# Module constants, because looking up an enum member is slow in Python 3.11.
TURN: Final = Ask.TURN
DREW: Final = tuple(with_card(EventKind.DREW, reason) for reason in Reason)
DREW_ONE: Final = DREW[Reason.DRAW]
PAID: Final = Ask.PAID
DEBT: Final = Reason.DEBT
SILENT: Final = Word.SILENT
SKIPPED: Final = with_value(EventKind.SKIPPED, 1)


def set_order(position: Position) -> None:
    """Compute the order of seats again.

    Call this after the direction of play or the seats in the deal have changed.
    """
    position.following = position.game.following[position.inside * position.direction]


def next_seat(position: Position, seat: int) -> int:
    """Return the next seat in the direction of play that is still in the deal."""
    return position.following[seat]


def previous_seat(position: Position, seat: int) -> int:
    """Return the previous seat in the direction of play that is still in the deal (X-D-PREV)."""
    return position.game.following[-position.inside * position.direction][seat]


def ask(position: Position, seat: int, question: Ask, allowed: CardSet = ANY_CARD) -> None:
    """Ask a seat a question. `allowed`: the cards that may be played in answer."""
    position.turn = seat
    position.ask = question
    position.allowed = allowed


def begin_turn(position: Position, seat: int) -> None:
    """Start a new turn of a seat."""
    position.turn = seat
    position.ask = TURN
    position.allowed = ANY_CARD


def end_turn(position: Position, seat: int) -> None:
    """End the turn of a seat and start the next seat's turn."""
    position.turn = position.following[seat]
    position.ask = TURN
    position.allowed = ANY_CARD


def can_draw(position: Position) -> bool:
    """True if a card can be drawn, after a reshuffle if needed (X-NODRAW)."""
    return bool(position.stock or (position.pile and position.game.reshuffles))


def draw(position: Position, seat: int, count: int, reason: Reason, dealer: Dealer) -> CardSet:
    """Draw up to `count` cards for a seat, fewer if there are not enough (X-EMPTY).

    Return the drawn cards. `reason`: the reason to record in the event of each drawn card.
    """
    drawn = 0
    while count and (position.stock or can_draw(position)):
        count -= 1
        drawn |= draw_one(position, seat, DREW[reason], dealer)
    return drawn


def draw_one(position: Position, seat: int, drew: EventTable, dealer: Dealer) -> CardSet:
    """Draw one card for a seat, cancel the seat's announcement, and return the card as a set.

    There must be a card to draw. `drew`: a table of events; the event `drew[seat][card]` is recorded.
    """
    stock = position.stock or reshuffle(position, dealer)
    card = dealer.take(seat, stock, position.deal, position.epoch)
    drawn = BITS[card]
    position.stock = stock ^ drawn
    position.hands[seat] |= drawn
    if position.said[seat] is not SILENT:
        position.said = replace_at(position.said, seat, SILENT)
    position.idle = 0
    position.events.append(drew[seat][card])
    return drawn


def replace_at(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return a copy of `row`, a tuple with one value per seat, with a new value for one seat."""
    return (*row[:seat], value, *row[seat + 1 :])


def reshuffle(position: Position, dealer: Dealer) -> CardSet:
    """Make the discard pile without its top card the new stock (W-RESHUFFLE). Return the stock."""
    position.stock, position.pile = position.pile, 0
    begin_epoch(position, dealer)
    position.events.append(make_event(EventKind.RESHUFFLED, ALL, NO_CARD, position.stock.bit_count()))
    return position.stock


def begin_epoch(position: Position, dealer: Dealer) -> None:
    """Start the next epoch of the deal (the time between reshuffles): give the stock a new random order."""
    position.epoch += 1
    dealer.reshuffled(position.stock, position.deal, position.epoch)


def pay_debt(position: Position, seat: int, dealer: Dealer) -> None:
    """Let a seat draw the cards that it owes. Its turn then continues or ends (X-DEBT-AFTER).

    Under some rules the seat first draws only a part of the debt. It may then play one of the drawn cards
    (FARAON-DRAWN7).
    """
    effect = position.owed_for
    if effect is not None and effect.drawn_first:
        _draw_first(position, seat, effect, dealer)
        return
    owed = position.debt
    drawn = draw_debt(position, seat, dealer)
    if position.game.drawing:  # paying with the last cards of the stock counts as a pass (X-C8)
        position.idle = int(drawn.bit_count() == owed and not can_draw(position))
    if effect is None or not effect.turn_goes_on:
        end_turn(position, seat)
    elif effect.names_suit:
        ask(position, seat, Ask.NAME)
    else:
        ask(position, seat, PAID, drawn if effect.only_drawn else ANY_CARD)


def draw_debt(position: Position, seat: int, dealer: Dealer) -> CardSet:
    """Let a seat draw the whole debt (cards owed for played cards), and return the cards."""
    owed, position.debt = position.debt, 0
    position.owed_for = None
    return draw(position, seat, owed, DEBT, dealer)


def _draw_first(position: Position, seat: int, effect: OweCards, dealer: Dealer) -> None:
    """Let a seat draw the first cards of its debt, and ask whether it plays one of them (FARAON-DRAWN7)."""
    first = min(effect.drawn_first, position.debt)
    drawn = draw(position, seat, first, DEBT, dealer)
    position.debt -= first
    ask(position, seat, Ask.DRAWN_SEVEN, drawn & position.game.drawn_answers[effect])


def miss_turns(position: Position, seat: int) -> None:
    """Let `position.misses` players miss their turns, starting with `seat`, and start the next turn.

    Stop early at a player without cards, because they cannot miss a turn (X-RETURN).
    """
    while position.misses and position.hands[seat]:
        miss_one(position, seat)
        seat = next_seat(position, seat)
    position.misses = 0
    begin_turn(position, seat)


def miss_instead(position: Position) -> None:
    """Let the current player miss their turn (X-SKIPS).

    If more players are to be skipped, ask the next seat to play an answer or be skipped too. Else start the
    next seat's turn.
    """
    miss_one(position, position.turn)
    following = next_seat(position, position.turn)
    if position.misses:
        ask(position, following, Ask.MISS)
    else:
        begin_turn(position, following)


def miss_one(position: Position, seat: int) -> None:
    """Let a seat miss its turn. Reduce `position.misses`, the number of turns still to miss, by one."""
    position.misses -= 1
    position.events.append(SKIPPED[seat][0])


def go_on(position: Position, seat: int, question: Ask) -> None:
    """Ask a seat, which has just played, to continue its turn (X-BITTER, X-TEN).

    End the turn instead if the seat has no cards.
    """
    if position.hands[seat]:
        ask(position, seat, question)
    else:
        end_turn(position, seat)
