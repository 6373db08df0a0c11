"""Variants of the base game, by their source in the rulebook.

Source W: Neuner, Tschau Sepp, Haft Khabis and Puque. Source D: the detailed rules. Source P: the points game.
"""

from dataclasses import replace
from typing import Final

from arena.rules.cards import Pack
from arena.rules.effects import Bearer, Cover, OneDraws, OweCards, Reverse, SkipNext
from arena.rules.ruleset import AfterDraw, Calls, OnGoingOut, Paid, Ruleset
from arena.rules.rulesets.base import MAU_MAU, PACK, PACK_36, PACK_52, VALUES, VALUES_WITH_JOKER
from arena.rules.scoring import AfterDeals, Collected, Deals, HandPoints, OutAt, SomebodyAt

# Austria and Bavaria: 32 cards and a Joker. A Nine or the Joker may lie on any card, also on each other, and
# names the suit. A player left with a Nine or the Joker says "Mau-Mau".
NEUNER: Final[Ruleset] = replace(
    MAU_MAU,
    id="neuner",
    title="Neuner",
    source="W, Austria and Bavaria",
    summary="The base game with one Joker; Nines and the Joker are wild, Jacks are plain.",
    players=(2, 5),
    packs={2: Pack("789TJQKA", jokers=1)},
    wild={"9": "", "X": ""},
    calls=replace(MAU_MAU.calls, strong="9X"),
    values=VALUES_WITH_JOKER,
)

TSCHAU_SEPP: Final[Ruleset] = replace(
    MAU_MAU,
    id="tschau-sepp",
    title="Tschau Sepp",
    source="W, Switzerland",
    summary="The base game with 36 cards, six each.",
    players=(2, 5),
    packs={2: PACK_36},
    hand=6,
)

# Iran: "wicked seven". Jacks and Sevens are those of the base game. A 2 makes a player of one's choice draw.
HAFT_KHABIS: Final[Ruleset] = replace(
    MAU_MAU,
    id="haft-khabis",
    title="Haft Khabis",
    source="W, Iran",
    summary="52 cards; Aces skip, 8s must be covered, 10s reverse, a 2 gives a card to a player you pick.",
    players=(2, 5),
    packs={2: PACK_52},
    effects={"2": OneDraws(1), "7": OweCards(2), "8": Cover(), "T": Reverse(), "A": SkipNext()},
    calls=Calls(word="tak kart", price=1),
)

# Portugal: 40 cards without 8, 9 and 10. Hands are scored, double after a last Jack.
PUQUE: Final[Ruleset] = replace(
    MAU_MAU,
    id="puque",
    title="Puque",
    source="W, Portugal",
    summary="40 cards; 2s skip, say Puque; hands are scored, double after a last Jack; ten deals.",
    players=(2, 5),
    packs={2: Pack("234567JQKA")},
    effects={"2": SkipNext(), "7": OweCards(2), "A": Cover()},
    calls=Calls(word="Puque", price=1),
    deals=Deals(HandPoints(), AfterDeals(10)),
)


# The "detailed rules" of source D: a cut, the Thunder (2♣), several Jacks as the last play; players with
# 101 points are out.

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


# The points game of source P: players who do not say "Mau" can be caught, and the winner scores the others'
# cards; the game ends at 150 points.

POINTS_150: Final[Ruleset] = Ruleset(
    id="points-150",
    version=1,
    title="Mau Mau for points",
    source="P",
    summary="32 cards; say Mau or be caught; the winner collects what the others hold, first to 150.",
    players=(2, 4),
    packs={2: PACK},
    hand=5,
    wild={"J": ""},
    effects={"7": OweCards(2, answers="7", turn_goes_on=False), "8": SkipNext(), "9": Reverse()},
    may_draw=True,
    after_draw=AfterDraw.DRAWN_CARD,
    calls=Calls(
        word="Mau",
        strong_word="Mau Mau",
        strong="J",
        price=2,
        paid=Paid.IF_CAUGHT,
        on_going_out=OnGoingOut.STRONG_WORD,
    ),
    values={**VALUES, "A": 10},
    deals=Deals(Collected(), SomebodyAt(150)),
)
