"""Remembers what is out and what others could not follow; leaves the next one what he can hardly answer."""

from collections import Counter
from collections.abc import Iterator

import maumau
from maumau import Ask, Card, Choice, DrawReason, Event, EventKind, Kind, Suit, View

# What counts for a play, in card points.
ANSWERED = 5  # against it: that the next one surely has an answer
FOLLOWED = 2  # for it: each card of the suit that stays in the own hand
WILD = 20  # against it: that it is a card that goes on anything
ATTACK = 6  # for it: that the next one has to draw or to miss a turn; against it: that he has an answer
LIE = 100  # against it: that it is not what it is said to be
ATTACKS = ("OweCards", "SkipNext")


class Counting(maumau.Bot):
    """Each game has one of its own, so what it remembers is in `self`."""

    def __init__(self) -> None:
        self.suit: Suit | None = None  # to follow
        self.gained: dict[tuple[int, Suit], int] = {}  # cards a seat took since it could not follow a suit

    def on_event(self, event: Event) -> None:
        match event:
            case Event(kind=EventKind.DEAL):
                self.gained = {}
            case Event(kind=EventKind.TURNED | EventKind.PLAYED | EventKind.CLAIMED, card=Card() as card):
                self.suit = card.suit
            case Event(kind=EventKind.NAMED, value=suit):
                self.suit = Suit(suit)
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
        if view.ask is Ask.BELIEVE and view.claim not in view.unseen:
            return view.find(Kind.DOUBT) or view.legal[0]
        options = [one for choice in view.plays or view.legal[:1] for one in ways(view, choice)]
        guess = Guess(self, view)
        return max(options, key=guess.worth) if len(options) > 1 else options[0]


def ways(view: View, choice: Choice) -> Iterator[Choice]:
    """The ways to decide a choice; claimed is the truth, or what may be true."""
    claim = max(choice.claims, key=lambda card: (card == choice.card, view.unseen[card]), default=None)
    target = min(choice.targets, key=lambda seat: view.counts[seat], default=None)
    for more in choice.ways_to_lay():
        for suit in choice.suits or (None,):
            yield choice.with_(more=more, suit=suit, target=target, claim=claim)


class Guess:
    """What a play is worth, by what the next one may hold."""

    def __init__(self, seen: Counting, view: View) -> None:
        self.match = view.match
        self.unseen = view.unseen
        self.total = max(1, self.unseen.total())
        self.next = view.opponents[0] if view.opponents else view.seat
        self.count = view.counts[self.next]
        self.gained = seen.gained
        self.held = Counter(card.suit for card in view.hand)

    def worth(self, play: Choice) -> float:
        top = play.claim or (play.cards[-1] if play.cards else None)
        suit = top.suit if top and play.suit is None else play.suit
        left = self.held[suit] - sum(card.suit == suit for card in play.cards)
        if top is None:  # only a suit is named
            return left
        gone = sum(map(self.burden, play.cards)) - LIE * (not play.is_true)
        return gone + FOLLOWED * left + ATTACK * self.attacks(top) - ANSWERED * self.answered(top, suit)

    def burden(self, card: Card) -> int:
        """What it is worth to be rid of a card."""
        return -WILD if self.match.is_wild(card) else self.match.points(card)

    def attacks(self, card: Card) -> float:
        """Whether the next one draws or misses a turn for it: 1 surely, -1 if he surely has an answer."""
        effect = self.match.effect(card)
        if effect.get("is") not in ATTACKS:
            return 0
        answers = sum(number for other, number in self.unseen.items() if other.rank in effect["answers"])
        return 2 * (1 - answers / self.total) ** self.count - 1

    def answered(self, card: Card, suit: Suit | None) -> float:
        """How likely it is that the next one holds a card of the suit or of the rank."""
        of_suit = sum(number for other, number in self.unseen.items() if other.suit == suit)
        of_rank = sum(number for other, number in self.unseen.items() if other.rank == card.rank)
        places = self.count
        if suit is not None:
            places = min(places, self.gained.get((self.next, suit), places))
        return 1 - (1 - of_suit / self.total) ** places * (1 - of_rank / self.total) ** self.count


if __name__ == "__main__":
    maumau.run(Counting)
