"""The "detailed rules" of source D: a cut, the Thunder (2♣), several Jacks as the
last play; players with 101 points are out.
"""

from dataclasses import replace
from typing import Final

from arena.rules.cards import Pack
from arena.rules.effects import Bearer, Cover, OweCards, Reverse, SkipNext
from arena.rules.ruleset import AfterDraw, Calls, Ruleset
from arena.rules.scoring import Deals, HandPoints, OutAt

DETAILED: Final[Ruleset] = Ruleset(
    id="detailed",
    version=1,
    title="Mau Mau, the detailed rules",
    source="D",
    summary="52 cards and a cut; 7s are passed on, 2♣ is the Thunder, Queens reverse; out at 101.",
    players=(2, 5),
    packs={2: Pack("23456789TJQKA")},
    hand=6,
    wild={"J": "J"},
    effects={
        "2C": OweCards(4),
        "7": OweCards(2, answers="7"),
        "8": SkipNext(),
        "Q": Reverse(),
        "A": Cover(),
    },
    may_draw=True,
    after_draw=AfterDraw.ANY_CARD,
    calls=Calls(word="last card", strong_word="Mau Mau", strong="J", price=2, strong_set=True),
    values={rank: int(rank) for rank in "23456789"} | {"T": 10, "J": 20, "Q": 10, "K": 10, "A": 10},
    cut=4,
    deals=Deals(HandPoints(winner=-10), OutAt(101)),
)

THUNDERBACK: Final[Ruleset] = replace(
    DETAILED,
    id="detailed-thunderback",
    title="Mau Mau, the detailed rules with the Thunder back",
    source="D with its options",
    summary="The detailed rules; the Thunder strikes the player before, out at 201.",
    effects={**DETAILED.effects, "2C": OweCards(4, bearer=Bearer.PREVIOUS)},
    deals=Deals(HandPoints(winner=-10), OutAt(201)),
)
