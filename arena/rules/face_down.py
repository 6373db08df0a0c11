"""Face-down plays: a player claims which card they lay, the next player believes or doubts it (BLIND-*).

A believed claim counts as the top card. The real card stays hidden until the reshuffle (X-BLIND).
"""

from functools import lru_cache
from itertools import chain
from typing import Final

from arena.rules.announcements import deal_goes_on
from arena.rules.cards import NO_SUIT, Card, CardSet, members, pick
from arena.rules.choices import NO_CARD, Action, ActionKind, Ask, Choice
from arena.rules.dealer import Dealer, TakenBack
from arena.rules.effect_actions import NAMED, carry_out_effect, end_answered
from arena.rules.ending import go_out
from arena.rules.events import EventKind, Reason, with_card, with_value
from arena.rules.game import ALL_SUITS
from arena.rules.plays import first_of_twins
from arena.rules.position import PendingClaim, Position
from arena.rules.turns import ask, draw, draw_debt, end_turn, miss_instead, miss_turns, next_seat

# Module constants, because looking up an enum member is slow in Python 3.11.
BELIEVE: Final = Ask.BELIEVE
MISS: Final = Ask.MISS
DOUBT: Final = Reason.DOUBT
CLAIMED: Final = with_card(EventKind.CLAIMED)
SHOWN: Final = with_card(EventKind.SHOWN)
TAKEN_BACK: Final = with_card(EventKind.TAKEN_BACK)
BELIEVED: Final = with_value(EventKind.BELIEVED, 1)
DOUBTED: Final = with_value(EventKind.DOUBTED, 1)


def claim_choices(position: Position, wanted: CardSet) -> tuple[Choice, ...]:
    """Return the choices to lay a card face down and claim that it is one of the cards `wanted`.

    The player may lay any card of the hand; after a draw, some rulesets allow only certain cards. For each
    card, claims without a named suit come first. If laying the last card would end the deal, its claim cannot
    name a suit (X-TOP-CLAIM, X-LAST-NAMES).
    """
    game, hand = position.game, position.hands[position.turn]
    spoken = wanted & game.single
    if not spoken:
        return ()
    naming = spoken & game.naming if hand & (hand - 1) or deal_goes_on(position) else 0
    laid = hand & position.allowed
    by_card = _laid_as(spoken & ~naming, naming, game.pack.size)
    if game.has_twins:
        firsts = sorted(members(first_of_twins(position, hand, laid)), key=game.faces.__getitem__)
        return tuple(choice for card in firsts for choice in by_card[card])
    return tuple(chain.from_iterable(pick(by_card, laid)))


@lru_cache(maxsize=4_096)
def _laid_as(claims: CardSet, naming: CardSet, cards: int) -> tuple[tuple[Choice, ...], ...]:
    """Return a table that contains, for each card of the pack, the choices to lay it face down.

    `claims`: the faces (rank and suit) that may be claimed without naming a suit. `naming`: the faces whose
    claim also names a suit. `cards`: the size of the pack.
    """
    kinds = [(faces, suits) for faces, suits in ((claims, 0), (naming, ALL_SUITS)) if faces]
    return tuple(
        tuple(Choice(ActionKind.PLAY, Card(card), claims=faces, suits=suits) for faces, suits in kinds)
        for card in range(cards)
    )


def lay_face_down(position: Position, action: Action, dealer: Dealer) -> None:
    """Lay a card face down with a claim, and ask the next player whether they believe it.

    If it is the player's last card, show it at once and ask nobody.
    """
    seat, game = position.turn, position.game
    position.claimed = PendingClaim(seat, action.card, position.top, position.hidden, position.suit)
    position.hands[seat] ^= 1 << action.card
    position.pile |= 1 << really_on_top(position)
    before = game.suit_to_follow(position.top, position.suit)
    position.hidden, position.top, position.laid = action.card, action.claim, 1
    position.suit = game.suit_after_lay(action.claim, before) if action.suit == NO_SUIT else action.suit
    position.fits = game.fits[position.top][position.suit]
    position.idle = 0
    position.events.append(CLAIMED[seat][action.claim])
    if action.suit != NO_SUIT:
        position.events.append(NAMED[seat][action.suit])
    if position.hands[seat]:
        ask(position, next_seat(position, seat), BELIEVE)
    else:
        _show_last(position, dealer)


