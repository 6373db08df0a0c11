"""Deal the unseen cards at random to the places where they may be."""

from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from random import Random
from typing import Final, NamedTuple

from arena.rules.cards import BITS, CARDS, Card, CardSet, lowest, pick
from maumau.search.account import Account, Slot

_TRIES: Final = 20


class Had(NamedTuple):
    """An unseen card that a seat holds."""

    since: int  # the seat has held it since then, see `_DEALT` of `account`
    possible: CardSet  # the cards that it may be


class FaceDown(NamedTuple):
    """A face-down card of the pile."""

    lies: int  # its index in the pile
    seat: int  # the seat that played it
    since: int  # the seat had held it since then or earlier
    claimed: CardSet  # the cards with the claimed face


class Place(NamedTuple):
    """A place for unseen cards: several cards of a hand, or one card of the pile."""

    possible: CardSet  # the cards that each of them may be
    number: int  # how many cards
    seat: int
    lies: int | None = None  # the index in the pile; None for a hand


class Dealt(NamedTuple):
    """One possible distribution of the unseen cards."""

    hands: list[CardSet]  # by seat
    pile: dict[int, Card]  # the face-down cards, by index in the pile
    stock: CardSet


class Unseen:
    """The cards that a seat does not see, with the places where they may be.

    `account`: what the seat can deduce. `numbers`: the card numbers of the unseen cards, keyed by face.
    """

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
        """Deal the unseen cards at random to the places where they may be.

        All possible distributions are about equally likely; with two players, exactly.

        `truth`: the probability with which a face-down card is assumed to be the claimed card (if possible).
        """
        for _ in range(_TRIES):
            places = self._places(chance, truth)
            cards = self._draw(places, chance)
            if cards is not None:
                return self._distribute(places, cards)
        places = self._places(chance, truth=0)
        return self._distribute(places, _match_cards(places, chance) or self._shuffle_all(chance))

    def _places(self, chance: Random, truth: float) -> list[Place]:
        """Return the places in the pile and in hands. Places with few possible cards come first.

        `truth`: the probability with which a face-down card is assumed to be the claimed card.
        """
        if not self._pile:
            return self._held
        left, places, used = [had.copy() for had in self._had], list[Place](), 0
        for lies, seat, since, claimed in self._pile:
            had = [one for one in left[seat] if one.since <= since] or left[seat][:1]
            said = claimed & ~used if chance.random() < truth else 0
            true = [one for one in had if one.possible & said]
            laid = chance.choice(true or had)
            left[seat].remove(laid)
            possible = laid.possible
            if true:
                possible = BITS[lowest(possible & said)]
                used |= possible
            places.append(Place(possible, 1, seat, lies))
        return sorted([*places, *_in_hands(left)], key=_number_possible)

    def _draw(self, places: Iterable[Place], chance: Random) -> list[Card] | None:
        """Draw random cards for these places, one place after the other; None if the remaining cards do not
        fit.
        """
        left, drawn = self._cards, list[Card]()
        for place in places:
            there = place.possible & left
            if there.bit_count() < place.number:
                return None
            cards = chance.sample(list(pick(CARDS, there)), place.number)
            left ^= _set(cards)
            drawn += cards
        return drawn

    def _shuffle_all(self, chance: Random) -> list[Card]:
        """Return all unseen cards in random order, without regard to the places where they may be."""
        cards = list(pick(CARDS, self._cards))
        chance.shuffle(cards)
        return cards

    def _distribute(self, places: Iterable[Place], cards: Iterable[Card]) -> Dealt:
        """Put these cards on the places in order, and the other unseen cards into the stock."""
        hands, pile, stock, left = [0] * self._seats, dict[int, Card](), self._cards, iter(cards)
        for place in places:
            laid = list(islice(left, place.number))
            stock ^= _set(laid)
            if place.lies is None:
                hands[place.seat] |= _set(laid)
            else:
                (pile[place.lies],) = laid
        return Dealt(hands, pile, stock)


def _match_cards(places: Iterable[Place], chance: Random) -> list[Card] | None:
    """Return possible cards for all places, in the order of the places; None if there is no solution."""
    possible = [place.possible for place in places for _ in range(place.number)]
    there: dict[Card, int] = {}  # in which place

    def filled(place: int, tried: set[Card]) -> bool:
        cards = list(pick(CARDS, possible[place]))
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
    """Return the places in hands. Places with few possible cards come first. `had`: each seat's unseen
    cards.
    """
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
