"""Start a deal: cut, deal the hands, turn up the first card."""

from typing import Final

from arena.rules.cards import BITS, NO_SUIT, Card
from arena.rules.choices import NO_CARD, Action, Ask, Word
from arena.rules.dealer import TABLE, CardKept, CardLeft, Dealer, cut
from arena.rules.effect_actions import carry_out_effect
from arena.rules.events import ALL, Event, EventKind, make_event, with_card
from arena.rules.game import GameRules
from arena.rules.position import NOTHING, Position
from arena.rules.turns import ask, begin_epoch, begin_turn, next_seat, previous_seat, set_order

DEALT: Final = with_card(EventKind.DEALT)
# Module constants, because looking up an enum member is slow in Python 3.11.
DEAL: Final = EventKind.DEAL
TURNED: Final = EventKind.TURNED
SILENT: Final = Word.SILENT


def start(game: GameRules, dealer: Dealer) -> tuple[Position, list[Event]]:
    """Start a game with its first deal, up to the first question. Return the position and events.

    The events show all cards, also hidden cards. Seat 0 plays first, so the last seat deals (X-ORDER).
    """
    position = Position(game)
    begin_deal(position, dealer)
    return position, position.events


def begin_deal(position: Position, dealer: Dealer) -> None:
    """Start a deal: put all cards back into the stock and reset the direction of play.

    Then deal the hands. If the ruleset requires a cut, the cutter first sees cards and may keep some.
    """
    game = position.game
    position.hands = [0] * game.seats
    position.stock, position.pile, position.top = game.cards, 0, NO_CARD
    position.hidden, position.suit, position.fits = NO_CARD, NO_SUIT, 0
    position.inside, position.finished, position.last_plays = position.alive, (), NOTHING
    position.said = (SILENT,) * game.seats
    position.direction = 1
    set_order(position)
    position.dealt = position.ply
    position.epoch = position.idle = position.draws = 0
    position.events.append(make_event(DEAL, position.dealer, NO_CARD, position.deal))
    if game.ruleset.cut:
        cut_pack(position, dealer)
    else:
        deal_out(position, dealer)


def cut_pack(position: Position, dealer: Dealer) -> None:
    """Show the cutter one or several cards of the pack. Cut again if all of them have effects (D-CUT, W-CUT,
    X-CUT).
    """
    met = _find_cut_cards(position, dealer)
    while all(position.game.special >> card & 1 for card in met):
        for card in met:
            _show_cut_card(position, card)
        position.events.append(make_event(EventKind.CUT_AGAIN, cutter(position)))
        begin_epoch(position, dealer)
        met = _find_cut_cards(position, dealer)
    position.met = met
    if position.game.ruleset.cut_each:
        _show_all_cut_cards(position)
    _ask_about_next(position, dealer)


def cutter(position: Position) -> int:
    """Return the seat that cuts the pack: the seat before the dealer in turn order (X-CUT)."""
    return previous_seat(position, position.dealer)


def _find_cut_cards(position: Position, dealer: Dealer) -> tuple[Card, ...]:
    """Return the cards that the cutter sees, from one or several places (X-CUT-PLACES).

    They stay in the stock.
    """
    unmet, met = position.stock, []
    for number in range(position.game.ruleset.cut):
        place = cut(number if position.game.ruleset.cut_each else 0)
        card = dealer.take(place, unmet, position.deal, position.epoch)
        unmet ^= 1 << card
        met.append(card)
    return tuple(met)


def _show_cut_card(position: Position, card: Card) -> None:
    position.events.append(make_event(EventKind.CUT_MET, cutter(position), card))


def _show_all_cut_cards(position: Position) -> None:
    """Show all cards at the cut (W-CUT).

    Then remove those without an effect from `position.met`, the cards that the cutter may still keep.
    """
    for card in position.met:
        _show_cut_card(position, card)
    position.met = tuple(card for card in position.met if position.game.special >> card & 1)


def _ask_about_next(position: Position, dealer: Dealer) -> None:
    """Ask the cutter whether they keep the next card that they see at the cut.

    Deal the hands instead if no such card is left, or if the next one has no effect.
    """
    if position.met and not position.game.ruleset.cut_each:
        _show_cut_card(position, position.met[0])
    if position.met and position.game.special >> position.met[0] & 1:
        ask(position, cutter(position), Ask.CUT)
    else:
        deal_out(position, dealer)


def keep_cut(position: Position, action: Action, dealer: Dealer) -> None:
    """Let the cutter keep the card that they see, in addition to a full hand.

    Then ask about the next card, or deal the hands.
    """
    card, *rest = position.met
    position.stock &= ~(1 << card)
    position.hands[position.turn] |= 1 << card
    position.events.append(make_event(EventKind.CUT_KEPT, position.turn, card))
    dealer.record(CardKept(position.turn, card))
    position.met = tuple(rest)
    _ask_about_next(position, dealer)


def leave_cut(position: Position, action: Action, dealer: Dealer) -> None:
    """Let the cutter refuse the card that they saw. Ask the cutter about the next card, or deal the hands."""
    position.events.append(make_event(EventKind.CUT_LEFT, position.turn, position.met[0]))
    dealer.record(CardLeft(position.turn, position.met[0]))
    position.met = position.met[1:] if position.game.ruleset.cut_each else ()
    if position.met:
        _ask_about_next(position, dealer)
    else:
        deal_out(position, dealer)


def deal_out(position: Position, dealer: Dealer) -> None:
    """Deal the hands, one card at a time in rounds, and turn up the first card (X-DEALING)."""
    position.met = ()
    first = next_seat(position, position.dealer)
    numbers = {seat: _cards_for(position, seat) for seat in _round(position, first)}
    hands, stock, events = position.hands, position.stock, position.events
    for already in range(max(numbers.values())):
        for seat, number in numbers.items():
            if already < number:
                card = dealer.take(seat, stock, position.deal, position.epoch)
                stock ^= BITS[card]
                hands[seat] |= BITS[card]
                events.append(DEALT[seat][card])
    position.stock = stock
    turn_up(position, dealer)
    if position.game.ruleset.turned_acts:
        _act_for_dealer(position, dealer)
    else:
        begin_turn(position, first)


def _round(position: Position, first: int) -> list[int]:
    """Return the seats in the deal, in turn order from `first`."""
    order = [first]
    while (seat := position.following[order[-1]]) != first:
        order.append(seat)
    return order


def _cards_for(position: Position, seat: int) -> int:
    deals = position.game.ruleset.deals
    return position.totals[seat] if deals and deals.hand_is_total else position.game.hand


def turn_up(position: Position, dealer: Dealer) -> None:
    """Turn up the first card. A wild card counts with its own suit (X-STARTER).

    Cards that cannot be the first go back into the stock (X-JOKER-START).
    """
    game, aside = position.game, 0
    top = _turn(position, dealer)
    while game.turned_back >> top & 1:
        aside |= 1 << top
        top = _turn(position, dealer)
    position.stock |= aside
    position.top = top
    position.suit = game.pack.suit(top) if game.wilds >> top & 1 else NO_SUIT
    position.fits = game.fits[top][position.suit]


def _turn(position: Position, dealer: Dealer) -> Card:
    card = dealer.take(TABLE, position.stock, position.deal, position.epoch)
    position.stock ^= BITS[card]
    position.events.append(make_event(TURNED, ALL, card))
    return card


def _act_for_dealer(position: Position, dealer: Dealer) -> None:
    """Carry out the effect of the first face-up card as if the dealing player had played it (X-C8)."""
    position.laid = 1
    carry_out_effect(position, position.dealer, dealer)
