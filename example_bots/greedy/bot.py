"""Gets rid of the card that would cost most, keeps wild cards to the last, and names its longest suit."""

from collections import Counter

import maumau
from maumau import Choice, Kind, View


@maumau.bot
def greedy(view: View) -> Choice:
    plays = [choice for choice in view.legal if choice.kind is Kind.PLAY]
    if not plays:
        return view.legal[0]
    values = view.match.rules["values"]
    best = max(plays, key=lambda play: (not play.suits, values[play.card.rank] if play.card else 0))
    return best.with_(suit=longest_suit(view, best)) if best.suits else best


def longest_suit(view: View, play: Choice) -> maumau.Suit:
    """Of the suits that may be named the one held most often once the play is made."""
    held = Counter(card.suit for card in view.hand if card != play.card)
    return max(play.suits, key=lambda suit: held[suit])


if __name__ == "__main__":
    maumau.run(greedy)
