"""The points game of source P: players who do not say "Mau" can be caught, and the winner scores the others'
cards; the game ends at 150 points.
"""

from typing import Final

from arena.rules.effects import OweCards, Reverse, SkipNext
from arena.rules.ruleset import AfterDraw, Calls, OnGoingOut, Paid, Ruleset
from arena.rules.rulesets.base import PACK, VALUES
from arena.rules.scoring import Collected, Deals, SomebodyAt

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
