"""Prší, the Czech game (source W), and its variants: with Kings, "quick" and "blind".

32 German cards, four each, no announcements. The next player answers a 7 with a 7 or draws two cards; an Ace
or 8 skips the next player. Ober and Unter name the suit, but the Ober may not lie on a 7 or an Ace. A player
who draws may not play in that turn.
"""

from dataclasses import replace
from typing import Final

from arena.rules.cards import Pack
from arena.rules.effects import OthersDraw, OweCards, SkipNext
from arena.rules.ruleset import NO_CALLS, AfterDraw, FaceDown, Ruleset
from arena.rules.rulesets.base import MAU_MAU

GERMAN_PACK: Final = Pack("789TJQKA", style="german")
SEVEN: Final = OweCards(2, answers="7", turn_goes_on=False)
OBER: Final = {"Q": "7A"}
UNTER: Final = {"J": ""}

PRSI: Final[Ruleset] = replace(
    MAU_MAU,
    id="prsi",
    title="Prší",
    source="W, Czech lands",
    summary="Four German cards each, no announcements; 7s are passed on, Aces skip, Obers name the suit.",
    players=(2, 5),
    packs={2: GERMAN_PACK},
    hand=4,
    wild=OBER | UNTER,
    effects={"7": SEVEN, "8": SkipNext(), "A": SkipNext()},
    after_draw=AfterDraw.NOTHING,
    calls=NO_CALLS,
)

PRSI_KINGS: Final[Ruleset] = replace(
    PRSI,
    id="prsi-kings",
    title="Prší with Kings and Tens",
    source="W, Czech lands with its options",
    summary="A King is four cards, a 10 is one for everybody else; a 7 may still bring back who is out.",
    wild=OBER,
    effects={
        "7": OweCards(2, answers="7K", turn_goes_on=False),
        "8": SkipNext(),
        "T": OthersDraw(1),
        "K": OweCards(4, answers="7K", turn_goes_on=False),
        "A": SkipNext(),
    },
    returns="7",
)

QUICK: Final[Ruleset] = replace(
    PRSI,
    id="quick",
    title="Quick Prší",
    source="W, the quick game",
    summary="Prší where several cards of one rank go at once; several 7s add up.",
    several=True,
)

BLIND: Final[Ruleset] = replace(
    PRSI,
    id="blind",
    title="Blind Prší",
    source="W, the blind game",
    summary="Prší face down: say what you lay, and be believed or doubted.",
    may_draw=True,
    face_down=FaceDown(penalty=1),
)
