"""Remembers what is out and what others could not follow; leaves the next one what he can hardly answer."""

from collections import Counter

import maumau
from maumau import Card, Choice, DrawReason, Event, EventKind, Kind, Suit, View

# What counts for a play, in card points.
ANSWERED = 5  # against it: that the next one surely has an answer
FOLLOWED = 2  # for it: each card of the suit that stays in the own hand
WILD = 20  # against it: that it is a card that goes on anything
ATTACK = 6  # for it: that the next one has to draw or to miss a turn
ATTACKS = ("OweCards", "SkipNext")


class Counting(maumau.Bot):
    """Each game has one of its own, so what it remembers is in `self`."""

    def __init__(self) -> None:
        self.out: Counter[Card] = Counter()  # the discard pile
        self.top: Card | None = None
        self.suit: Suit | None = None  # to follow
        self.gained: dict[
            tuple[int, Suit], int
        ] = {}  # cards that a seat took since it could not follow a suit

    def on_event(self, event: Event) -> None:
        match event:
            case Event(kind=EventKind.DEAL):
                self.out, self.gained = Counter(), {}
            case Event(kind=EventKind.TURNED | EventKind.PLAYED, card=Card() as card):
                self.out[card] += 1
                self.top, self.suit = card, card.suit
            case Event(kind=EventKind.NAMED, value=suit):
                self.suit = Suit(suit)
            case Event(kind=EventKind.RESHUFFLED):
                self.out = Counter([self.top] if self.top else [])
            case Event(kind=EventKind.DREW, seat=int(seat), value=reason):
                self.drew(seat, reason)

    def drew(self, seat: int, reason: int) -> None:
        """Who draws of his own could not follow the suit; with every card he takes that is less sure."""
        if reason == DrawReason.DRAW and self.suit is not None:
            self.gained[seat, self.suit] = 0
        for suit in Suit:
            if (seat, suit) in self.gained:
                self.gained[seat, suit] += 1

    def choose(self, view: View) -> Choice:
        plays = [choice for choice in view.legal if choice.kind is Kind.PLAY]
        if not plays:
            return view.legal[0]
        if len(plays) == 1 and not plays[0].suits:
            return plays[0]
        guess = Guess(self, view)
        return max(
            (play.with_(suit=suit) for play in plays for suit in play.suits or (None,)), key=guess.worth
        )


class Guess:
    """What a play is worth, by what the next one may hold."""

    def __init__(self, seen: Counting, view: View) -> None:
        self.unseen = unseen_cards(seen, view)
        self.total = max(1, self.unseen.total())
        self.next = view.opponents[0] if view.opponents else view.seat
        self.count = view.counts[self.next]
        self.gained = seen.gained
        self.held = Counter(card.suit for card in view.hand)
        self.rules = view.match.rules

    def worth(self, play: Choice) -> float:
        card = play.card
        assert card is not None  # it is a play
        suit = card.suit if play.suit is None else play.suit
        followed = self.held[suit] - (card.suit == suit)
        cost = WILD if play.suits else -self.rules["values"].get(card.rank, 0)
        return FOLLOWED * followed + ATTACK * self.attacks(card) - ANSWERED * self.answered(card, suit) - cost

    def attacks(self, card: Card) -> bool:
        effects = self.rules["effects"]
        effect = effects.get(str(card)) or effects.get(card.rank) or {}
        return effect.get("is") in ATTACKS

    def answered(self, card: Card, suit: Suit | None) -> float:
        """How likely it is that the next one holds a card of the suit or of the rank."""
        of_suit = sum(number for other, number in self.unseen.items() if other.suit == suit)
        of_rank = sum(number for other, number in self.unseen.items() if other.rank == card.rank)
        places = (
            self.count if suit is None else min(self.count, self.gained.get((self.next, suit), self.count))
        )
        return 1 - (1 - of_suit / self.total) ** places * (1 - of_rank / self.total) ** self.count


def unseen_cards(seen: Counting, view: View) -> Counter[Card]:
    """The cards that are in the stock or in other hands."""
    pack = view.match.cards
    copies = (view.stock + view.pile + sum(view.counts)) // len(pack)
    unseen = Counter(dict.fromkeys(pack, copies))
    unseen.subtract(seen.out)
    unseen.subtract(view.hand)
    return +unseen


if __name__ == "__main__":
    maumau.run(Counting)
