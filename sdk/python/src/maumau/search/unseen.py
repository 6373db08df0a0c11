"""The cards that a seat does not see, and where they may lie."""

from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from random import Random
from typing import Final, NamedTuple

from arena.rules.cards import BITS, CARDS, Card, CardSet, lowest, picked
from maumau.search.account import Account, Slot

_TRIES: Final = 20


class Had(NamedTuple):
    """A card that somebody holds or laid face down, which he has since `since`; it is one of `possible`."""

    since: int
    possible: CardSet


class FaceDown(NamedTuple):
    """A card on the pile, the first from the bottom being 0, that a seat had since `since` at the latest.
    `claimed`: what it was said to be.
    """

    lies: int
    seat: int
    since: int
    claimed: CardSet


class Place(NamedTuple):
    """So many cards of a hand, or one of the pile; each is one of `possible`."""

    possible: CardSet
    number: int
    seat: int
    lies: int | None = None


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

        def had(slot: Slot) -> Had:
            return Had(slot.since, sum(BITS[card] for when, card in since if slot.may_be(faces[card], when)))

        def claimed(face: int) -> CardSet:
            return sum(BITS[card] for _, card in since if faces[card] == face)

        self._had = [list(map(had, slots)) for slots in account.hands]
        self._pile = [
            FaceDown(lies, one.holder, one.since, claimed(one.face))
            for lies, one in enumerate(account.pile)
            if one.holder is not None
        ]
        self._held = _in_hands(self._had)

    def deal(self, chance: Random, truth: float) -> Dealt:
        """Deal them anew. Every way that is possible is about as likely as any other; with two at it just so,
        as there a place allows all that those filled before it allow.
        """
        for _ in range(_TRIES):
            places = self._places(chance, truth)
            cards = self._drawn(places, chance)
            if cards is not None:
                return self._laid_out(places, cards)
        places = self._places(chance, truth=0)
        return self._laid_out(places, _made_to_fit(places, chance) or self._anyhow(chance))

    def _places(self, chance: Random, truth: float) -> list[Place]:
        """The places of the pile and of the hands, those of few possible cards first. What lies face down is
        any card that its holder had; with a probability of `truth` the one claimed, if he may have had that.
        """
        if not self._pile:
            return self._held
        left, places, told = [had.copy() for had in self._had], list[Place](), 0
        for lies, seat, since, claimed in self._pile:
            had = [one for one in left[seat] if one.since <= since] or left[seat][:1]
            said = claimed & ~told if chance.random() < truth else 0
            true = [one for one in had if one.possible & said]
            laid = chance.choice(true or had)
            left[seat].remove(laid)
            possible = laid.possible
            if true:
                possible = BITS[lowest(possible & said)]
                told |= possible
            places.append(Place(possible, 1, seat, lies))
        return sorted([*places, *_in_hands(left)], key=_number_possible)

    def _drawn(self, places: Iterable[Place], chance: Random) -> list[Card] | None:
        """Cards for these places. None: what is left fits nowhere, which happens where more than two play, or
        where cards lie face down.
        """
        left, drawn = self._cards, list[Card]()
        for place in places:
            there = place.possible & left
            if there.bit_count() < place.number:
                return None
            cards = chance.sample(list(picked(CARDS, there)), place.number)
            left ^= _set(cards)
            drawn += cards
        return drawn

    def _anyhow(self, chance: Random) -> list[Card]:
        """All cards, whatever is known of them."""
        cards = list(picked(CARDS, self._cards))
        chance.shuffle(cards)
        return cards

    def _laid_out(self, places: Iterable[Place], cards: Iterable[Card]) -> Dealt:
        """These cards from place to place, the others in the stock."""
        hands, pile, stock, left = [0] * self._seats, dict[int, Card](), self._cards, iter(cards)
        for place in places:
            laid = list(islice(left, place.number))
            stock ^= _set(laid)
            if place.lies is None:
                hands[place.seat] |= _set(laid)
            else:
                (pile[place.lies],) = laid
        return Dealt(hands, pile, stock)


def _made_to_fit(places: Iterable[Place], chance: Random) -> list[Card] | None:
    """Cards for these places. Where none is left for one, another gives its card away for one that fits there
    too (augmenting paths). None if there is no way at all.
    """
    possible = [place.possible for place in places for _ in range(place.number)]
    there: dict[Card, int] = {}  # in which place

    def filled(place: int, tried: set[Card]) -> bool:
        cards = list(picked(CARDS, possible[place]))
        chance.shuffle(cards)
        for card in cards:
            if card not in tried:
                tried.add(card)
                if card not in there or filled(there[card], tried):
                    there[card] = place
                    return True
        return False

    fits = all(filled(place, set()) for place in range(len(possible)))
    return sorted(there, key=there.__getitem__) if fits else None


def _in_hands(had: Iterable[Iterable[Had]]) -> list[Place]:
    """The places of hands, those of few possible cards first."""
    places = [
        Place(possible, len(list(alike)), seat)
        for seat, cards in enumerate(had)
        for possible, alike in groupby(one.possible for one in cards)
    ]
    return sorted(places, key=_number_possible)


def _number_possible(place: Place) -> int:
    return place.possible.bit_count()


def _set(cards: Iterable[Card]) -> CardSet:
    return sum(BITS[card] for card in cards)
