"""Plays its longest suit and keeps attacking cards for an opponent that is nearly out."""

from collections import Counter

import maumau
from maumau import Ask, Choice, Kind, Suit, View

SHORT = 2  # cards in the hand of an opponent that is nearly out
ATTACKS = ("OweCards", "SkipNext")


@maumau.bot
def suit_keeper(view: View) -> Choice:
    if view.ask is Ask.BELIEVE and view.claim not in view.unseen:
        return view.find(Kind.DOUBT) or view.legal[0]
    held = Counter(card.suit for card in view.hand)
    in_danger = bool(view.opponents) and view.counts[view.opponents[0]] <= SHORT

    def worth(play: Choice) -> tuple[bool, bool, bool, int, int]:
        """Return a sort key: prefer the truth, then an attack if the next player is nearly out.

        If the next player is not nearly out, prefer to keep attacks. Then prefer cards that are not wild,
        long suits and many cards.
        """
        card = play.claim or play.cards[-1]
        attacks = view.match.effect(card).get("is") in ATTACKS
        is_wild = view.match.is_wild(card)
        return play.is_true, attacks == in_danger, not is_wild, held[play.cards[0].suit], len(play.cards)

    plays = [decided(view, choice, held) for choice in view.plays]
    return max(plays, key=worth) if plays else decided(view, view.legal[0], held)


def decided(view: View, choice: Choice, held: Counter[Suit | None]) -> Choice:
    """Return the choice with all cards of a rank, the longest suit, and the next possible seat as target.

    Claim the truth if allowed, else the card with the most unseen copies.
    """
    left = held - Counter(card.suit for card in choice.cards)
    more = sorted(choice.further, key=lambda card: held[card.suit])
    return choice.with_(
        more=more[len(more) - choice.most :],
        suit=max(choice.suits, key=lambda suit: left[suit], default=None),
        target=next((seat for seat in view.opponents if seat in choice.targets), None),
        claim=max(choice.claims, key=lambda card: (card == choice.card, view.unseen[card]), default=None),
    )


if __name__ == "__main__":
    maumau.run(suit_keeper)
