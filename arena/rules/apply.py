"""Apply an action: change the position and return the game events."""

from collections.abc import Callable, Mapping
from typing import Final

from arena.rules import announcements
from arena.rules.cards import BITS, NO_SUIT, Card
from arena.rules.choices import NO_CARD, Action, ActionKind, Ask, IllegalAction, Word
from arena.rules.dealer import Dealer
from arena.rules.dealing import keep_cut, leave_cut
from arena.rules.effect_actions import ACTIONS, NAMED, carry_out_effect, end_answered
from arena.rules.effects import Cover, NameSuit, goes_again, keeps_turn
from arena.rules.ending import end_blocked_deal, go_out, settle_empty_hand
from arena.rules.events import Event, EventKind, Reason, Termination, make_event, with_card, with_value
from arena.rules.face_down import believe, doubt, lay_face_down
from arena.rules.legal import why_illegal
from arena.rules.position import Position, Suspected
from arena.rules.ruleset import AfterDraw, Paid
from arena.rules.turns import (
    ANY_CARD,
    DREW_ONE,
    TURN,
    ask,
    can_draw,
    draw,
    draw_debt,
    draw_one,
    end_turn,
    miss_instead,
    pay_debt,
)

MAX_DECISIONS: Final = 2_000
# Module constants, because looking up an enum member is slow in Python 3.11.
SILENT: Final = Word.SILENT
PLAYED: Final = EventKind.PLAYED
PLAYED_ALONE: Final = with_card(PLAYED)
PASSED: Final = with_value(EventKind.PASSED, 1)
DRAWN: Final = Ask.DRAWN
GO_ON: Final = Ask.GO_ON
NAME: Final = Ask.NAME
DRAWN_CARD: Final = AfterDraw.DRAWN_CARD
NOTHING: Final = AfterDraw.NOTHING
FORCED: Final = (Ask.TURN, Ask.COVER)  # here a pass means: nothing to play and nothing to draw (X-IDLE)


def apply(position: Position, action: Action, dealer: Dealer) -> list[Event]:
    """Carry out an action of the seat to move: change the position and return the game events.

    The events show all cards, also hidden cards. Raise IllegalAction, and change nothing, if the action is
    not among the position's choices.
    """
    reason = why_illegal(position, action)
    if reason:
        raise IllegalAction(reason)
    return carry_out(position, action, dealer)


def carry_out(position: Position, action: Action, dealer: Dealer) -> list[Event]:
    """Carry out an action like `apply`, without a check. The action must come from one
    of `choices(position)`.
    """
    events: list[Event] = []
    position.events = events
    position.legal = None
    position.ply += 1
    _ACTIONS[action.kind](position, action, dealer)
    if position.game.settles:
        _settle(position, dealer)
    if position.ply - position.dealt >= MAX_DECISIONS and not position.over:
        end_blocked_deal(position, Termination.DECISIONS, dealer)
    return events


def _settle(position: Position, dealer: Dealer) -> None:
    """Charge the seat to move for a forgotten announcement. If players can return, settle its empty hand too.

    Each step may move the turn to another seat, so repeat both until no empty hand is settled.
    """
    due = True
    while due:
        if position.forgot:
            announcements.settle_forgotten(position, dealer)
        due = position.game.returns and settle_empty_hand(position, dealer)


def _play(position: Position, action: Action, dealer: Dealer) -> None:
    """Lay the cards of a play, name the suit, settle the announcement and carry out the effect."""
    game, seat, card, suit = position.game, position.turn, action.card, action.suit
    if action.claim != NO_CARD:
        lay_face_down(position, action, dealer)
        return
    if game.keeping and game.keeping & BITS[card] and suit == NO_SUIT:
        suit = game.suit_to_follow(position.top, position.suit)
    if action.more:
        card = _lay_several(position, seat, (card, *action.more))
        left = position.hands[seat]
    else:
        position.hands[seat] = left = position.hands[seat] ^ BITS[card]
        position.pile |= BITS[position.top]
        position.top = card
        position.laid = 1
        position.events.append(PLAYED_ALONE[seat][card])
    position.suit = suit
    position.fits = game.fits[card][suit]
    position.idle = position.draws = 0
    position.target = action.target
    if action.suit != NO_SUIT:
        position.events.append(NAMED[seat][suit])
    if position.debt or position.misses:
        end_answered(position)
    if not left:
        _play_last_card(position, seat, action, dealer)
    elif game.calls and (not left & (left - 1) or action.word is not SILENT):
        _announce(position, seat, action, dealer)
    else:
        carry_out_effect(position, seat, dealer)


