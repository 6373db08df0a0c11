"""Carrying out a decision: the position after it, and what happened."""

from collections.abc import Callable, Mapping
from typing import Final

from arena.rules import announce
from arena.rules.cards import NO_SUIT, Card
from arena.rules.choices import Action, Ask, IllegalAction, Kind
from arena.rules.dealer import Dealer
from arena.rules.deals import keep_cut, leave_cut
from arena.rules.effects import Cover
from arena.rules.ending import end_blocked_deal, win_deal
from arena.rules.events import Event, EventKind, Reason, Termination
from arena.rules.legal import choices, why_illegal
from arena.rules.position import Position
from arena.rules.ruleset import AfterDraw
from arena.rules.turns import ANY_CARD, ask, can_draw, draw, end_turn, pay_debt

MOST_DECISIONS: Final = 2_000


def apply(position: Position, action: Action, dealer: Dealer) -> list[Event]:
    """Carry out an action of the seat that is asked, in place. What happened, cards unredacted, in order.

    Raises IllegalAction, and changes nothing, if the action is none of the position's choices.
    """
    reason = why_illegal(position, action)
    if reason:
        raise IllegalAction(reason)
    return carry_out(position, action, dealer)


def carry_out(position: Position, action: Action, dealer: Dealer) -> list[Event]:
    """`apply` for an action that was made from one of `choices(position)`, without looking again."""
    events: list[Event] = []
    position.events = events
    position.ply += 1
    position.decisions += 1
    deal = position.deal
    _ACTIONS[action.kind](position, action, dealer)
    position.legal = None
    if position.decisions >= MOST_DECISIONS and position.deal == deal and not position.over:
        end_blocked_deal(position, Termination.DECISIONS, dealer)
    return events


def _play(position: Position, action: Action, dealer: Dealer) -> None:
    seat = position.turn
    lay(position, seat, action)
    due = announce.due_word(position, position.hands[seat])
    announce.say(position, action)
    if not position.hands[seat]:
        _last_card(position, seat, action, dealer)
        return
    announce.pay_for_silence(position, seat, due, action.word, dealer)
    _effect(position, seat, action, dealer)


def lay(position: Position, seat: int, action: Action) -> None:
    """Put the cards of a play on the discard pile, the last one on top, and name the suit."""
    cards = (action.card, *action.more)
    for still_to_come, card in zip(range(len(action.more), -1, -1), cards, strict=True):
        _lay_one(position, seat, card, still_to_come)
    position.suit = action.suit
    position.fits = position.game.fits[position.top][action.suit]
    if action.suit != NO_SUIT:
        position.events.append(Event(EventKind.NAMED, seat, value=action.suit))
    position.idle = 0


def _lay_one(position: Position, seat: int, card: Card, still_to_come: int) -> None:
    position.hands[seat] &= ~(1 << card)
    position.pile |= 1 << position.top
    position.top = card
    position.events.append(Event(EventKind.PLAYED, seat, card, still_to_come))


def _last_card(position: Position, seat: int, action: Action, dealer: Dealer) -> None:
    """The hand is empty: the seat is out and the deal over, or the card may not go out, or the word is
    missing."""
    if isinstance(position.game.effects[position.top], Cover):
        draw(position, seat, 1, Reason.LAST_CARD, dealer)
        end_turn(position, seat)
    elif announce.goes_out(position, action):
        win_deal(position, seat, action, dealer)
    else:
        draw(position, seat, position.game.ruleset.calls.out_price or 0, Reason.CALL, dealer)
        _effect(position, seat, action, dealer)


def _effect(position: Position, seat: int, action: Action, dealer: Dealer) -> None:
    effect = position.game.effects[position.top]
    if effect is None:
        end_turn(position, seat)
    else:
        effect.carry_out(position, seat, dealer)


def _draw(position: Position, action: Action, dealer: Dealer) -> None:
    drawn = draw(position, position.turn, 1, Reason.DRAW, dealer)
    drawn_only = position.game.ruleset.after_draw is AfterDraw.DRAWN_CARD
    ask(position, position.turn, Ask.DRAWN, drawn if drawn_only else ANY_CARD)


def _pass(position: Position, action: Action, dealer: Dealer) -> None:
    seat = position.turn
    position.events.append(Event(EventKind.PASSED, seat))
    if len(choices(position)) == 1 and not can_draw(position):
        position.idle += 1
    if position.idle >= position.inside.bit_count():
        end_blocked_deal(position, Termination.BLOCKED, dealer)
    else:
        end_turn(position, seat)


def _take_debt(position: Position, action: Action, dealer: Dealer) -> None:
    pay_debt(position, position.turn, dealer)


_ACTIONS: Final[Mapping[Kind, Callable[[Position, Action, Dealer], None]]] = {
    Kind.PLAY: _play,
    Kind.DRAW: _draw,
    Kind.PASS: _pass,
    Kind.TAKE_DEBT: _take_debt,
    Kind.KEEP_CUT: keep_cut,
    Kind.LEAVE_CUT: leave_cut,
}
