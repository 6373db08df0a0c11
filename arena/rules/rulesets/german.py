"""The German text G: nine reverses and plays again, an Ace must be covered, "Letzte Karte", who draws does
not play.
"""

from typing import Final

from arena.rules.effects import Cover, OweCards, Reverse, SkipNext
from arena.rules.ruleset import AfterDraw, Calls, Paid, Ruleset
from arena.rules.rulesets.base import PACK, VALUES
from arena.rules.scoring import AfterDeals, Deals, HandPoints

GERMAN: Final = Ruleset(
    id="german",
    version=1,
    title="Mau-Mau, the German rules",
    source="G",
    summary="32 cards; nines reverse and play again, cover your Ace, who draws does not play; ten deals.",
    players=(2, 5),
    packs={2: PACK},
    hand=5,
    wild={"J": "J"},
    effects={
        "7": OweCards(2, answers="7", turn_goes_on=False),
        "8": SkipNext(),
        "9": Reverse(again=True),
        "A": Cover(or_draw=False),
    },
    may_draw=True,
    after_draw=AfterDraw.NOTHING,
    calls=Calls(word="Letzte Karte", price=1, paid=Paid.NEXT_TURN),
    values=VALUES,
    deals=Deals(HandPoints(), AfterDeals(10)),
)
