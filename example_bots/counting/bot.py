"""Counts cards and missing suits of others; plays cards that the next player can hardly answer."""

from collections import Counter
from collections.abc import Iterator

import maumau
from maumau import Ask, Card, Choice, DrawReason, Event, EventKind, Kind, Suit, View

# Bonuses and penalties of a play, in card points.
ANSWERED = 5  # penalty if the next player surely has an answer
FOLLOWED = 2  # bonus for each card of the suit that stays in the hand
WILD = 20  # penalty for a wild card
ATTACK = 6  # bonus if the next player must draw or miss a turn, penalty if it has an answer
LIE = 100  # penalty for a false claim
ATTACKS = ("OweCards", "SkipNext")


class Counting(maumau.Bot):
    """A bot with one instance per game, so `self` holds the state of one game."""

    def __init__(self) -> None:
        self.suit: Suit | None = None  # to follow
        self.gained: dict[tuple[int, Suit], int] = {}  # cards taken since a seat could not follow a suit

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
        """If a seat drew instead of playing, record that it could not follow the suit.

        Count the cards that the seat has taken since: each of them may be of that suit. `reason`: a
        `DrawReason`.
        """
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
    """Yield the choice with every allowed suit and every allowed set of further cards.

    Aim at the shortest hand. Claim the truth if allowed, else the card with the most unseen copies.
    """
    claim = max(choice.claims, key=lambda card: (card == choice.card, view.unseen[card]), default=None)
    target = min(choice.targets, key=lambda seat: view.counts[seat], default=None)
    for more in choice.ways_to_lay():
        for suit in choice.suits or (None,):
            yield choice.with_(more=more, suit=suit, target=target, claim=claim)


class Guess:
    """Estimates the value of plays from the cards that the next player may hold."""

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
        if top is None:  # the play only names a suit
            return left
        gone = sum(map(self.burden, play.cards)) - LIE * (not play.is_true)
        return gone + FOLLOWED * left + ATTACK * self.attacks(top) - ANSWERED * self.answered(top, suit)

    def burden(self, card: Card) -> int:
        """Return the value of getting rid of a card: its points, or a penalty for a wild card."""
        return -WILD if self.match.is_wild(card) else self.match.points(card)

    def attacks(self, card: Card) -> float:
        """Return 1 if the next player surely draws or misses a turn, -1 if they surely have an answer.

        Values between are uncertain. Return 0 for a card that makes nobody draw or miss a turn.
        """
        effect = self.match.effect(card)
        if effect.get("is") not in ATTACKS:
            return 0
        answers = sum(number for other, number in self.unseen.items() if other.rank in effect["answers"])
        return 2 * (1 - answers / self.total) ** self.count - 1

    def answered(self, card: Card, suit: Suit | None) -> float:
        """Return the probability that the next player holds a card of this suit or of the card's rank."""
        of_suit = sum(number for other, number in self.unseen.items() if other.suit == suit)
        of_rank = sum(number for other, number in self.unseen.items() if other.rank == card.rank)
        places = self.count
        if suit is not None:
            places = min(places, self.gained.get((self.next, suit), places))
        return 1 - (1 - of_suit / self.total) ** places * (1 - of_rank / self.total) ** self.count


if __name__ == "__main__":
    maumau.run(Counting)
