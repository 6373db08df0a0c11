"""The cards that a seat does not see, and where they may lie."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from random import Random
from typing import Final, NamedTuple

from arena.rules.cards import BITS, CARDS, Card, CardSet, picked
from maumau.search.account import Account, Slot

_TRIES: Final = 20


class Held(NamedTuple):
    """So many cards of somebody's hand; each is one of `possible`."""

    seat: int
    number: int
    possible: CardSet


class FaceDown(NamedTuple):
    """A card on the pile, the first from the bottom being 0; `claimed`: what it was said to be."""

    lies: int
    possible: CardSet
    claimed: CardSet


class Dealt(NamedTuple):
    """One way in which they may lie."""

    hands: list[CardSet]
    pile: dict[int, Card]
    stock: CardSet


class Unseen:
    """All cards that a seat does not see. `numbers`: by face, those of the cards that are left for it."""

    def __init__(self, account: Account, numbers: Sequence[list[Card]]) -> None:
        self._seats = account.game.seats
        since = [
            (when, card)
            for face, whens in account.unseen.items()
            for when, card in zip(sorted(whens), numbers[face], strict=True)
        ]
        self._cards = sum(BITS[card] for _, card in since)
        faces = account.game.faces

        def possible(slot: Slot) -> CardSet:
            return sum(BITS[card] for when, card in since if slot.may_be(faces[card], when))

        def claimed(face: int) -> CardSet:
            return sum(BITS[card] for _, card in since if faces[card] == face)

        self._pile = [
            FaceDown(lies, possible(one.slot), claimed(one.face))
            for lies, one in enumerate(account.pile)
            if one.slot is not None
        ]
        held = [
            Held(seat, len(list(alike)), cards)
            for seat, slots in enumerate(account.hands)
            for cards, alike in groupby(map(possible, slots))
        ]
        self._held = sorted(held, key=lambda one: one.possible.bit_count())

    def deal(self, chance: Random, truth: float) -> Dealt:
        """Deal them anew. Every way that is possible is about as likely as any other; with two at it just so,
        as there a place allows all that those filled before it allow.
        """
        for _ in range(_TRIES):
            dealt = self._try(chance, truth)
            if dealt:
                return dealt
        return self._anyhow(chance)

    def _try(self, chance: Random, truth: float) -> Dealt | None:
        """None: what is left fits nowhere, which happens where more than two play."""
        left, hands, pile = self._cards, [0] * self._seats, dict[int, Card]()
        for lies, possible, claimed in self._pile:
            told = claimed & left & possible
            there = told if told and chance.random() < truth else possible & left
            if not there:
                return None
            pile[lies] = card = chance.choice(list(picked(CARDS, there)))
            left ^= BITS[card]
        for seat, number, possible in self._held:
            there = possible & left
            if there.bit_count() < number:
                return None
            cards = _set(chance.sample(list(picked(CARDS, there)), number))
            hands[seat] |= cards
            left ^= cards
        return Dealt(hands, pile, left)

    def _anyhow(self, chance: Random) -> Dealt:
        """As many cards as there must be in each place, whatever is known of them."""
        cards = list(picked(CARDS, self._cards))
        chance.shuffle(cards)
        pile = {one.lies: cards.pop() for one in self._pile}
        hands = [0] * self._seats
        for seat, number, _ in self._held:
            hands[seat] |= _set(cards.pop() for _ in range(number))
        return Dealt(hands, pile, _set(cards))


def _set(cards: Iterable[Card]) -> CardSet:
    return sum(BITS[card] for card in cards)
