"""Build the known part of a position from a seat's view and the events of the deal."""

from collections.abc import Iterable
from typing import NamedTuple

from arena.rules import GameRules, Position, Word
from arena.rules.announcements import ONLY_A_WORD, may_still_say, out_word
from arena.rules.cards import BITS, CARDS, Card, CardSet, members
from arena.rules.choices import NO_CARD, Action, ActionKind, Ask
from arena.rules.effects import MayGoOn, OweCards
from arena.rules.position import Suspected
from arena.rules.ruleset import AfterDraw, Paid
from arena.rules.turns import ANY_CARD, replace_at, set_order
from maumau.events import Event, EventKind
from maumau.search.account import Account
from maumau.views import View


class Known(NamedTuple):
    """A position in which only the known cards are in place."""

    position: Position
    lying: tuple[Card, ...]  # the cards of the pile; NO_CARD for unseen ones
    numbers: list[list[Card]]  # by face: the card numbers that are left for unseen cards


def account_of(view: View, game: GameRules) -> Account:
    """Return what the view's seat can deduce from the events of the current deal."""
    history = view.history
    start = next(at for at in range(len(history) - 1, -1, -1) if history[at].kind is EventKind.DEAL)
    events = history[start:]
    account = Account(game, view.seat, _laid_face_down(view, events) if game.face_down else ())
    account.follow(events)
    return account


def _laid_face_down(view: View, events: Iterable[Event]) -> list[int]:
    """Return the cards that this seat played face down in the current deal."""
    mine = [event for event in view.history if event.kind is EventKind.CLAIMED and event.seat == view.seat]
    here = sum(event.kind is EventKind.CLAIMED and event.seat == view.seat for event in events)
    return [card.code for card in view._game.laid[: len(mine)][len(mine) - here :]]


def known_position(view: View, game: GameRules, account: Account) -> Known:
    """Return a position with everything that the view's seat knows for certain."""
    numbers = _by_face(game)
    position = Position(game)
    position.hands[view.seat] = _taken(numbers, (card.code for card in view.hand))
    for seat, faces in enumerate(account.shown):
        position.hands[seat] |= _taken(numbers, faces)
    lying = tuple(NO_CARD if one.holder is not None else numbers[one.real].pop(0) for one in account.pile)
    position.pile = sum(BITS[card] for card in lying[:-1] if card != NO_CARD)
    position.stock = 0
    _turn_top(position, account, lying)
    _set_table(position, view)
    _set_account(position, account)
    position.ply = view.ply
    position.dealt = max(0, view.ply - account.decisions) if view.deal else 0
    position.allowed = _allowed(position, view, account)
    if game.ruleset.calls.paid is Paid.NEXT_MOVE and view.seat in account.forgot:
        position.forgot = may_still_say(position, view.seat) << view.seat
    if position.ask is Ask.CATCH:
        position.suspected = _catchable_play(position, account)
    if game.ruleset.deals:
        _set_alive(position, view)
    return Known(position, lying, numbers)


def _by_face(game: GameRules) -> list[list[Card]]:
    numbers: list[list[Card]] = [[] for _ in game.faces]
    for card, face in enumerate(game.faces):
        numbers[face].append(CARDS[card])
    return numbers


def _taken(numbers: list[list[Card]], faces: Iterable[int]) -> CardSet:
    return sum(BITS[numbers[face].pop(0)] for face in faces)


def _turn_top(position: Position, account: Account, lying: tuple[Card, ...]) -> None:
    """Set the position's top card, and the cards that fit on it."""
    if not lying:
        return
    top = account.pile[-1]
    position.top = CARDS[top.face] if top.face_down else lying[-1]
    position.hidden = lying[-1] if top.face_down else NO_CARD
    position.suit = top.suit
    position.fits = position.game.fits[position.top][top.suit]


def _set_table(position: Position, view: View) -> None:
    """Set the fields of the position that the view's question contains."""
    position.turn, position.ask = view.seat, Ask(view.ask)
    position.direction = view.direction
    position.inside = sum(1 << seat for seat, inside in enumerate(view.inside) if inside)
    set_order(position)
    position.debt, position.misses = view.pending_draw, view.misses
    position.said = tuple(Word(word) for word in view.said)
    position.deal, position.dealer = view.deal, view.dealer
    position.totals = view.totals
    effect = position.game.effects[position.top] if position.debt else None
    position.owed_for = effect if isinstance(effect, OweCards) else None


def _set_account(position: Position, account: Account) -> None:
    """Set the fields of the position that follow from the events."""
    position.laid, position.draws, position.idle = account.alike(), account.draws, account.idle
    position.finished, position.epoch = account.finished, account.epoch
    position.last_plays = dict(account.last_plays)


def _allowed(position: Position, view: View, account: Account) -> CardSet:
    """Return the cards that can be played in answer to the question: any, only cards just drawn, or none."""
    game, ask = position.game, position.ask
    if ask is Ask.DRAWN and game.after_draw is AfterDraw.DRAWN_CARD:
        return _of_hand(position, [view.drawn.code] if view.drawn else [])
    effect = game.effects[position.top] if position.top != NO_CARD else None
    if ask is Ask.GO_ON and not isinstance(effect, MayGoOn):
        return ONLY_A_WORD
    if isinstance(effect, OweCards) and ask is Ask.DRAWN_SEVEN:
        return _of_hand(position, account.drawn) & game.drawn_answers[effect]
    if isinstance(effect, OweCards) and ask is Ask.PAID and effect.only_drawn:
        return _of_hand(position, account.drawn)
    return ANY_CARD


def _of_hand(position: Position, faces: Iterable[int]) -> CardSet:
    """Return the cards with these faces in the hand of the seat that is asked."""
    found, faces_of = 0, position.game.faces
    for face in faces:
        hand = members(position.hands[position.turn] & ~found)
        found |= next(BITS[card] for card in hand if faces_of[card] == face)
    return found


def _catchable_play(position: Position, account: Account) -> Suspected:
    """Return the last play, for the question whether its player missed an announcement."""
    last = account.last
    assert last is not None
    seat, word = last.seat, Word(last.word)
    cards = tuple(CARDS[face] for face in last.faces)
    action = Action(ActionKind.PLAY, cards[0], cards[1:], word=word)
    if account.counts[seat]:
        return Suspected(seat, action, word is Word.SILENT)
    before = position.copy()
    before.turn = seat
    before.said = replace_at(before.said, seat, Word(last.before))
    return Suspected(seat, action, word > out_word(before, cards[0]))


def _set_alive(position: Position, view: View) -> None:
    """Remove the eliminated seats from a position.

    For each, set its last deal and the points that it lost in that deal.
    """
    deals = position.game.ruleset.deals
    deal, lost = 0, [0] * view.seats
    if deals is None or not any(map(deals.ends.puts_out, view.totals)):
        return
    for event in view.history:
        if event.kind is EventKind.DEAL:
            deal, lost = event.value, [0] * view.seats
        elif event.kind is EventKind.SCORED and event.seat is not None:
            lost[event.seat] = event.value
        elif event.kind is EventKind.ELIMINATED and event.seat is not None:
            position.alive &= ~(1 << event.seat)
            position.outs[event.seat] = (deal, lost[event.seat])