def _announce(position: Position, seat: int, action: Action, dealer: Dealer) -> None:
    """Settle the announcement of a play, then carry out the card's effect (X-PRICE).

    Depending on the ruleset, a missing announcement costs cards, may be made later, or costs cards only if
    another player catches it.
    """
    due = announcements.find_due_word(position, seat, position.hands[seat])
    announcements.say(position, action)
    paid = position.game.ruleset.calls.paid
    if due is not SILENT and paid is Paid.IF_CAUGHT:
        _suspect(position, seat, action, action.word is SILENT, dealer)
        return
    if paid is Paid.NEXT_MOVE:
        if announcements.may_still_say(position, seat):
            position.forgot = BITS[seat]
            others = (position.inside & ~BITS[seat]).bit_count()
            if not keeps_turn(position.game.effects[position.top], position.laid, others):
                ask(position, seat, GO_ON, announcements.ONLY_A_WORD)
                return
    elif action.word > due:
        announcements.owe_price(position, seat, dealer)
    carry_out_effect(position, seat, dealer)


def _play_last_card(position: Position, seat: int, action: Action, dealer: Dealer) -> None:
    """Settle the play of a last card: the player goes out, or draws cards for a mistake.

    If the ruleset says `Paid.IF_CAUGHT`, first ask the other players whether they catch a missing
    announcement.
    """
    calls = position.game.ruleset.calls
    due = announcements.out_word(position, action.card)
    announcements.say(position, action)
    if isinstance(position.game.effects[position.top], Cover):
        draw(position, seat, 1, Reason.LAST_CARD, dealer)
        end_turn(position, seat)
    elif not announcements.goes_out(position, position.top):
        draw(position, seat, 1, Reason.LAST_CARD, dealer)
        _effect_of_last(position, seat, dealer)
    elif due is not SILENT and calls.paid is Paid.IF_CAUGHT:
        _suspect(position, seat, action, action.word > due, dealer)
    elif action.word > due:
        draw(position, seat, calls.out_price, Reason.CALL, dealer)
        _effect_of_last(position, seat, dealer)
    else:
        _finish_hand(position, seat, action, dealer)


def _finish_hand(position: Position, seat: int, action: Action, dealer: Dealer) -> None:
    """Carry out the effect of a player's last card if the deal goes on; otherwise end the deal (X-FINAL)."""
    laid = (action.card, *action.more)
    if position.game.returns:
        position.last_plays = {**position.last_plays, seat: laid}
    if position.game.returns or go_out(position, seat, laid, dealer):
        carry_out_effect(position, seat, dealer)


def _effect_of_last(position: Position, seat: int, dealer: Dealer) -> None:
    """Carry out the effect of a last card whose player drew cards instead of going out.

    The effect gives the player no extra turn (X-OUT-PENALTY, PESTEN-LAST).
    """
    carry_out_effect(position, seat, dealer)
    if goes_again(position.game.effects[position.top]) and position.turn == seat:
        end_turn(position, seat)


def _lay_several(position: Position, seat: int, cards: tuple[Card, ...]) -> Card:
    """Lay cards on the discard pile one by one, and return the last card.

    Also set `position.laid` to the number of these cards with the same effect as the last card.
    """
    alike, still_to_come = position.game.alike[cards[-1]], len(cards)
    position.laid = 0
    for card in cards:
        still_to_come -= 1
        position.laid += alike >> card & 1
        position.hands[seat] ^= 1 << card
        position.pile |= 1 << position.top
        position.top = card
        position.events.append(make_event(PLAYED, seat, card, still_to_come))
    return position.top


def _name_suit(position: Position, action: Action, dealer: Dealer) -> None:
    """Name the suit to follow: after playing a wild card (X-C8), or after drawing for a
    Joker (PESTEN-JOKER).
    """
    seat, game = position.turn, position.game
    position.suit = action.suit
    position.fits = game.fits[position.top][action.suit]
    position.events.append(NAMED[seat][action.suit])
    effect = game.effects[position.top]
    if not isinstance(effect, NameSuit):
        ask(position, seat, Ask.PAID)
    elif effect.then is None:
        end_turn(position, seat)
    else:
        ACTIONS[type(effect.then)](position, effect.then, seat, dealer)


