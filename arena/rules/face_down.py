"""Plays face down: a card is laid with a spoken one, and the next player believes it or doubts (BLIND-*).

Believed, the claim is the top in every respect, and what really lies there is hidden until it is reshuffled
(X-BLIND).
"""

from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from arena.rules.announcements import deal_goes_on
from arena.rules.cards import NO_SUIT, Card, CardSet, members, picked
from arena.rules.choices import NO_CARD, Action, Ask, Choice, Kind
from arena.rules.dealer import Dealer, TakenBack
from arena.rules.effects import NAMED, end_what_is_answered
from arena.rules.ending import go_out
from arena.rules.events import EventKind, Reason, with_card, with_value
from arena.rules.game import ALL_SUITS
from arena.rules.plays import first_of_twins
from arena.rules.position import Position
from arena.rules.turns import ask, draw, draw_debt, end_turn, miss_instead, miss_turns, next_seat

# Looked up by their enums these cost much in Python 3.11.
BELIEVE: Final = Ask.BELIEVE
MISS: Final = Ask.MISS
DOUBT: Final = Reason.DOUBT
CLAIMED: Final = with_card(EventKind.CLAIMED)
SHOWN: Final = with_card(EventKind.SHOWN)
TAKEN_BACK: Final = with_card(EventKind.TAKEN_BACK)
BELIEVED: Final = with_value(EventKind.BELIEVED, 1)
DOUBTED: Final = with_value(EventKind.DOUBTED, 1)


class Claim(NamedTuple):
    """A card laid face down, and the top as it was before."""

    seat: int
    card: Card
    top: Card
    hidden: Card
    suit: int


def claims(position: Position, wanted: CardSet) -> tuple[Choice, ...]:
    """Any card of the hand as any card that fits, for each first what names no suit, then what does; as last
    card nothing does (X-TOP-CLAIM), unless the deal goes on after it (X-LAST-NAMES).
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
    return tuple(chain.from_iterable(picked(by_card, laid)))


@lru_cache(maxsize=4_096)
def _laid_as(claims: CardSet, naming: CardSet, cards: int) -> tuple[tuple[Choice, ...], ...]:
    """The choices to lay each card of a pack as one of these, or as one of those that name the suit."""
    kinds = [(some, suits) for some, suits in ((claims, 0), (naming, ALL_SUITS)) if some]
    return tuple(
        tuple(Choice(Kind.PLAY, Card(card), claims=some, suits=suits) for some, suits in kinds)
        for card in range(cards)
    )


def lay_face_down(position: Position, action: Action, dealer: Dealer) -> None:
    """Lay a card with a claim and ask the next player; a last card is not asked about but shown."""
    seat, game = position.turn, position.game
    position.claimed = Claim(seat, action.card, position.top, position.hidden, position.suit)
    position.hands[seat] ^= 1 << action.card
    position.pile |= 1 << really_on_top(position)
    before = game.suit_to_follow(position.top, position.suit)
    position.hidden, position.top, position.laid = action.card, action.claim, 1
    position.suit = game.lying_suit(action.claim, before) if action.suit == NO_SUIT else action.suit
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
    """The card that lies on top, whatever was claimed of it."""
    return position.top if position.hidden == NO_CARD else position.hidden


def believe(position: Position, action: Action, dealer: Dealer) -> None:
    """The claim counts as the card (BLIND-DOUBT)."""
    claim = _open_claim(position)
    position.events.append(BELIEVED[position.turn][0])
    _carry_out(position, claim.seat, dealer)


def doubt(position: Position, action: Action, dealer: Dealer) -> None:
    """The card is shown: who was wrong draws the penalty (BLIND-PENALTY)."""
    doubter, claim = position.turn, _open_claim(position)
    position.events.append(DOUBTED[doubter][0])
    if _is_true(position, claim):
        _true(position, claim, doubter, dealer)
    else:
        _lie(position, claim, dealer)


def _show_last(position: Position, dealer: Dealer) -> None:
    """A last card that is what was said wins, any other goes as if doubted."""
    claim = _open_claim(position)
    if not _is_true(position, claim):
        _lie(position, claim, dealer)
        return
    position.hidden, position.top = NO_CARD, claim.card
    if go_out(position, claim.seat, (claim.card,), dealer):
        _carry_out(position, claim.seat, dealer)


def _open_claim(position: Position) -> Claim:
    claim, position.claimed = position.claimed, None
    assert claim is not None
    return claim


def _is_true(position: Position, claim: Claim) -> bool:
    position.events.append(SHOWN[claim.seat][claim.card])
    faces = position.game.faces
    return faces[claim.card] == faces[position.top]


def _true(position: Position, claim: Claim, doubter: int, dealer: Dealer) -> None:
    """The doubter draws the penalty, if there is one, and what the card costs, and misses one turn."""
    position.hidden = NO_CARD
    position.top = claim.card
    face_down = position.game.face_down
    if face_down is not None and face_down.doubter_draws:
        _draw_penalty(position, doubter, dealer)
    _carry_out(position, claim.seat, dealer)
    if position.turn != doubter:
        return
    if position.ask is MISS:  # the next is asked about what is left (X-SKIPS)
        miss_instead(position)
        return
    draw_debt(position, doubter, dealer)
    position.misses = max(position.misses, 1)
    miss_turns(position, doubter)


def _lie(position: Position, claim: Claim, dealer: Dealer) -> None:
    """Everything is as before, and the liar draws the penalty and then the open debt; his turn is over, or
    missed where he was to answer for it (X-SKIP-ANSWER).
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
    end_what_is_answered(position)
    position.game.acts[position.top](position, seat, dealer)
