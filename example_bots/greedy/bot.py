"""Plays the most expensive cards first and wild cards last; names its longest suit."""

from collections import Counter

import maumau
from maumau import Ask, Choice, Kind, View


@maumau.bot
def greedy(view: View) -> Choice:
    if view.ask is Ask.BELIEVE and view.claim not in view.unseen:
        return view.find(Kind.DOUBT) or view.legal[0]
    choices = [decided(view, choice) for choice in view.plays or view.legal[:1]]
    return max(choices, key=lambda choice: worth(view, choice))


def decided(view: View, choice: Choice) -> Choice:
    """Return the choice with many cards, the longest suit, and the shortest hand as target.

    Claim the truth if allowed, else the card with the most unseen copies.
    """
    held = Counter(card.suit for card in view.hand if card != choice.card)
    further = sorted(choice.further, key=lambda card: held[card.suit])
    return choice.with_(
        more=further[len(further) - choice.most :],
        suit=max(choice.suits, key=lambda suit: held[suit], default=None),
        target=min(choice.targets, key=lambda seat: view.counts[seat], default=None),
        claim=max(choice.claims, key=lambda card: (card == choice.card, view.unseen[card]), default=None),
    )


def worth(view: View, choice: Choice) -> tuple[bool, bool, int]:
    """Return a sort key: prefer true claims, then cards that are not wild, then many points."""
    wild = any(map(view.match.is_wild, choice.cards))
    return choice.is_true, not wild, sum(map(view.match.points, choice.cards))


if __name__ == "__main__":
    maumau.run(greedy)