def _draw(position: Position, action: Action, dealer: Dealer) -> None:
    game, seat = position.game, position.turn
    drawn = draw_one(position, seat, DREW_ONE, dealer)
    if game.drawing is not None:  # the turn goes on (X-C8)
        position.draws += 1
        position.ask, position.allowed = TURN, ANY_CARD
    elif game.after_draw is NOTHING:
        end_turn(position, seat)
    else:
        ask(position, seat, DRAWN, drawn if game.after_draw is DRAWN_CARD else ANY_CARD)


def _pass(position: Position, action: Action, dealer: Dealer) -> None:
    seat, spare = position.turn, 0
    position.events.append(PASSED[seat][0])
    if position.forgot >> seat & 1 and position.game.ruleset.calls.paid is Paid.NEXT_MOVE:
        only_a_word = position.ask is GO_ON and position.allowed == announcements.ONLY_A_WORD
        announcements.say_late(position, action, dealer)
        if only_a_word:
            carry_out_effect(position, seat, dealer)
            return
    if position.debt:  # the remaining cards of a partly drawn debt (FARAON-DRAWN7)
        draw_debt(position, seat, dealer)
    if drawing := position.game.drawing:
        spare = drawing.spare_passes
        position.draws = 0
        # If there is nothing to draw, a voluntary pass counts as a forced one (X-C8).
        position.idle = 0 if can_draw(position) else position.idle + 1
    elif position.ask in FORCED:
        position.idle += 1
    if position.idle >= position.inside.bit_count() + spare:
        end_blocked_deal(position, Termination.BLOCKED, dealer)
    else:
        end_turn(position, seat)


def _catch(position: Position, action: Action, dealer: Dealer) -> None:
    """Settle a catch: the seat to move says that the suspected seat's announcement is missing.

    If it is really missing, the suspected seat draws cards. If there are no cards to draw, the suspected
    seat may go out (X-EMPTY). Only the first catch counts (X-CATCH).
    """
    suspected = _suspected(position)
    seat = suspected.seat
    position.events.append(make_event(EventKind.CATCHES, position.turn, NO_CARD, seat))
    if suspected.guilty:
        draw(position, seat, position.game.price, Reason.CALL, dealer)
    waits = suspected.guilty and bool(position.hands[seat])
    _continue_suspected_play(position, suspected, dealer)
    if waits and position.turn == seat and position.ask is not NAME:
        end_turn(position, seat)  # the player may not play before another one has (X-P-CATCH)


def _let_pass(position: Position, action: Action, dealer: Dealer) -> None:
    suspected = _suspected(position)
    position.events.append(make_event(EventKind.LETS_PASS, position.turn))
    if not announcements.ask_to_catch(position, suspected, position.turn):
        _continue_suspected_play(position, suspected, dealer)


def _suspect(position: Position, seat: int, action: Action, guilty: bool, dealer: Dealer) -> None:
    """Ask the other players in turn whether they catch this play (X-CATCH).

    `guilty`: True if the play's announcement is really missing.
    """
    position.suspected = suspected = Suspected(seat, action, guilty)
    if not announcements.ask_to_catch(position, suspected, seat):
        _continue_suspected_play(position, suspected, dealer)


def _suspected(position: Position) -> Suspected:
    assert position.suspected is not None
    return position.suspected


def _continue_suspected_play(position: Position, suspected: Suspected, dealer: Dealer) -> None:
    """Finish a suspected play after a catch, or when nobody is left to ask (P-MAUMAU).

    Carry out the card's effect, or let the player go out if it was their last card.
    """
    position.suspected = None
    if position.hands[suspected.seat]:
        carry_out_effect(position, suspected.seat, dealer)
    else:
        _finish_hand(position, suspected.seat, suspected.action, dealer)


def _take_debt(position: Position, action: Action, dealer: Dealer) -> None:
    pay_debt(position, position.turn, dealer)


def _miss_turn(position: Position, action: Action, dealer: Dealer) -> None:
    miss_instead(position)


_ACTIONS: Final[Mapping[ActionKind, Callable[[Position, Action, Dealer], None]]] = {
    ActionKind.PLAY: _play,
    ActionKind.DRAW: _draw,
    ActionKind.PASS: _pass,
    ActionKind.TAKE_DEBT: _take_debt,
    ActionKind.MISS_TURN: _miss_turn,
    ActionKind.KEEP_CUT: keep_cut,
    ActionKind.LEAVE_CUT: leave_cut,
    ActionKind.CATCH: _catch,
    ActionKind.LET_PASS: _let_pass,
    ActionKind.BELIEVE: believe,
    ActionKind.DOUBT: doubt,
    ActionKind.NAME_SUIT: _name_suit,
}
