"""The German rules of source G (a German text on Mau-Mau), and their variants."""

from dataclasses import replace
from typing import Final

from arena.rules.effects import Cover, MayGoOn, OweCards, Reverse, SkipNext
from arena.rules.ruleset import AfterDraw, Calls, Paid, Ruleset
from arena.rules.rulesets.base import PACK, PACK_52, VALUES
from arena.rules.scoring import AfterDeals, Chips, DealEach, Deals, HandPoints, NothingLeft, SomebodyAt, Wins

# A Nine reverses the direction and its player plays again, an Ace must be covered, "Letzte Karte" is
# announced, and a player who draws may not play in that turn.

GERMAN: Final[Ruleset] = Ruleset(
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

REGIONAL: Final[Ruleset] = replace(
    GERMAN,
    id="german-regional",
    title="Mau-Mau, the German rules with regional options",
    source="G with its options",
    summary="Six cards; a drawn card may be played, Jack on Jack, answer 8s, free Ace; somebody at 300.",
    packs={2: PACK, 5: PACK_52},
    hand=6,
    wild={"J": ""},
    effects={
        "7": OweCards(2, answers="7", only_drawn=True, adds_up=False),
        "8": SkipNext(answers="8"),
        "9": Reverse(again=True),
        "A": MayGoOn(),
    },
    after_draw=AfterDraw.DRAWN_CARD,
    values=dict.fromkeys("23456789T", 5) | {"J": 20, "Q": 10, "K": 10, "A": 11},
    deals=Deals(HandPoints(), SomebodyAt(300)),
)

WINS: Final[Ruleset] = replace(
    GERMAN,
    id="german-wins",
    title="Mau-Mau, the German rules by wins",
    source="G, scoring by wins",
    summary="A Mau is one point, a Mau-Mau two; as many deals as players.",
    deals=Deals(Wins(), DealEach()),
)

CHIPS: Final[Ruleset] = replace(
    GERMAN,
    id="german-chips",
    title="Mau-Mau, the German rules for chips",
    source="G, scoring by chips",
    summary="Five chips each; a Mau costs everybody one, a Mau-Mau two, until one has them all.",
    deals=Deals(Chips(), NothingLeft(), start=5),
)

BITTER: Final[Ruleset] = replace(
    GERMAN,
    id="german-bitter",
    title="Mau-Mau, the German rules to the bitter end",
    source="G, to the bitter end",
    summary="Play goes on until one player is left; all places count.",
    players=(3, 5),
    to_the_end=True,
    deals=None,
)
