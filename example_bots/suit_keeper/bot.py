"""Plays the suit it holds most of, and keeps sevens and eights for an opponent who is nearly out."""

from collections import Counter

import maumau
from maumau import Choice, Kind, Suit, View

SHORT = 2  # cards in the hand of an opponent who is nearly out
ATTACK = "78"


@maumau.bot
def suit_keeper(view: View) -> Choice:
    plays = [choice for choice in view.legal if choice.kind is Kind.PLAY]
    if not plays:
        return view.legal[0]
    held = Counter(card.suit for card in view.hand)
    in_danger = bool(view.opponents) and view.counts[view.opponents[0]] <= SHORT

    def worth(play: Choice) -> tuple[bool, bool, int]:
        """What stops the next one first if he is short, else last; wild cards late; long suits first."""
        card = play.card
        attacks = card is not None and card.rank in ATTACK
        return attacks == in_danger, not play.suits, held[card.suit] if card else 0

    best = max(plays, key=worth)
    return best.with_(suit=longest(best, held)) if best.suits else best


def longest(play: Choice, held: Counter[Suit | None]) -> Suit:
    """The suit to name: the one of which most cards stay in the hand."""
    left = held - Counter([play.card.suit] if play.card else [])
    return max(play.suits, key=lambda suit: left[suit])


if __name__ == "__main__":
    maumau.run(suit_keeper)
