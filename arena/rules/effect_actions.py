"""The functions that carry out effects on a position, and their table `ACTIONS`.

They run after a card is laid and its announcement settled. They also ask the next question.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from arena.rules.cards import SUITS
from arena.rules.choices import NO_SEAT, Ask
from arena.rules.dealer import Dealer
from arena.rules.effects import (
    Bearer,
    Cover,
    MayGoOn,
    NameSuit,
    OneDraws,
    OthersDraw,
    OweCards,
    Reverse,
    SkipNext,
)
from arena.rules.events import MAX_DEBT, EventKind, Reason, with_value
from arena.rules.position import Position
from arena.rules.turns import (
    ask,
    can_draw,
    draw,
    draw_debt,
    end_turn,
    go_on,
    miss_turns,
    next_seat,
    pay_debt,
    previous_seat,
    set_order,
)

# Module constants, because looking up an enum member is slow in Python 3.11.
TURN: Final = Ask.TURN
COVER: Final = Ask.COVER
DEBT: Final = Ask.DEBT
DRAWN_SEVEN: Final = Ask.DRAWN_SEVEN
NEXT: Final = Bearer.NEXT
REVERSED: Final = with_value(EventKind.REVERSED, 2)
NAMED: Final = with_value(EventKind.NAMED, len(SUITS))


def carry_out_effect(position: Position, seat: int, dealer: Dealer) -> None:
    """Carry out the effect of the top card, which `seat` has just laid."""
    effect = position.game.effects[position.top]
    if effect is None:
        end_turn(position, seat)
    else:
        ACTIONS[type(effect)](position, effect, seat, dealer)


def _owe_cards(position: Position, effect: OweCards, seat: int, dealer: Dealer) -> None:
    if effect.needs_stock and not can_draw(position):
        position.debt, position.owed_for = 0, None
        end_turn(position, seat)
        return
    already = position.debt if effect.adds_up else 0
    position.debt = min(already + effect.cards * (position.laid if effect.each else 1), MAX_DEBT)
    position.owed_for = effect
    bearer = (next_seat if effect.bearer is NEXT else previous_seat)(position, seat)
    if effect.answers or not position.hands[bearer]:  # `settle_empty_hand` handles an empty hand (X-RETURN)
        ask(position, bearer, DEBT)
    elif effect.bearer is NEXT:
        pay_debt(position, bearer, dealer)
    else:  # the next player's turn is free; with two players that is the bearer (X-D-PREV)
        draw_debt(position, bearer, dealer)
        end_turn(position, seat)


def _skip_next(position: Position, effect: SkipNext, seat: int, dealer: Dealer) -> None:
    others = (position.inside & ~(1 << seat)).bit_count()
    position.misses = min(position.misses + position.laid if effect.adds_up else 1, others)
    bearer = next_seat(position, seat)
    if effect.answers:
        ask(position, bearer, Ask.MISS)
    else:
        miss_turns(position, bearer)


def _reverse(position: Position, effect: Reverse, seat: int, dealer: Dealer) -> None:
    for _ in range(position.laid if effect.each else 1):
        position.direction = -position.direction
        position.events.append(REVERSED[seat][position.direction > 0])
    set_order(position)
    if effect.again:
        go_on(position, seat, TURN)
    else:
        end_turn(position, seat)


def _cover(position: Position, effect: Cover, seat: int, dealer: Dealer) -> None:
    ask(position, seat, COVER)


def _may_go_on(position: Position, effect: MayGoOn, seat: int, dealer: Dealer) -> None:
    go_on(position, seat, Ask.GO_ON)


def _others_draw(position: Position, effect: OthersDraw, seat: int, dealer: Dealer) -> None:
    other, cards = seat, effect.cards * (position.laid if effect.each else 1)
    for _ in range((position.inside & ~(1 << seat)).bit_count()):  # the player may be out (X-BITTER)
        other = next_seat(position, other)
        draw(position, other, cards, Reason.OTHERS, dealer)
    go_on(position, seat, TURN)


def _one_draws(position: Position, effect: OneDraws, seat: int, dealer: Dealer) -> None:
    if position.target != NO_SEAT:
        draw(position, position.target, effect.cards, Reason.OTHERS, dealer)
    elif not effect.may_spare:
        draw(position, next_seat(position, seat), effect.cards, Reason.OTHERS, dealer)
    end_turn(position, seat)


def _name_suit(position: Position, effect: NameSuit, seat: int, dealer: Dealer) -> None:
    ask(position, seat, Ask.NAME)


ACTIONS: Final[Mapping[type, Callable[[Position, Any, int, Dealer], None]]] = {
    OweCards: _owe_cards,
    SkipNext: _skip_next,
    Reverse: _reverse,
    Cover: _cover,
    MayGoOn: _may_go_on,
    OthersDraw: _others_draw,
    OneDraws: _one_draws,
    NameSuit: _name_suit,
}


def end_answered(position: Position) -> None:
    """End an open debt (cards to draw) or open skips (turns to miss) that the top card answers.

    Keep them if the top card adds to them (FARAON-UNTER). In some rulesets, an answer that was just drawn
    cancels the rest of the debt (FARAON-DRAWN7).
    """
    effect = position.game.effects[position.top]
    if position.ask is DRAWN_SEVEN and position.owed_for is not None and position.owed_for.rest_lapses:
        position.debt = 0
    if not isinstance(effect, OweCards):
        position.debt, position.owed_for = 0, None
    if not isinstance(effect, SkipNext):
        position.misses = 0