def really_on_top(position: Position) -> Card:
    """Return the real top card, even if its player claimed another card."""
    return position.top if position.hidden == NO_CARD else position.hidden


def believe(position: Position, action: Action, dealer: Dealer) -> None:
    """Accept the claim: the claimed card counts as the top card and has its effect (BLIND-DOUBT)."""
    claim = _open_claim(position)
    position.events.append(BELIEVED[position.turn][0])
    _carry_out(position, claim.seat, dealer)


def doubt(position: Position, action: Action, dealer: Dealer) -> None:
    """Show the doubted card and settle the doubt (BLIND-PENALTY).

    After a false claim, the liar takes the card back and draws the penalty. After a true claim, the doubter
    misses a turn and, if the ruleset says so, draws the penalty.
    """
    doubter, claim = position.turn, _open_claim(position)
    position.events.append(DOUBTED[doubter][0])
    if _is_true(position, claim):
        _settle_wrong_doubt(position, claim, doubter, dealer)
    else:
        _take_back(position, claim, dealer)


def _show_last(position: Position, dealer: Dealer) -> None:
    """Show a player's last card: after a true claim they go out, otherwise they take it back."""
    claim = _open_claim(position)
    if not _is_true(position, claim):
        _take_back(position, claim, dealer)
        return
    position.hidden, position.top = NO_CARD, claim.card
    if go_out(position, claim.seat, (claim.card,), dealer):
        _carry_out(position, claim.seat, dealer)


def _open_claim(position: Position) -> PendingClaim:
    claim, position.claimed = position.claimed, None
    assert claim is not None
    return claim


def _is_true(position: Position, claim: PendingClaim) -> bool:
    position.events.append(SHOWN[claim.seat][claim.card])
    faces = position.game.faces
    return faces[claim.card] == faces[position.top]


def _settle_wrong_doubt(position: Position, claim: PendingClaim, doubter: int, dealer: Dealer) -> None:
    """Settle the doubt of a true claim: carry out the card's effect; the doubter misses one turn.

    If the ruleset says so, the doubter also draws the penalty. `doubter`: a seat.
    """
    position.hidden = NO_CARD
    position.top = claim.card
    face_down = position.game.face_down
    if face_down is not None and face_down.doubter_draws:
        _draw_penalty(position, doubter, dealer)
    _carry_out(position, claim.seat, dealer)
    if position.turn != doubter:
        return
    if position.ask is MISS:  # the next player faces the remaining skips (X-SKIPS)
        miss_instead(position)
        return
    draw_debt(position, doubter, dealer)
    position.misses = max(position.misses, 1)
    miss_turns(position, doubter)


def _take_back(position: Position, claim: PendingClaim, dealer: Dealer) -> None:
    """Let the liar take the card back, draw the penalty and any debt (cards owed), and end their turn.

    A liar who claimed to answer a skip also misses a turn (X-SKIP-ANSWER).
    """
    below = claim.top if claim.hidden == NO_CARD else claim.hidden
    position.pile &= ~(1 << below)
    position.top, position.hidden, position.suit = claim.top, claim.hidden, claim.suit
    position.fits = position.game.fits[position.top][position.suit]
    position.hands[claim.seat] |= 1 << claim.card
    position.events.append(TAKEN_BACK[claim.seat][claim.card])
    dealer.record(TakenBack(claim.seat, claim.card))
    _draw_penalty(position, claim.seat, dealer)
    draw_debt(position, claim.seat, dealer)
    if position.misses:
        position.turn = claim.seat
        miss_instead(position)
    else:
        end_turn(position, claim.seat)


def _draw_penalty(position: Position, seat: int, dealer: Dealer) -> None:
    face_down = position.game.ruleset.face_down
    assert face_down is not None
    draw(position, seat, face_down.penalty, DOUBT, dealer)


def _carry_out(position: Position, seat: int, dealer: Dealer) -> None:
    end_answered(position)
    carry_out_effect(position, seat, dealer)
