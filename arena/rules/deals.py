"""Before the first play: whose deal it is, the cut, the hands, the first face-up card."""

from arena.rules.cards import NO_SUIT, Card
from arena.rules.choices import NO_CARD, Action, Ask, Word
from arena.rules.dealer import TABLE, Dealer, cut
from arena.rules.events import ALL, Event, EventKind, happened
from arena.rules.game import Game
from arena.rules.position import Position
from arena.rules.turns import ask, begin_epoch, begin_turn, next_seat, previous_seat


def start(game: Game, dealer: Dealer) -> tuple[Position, list[Event]]:
    """A new game: the first deal is made (or being cut). The position and what happened, cards unredacted.

    Seat 0 plays first, so the dealer is the last seat (X-ORDER).
    """
    position = Position(game)
    begin_deal(position, dealer)
    return position, position.events


def begin_deal(position: Position, dealer: Dealer) -> None:
    """All cards are back in the stock, in the first direction; then the cut, if there is one, and the
    dealing.
    """
    game = position.game
    position.hands = [0] * game.seats
    position.stock, position.pile, position.top = game.cards, 0, NO_CARD
    position.suit, position.fits = NO_SUIT, 0
    position.said = [Word.SILENT] * game.seats
    position.direction = 1
    position.epoch = position.decisions = position.idle = 0
    position.events.append(happened(EventKind.DEAL, position.dealer, NO_CARD, position.deal))
    if game.ruleset.cut:
        cut_pack(position, dealer)
    else:
        deal_out(position, dealer)


def cut_pack(position: Position, dealer: Dealer) -> None:
    """The cutter, one seat before the dealer, meets cards; if all are effect cards the pack is cut again
    (D-CUT, X-CUT).
    """
    met = _meet(position, dealer)
    while all(position.game.special >> card & 1 for card in met):
        for card in met:
            _show_met(position, card)
        position.events.append(happened(EventKind.CUT_AGAIN, cutter(position)))
        begin_epoch(position, dealer)
        met = _meet(position, dealer)
    position.met = met
    _meet_next(position, dealer)


def cutter(position: Position) -> int:
    """The seat one before the dealer in turn order (X-CUT)."""
    return previous_seat(position, position.dealer)


def _meet(position: Position, dealer: Dealer) -> tuple[Card, ...]:
    """The first cards of the cutter's order; they stay in the stock (X-CUT-PLACES)."""
    unmet, met = position.stock, []
    for _ in range(position.game.ruleset.cut):
        card = dealer.take(cut(0), unmet, position.deal, position.epoch)
        unmet ^= 1 << card
        met.append(card)
    return tuple(met)


def _show_met(position: Position, card: Card) -> None:
    position.events.append(happened(EventKind.CUT_MET, cutter(position), card))


def _meet_next(position: Position, dealer: Dealer) -> None:
    """Show the next card met, and ask about it if it is an effect card; else deal. The last one never is."""
    _show_met(position, position.met[0])
    if position.game.special >> position.met[0] & 1:
        ask(position, cutter(position), Ask.CUT)
    else:
        deal_out(position, dealer)


def keep_cut(position: Position, action: Action, dealer: Dealer) -> None:
    """The cutter takes the card met, in addition to the hand he will be dealt."""
    card, *rest = position.met
    position.stock &= ~(1 << card)
    position.hands[position.turn] |= 1 << card
    position.events.append(happened(EventKind.CUT_KEPT, position.turn, card))
    position.met = tuple(rest)
    _meet_next(position, dealer)


def leave_cut(position: Position, action: Action, dealer: Dealer) -> None:
    """The cutter leaves the card met in the stock, which ends the cut."""
    position.events.append(happened(EventKind.CUT_LEFT, position.turn, position.met[0]))
    deal_out(position, dealer)


def deal_out(position: Position, dealer: Dealer) -> None:
    """Deal singly, in rounds, from the seat that plays first; turn up a card, which has no effect
    (X-DEALING, X-STARTER).
    """
    position.met = ()
    first = next_seat(position, position.dealer)
    seat = first
    for _ in range(position.game.ruleset.hand * position.inside.bit_count()):
        card = _take(position, seat, dealer)
        position.hands[seat] |= 1 << card
        position.events.append(happened(EventKind.DEALT, seat, card))
        seat = next_seat(position, seat)
    turn_up(position, dealer)
    begin_turn(position, first)


def turn_up(position: Position, dealer: Dealer) -> None:
    """The first face-up card; if it is wild its own suit holds (X-STARTER)."""
    game, top = position.game, _take(position, TABLE, dealer)
    position.top = top
    position.suit = game.pack.suit(top) if game.wilds >> top & 1 else NO_SUIT
    position.fits = game.fits[top][position.suit]
    position.events.append(happened(EventKind.TURNED, ALL, top))


def _take(position: Position, who: int, dealer: Dealer) -> Card:
    card = dealer.take(who, position.stock, position.deal, position.epoch)
    position.stock ^= 1 << card
    return card
