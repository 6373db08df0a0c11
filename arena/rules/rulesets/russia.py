"""Czech fool and Pharaoh 101, played in Russia (source W): the Czech game with 36 cards.

A 7 makes the next player draw one card and play, a 6 makes them draw one card and miss the turn. An Ace or 8
skips a player, a Queen may lie on any card and names the suit. In Pharaoh 101, 6s and 7s cost two cards and
the King of spades four, a 10 reverses the direction, and a player with 101 points is out.
"""

from dataclasses import replace
from typing import Final

from arena.rules.effects import OweCards, Reverse, SkipNext
from arena.rules.ruleset import Ruleset
from arena.rules.rulesets.base import PACK_36
from arena.rules.rulesets.czech import PRSI
from arena.rules.scoring import Deals, HandPoints, OutAt

CZECH_FOOL: Final[Ruleset] = replace(
    PRSI,
    id="czech-fool",
    title="Czech fool",
    source="W, Russia",
    summary="36 cards; a 7 is one card, a 6 is one and the turn, Aces and 8s skip, Queens are wild.",
    packs={2: PACK_36},
    hand=5,
    wild={"Q": ""},
    effects={
        "6": OweCards(1, turn_goes_on=False),
        "7": OweCards(1, answers="7"),
        "8": SkipNext(),
        "A": SkipNext(),
    },
)

PHARAOH_101: Final[Ruleset] = replace(
    CZECH_FOOL,
    id="pharaoh-101",
    title="Pharaoh 101",
    source="W, Russia with its options",
    summary="Czech fool for points: 6s and 7s are two, K♠ is four, 10s reverse; out at 101.",
    effects={
        "KS": OweCards(4, turn_goes_on=False),
        "6": OweCards(2, turn_goes_on=False),
        "7": OweCards(2, answers="7"),
        "8": SkipNext(),
        "T": Reverse(),
        "A": SkipNext(),
    },
    deals=Deals(HandPoints(multiplied_by=""), OutAt(101)),
)
