"""Puque, played in Portugal (W): 40 cards without 8, 9 and 10; the 2 makes the next player miss his turn.

"Puque" is said with the next-to-last card. What is left in hand is scored, double after a last Jack.
"""

from dataclasses import replace
from typing import Final

from arena.rules.cards import Pack
from arena.rules.effects import Cover, OweCards, SkipNext
from arena.rules.ruleset import Calls, Ruleset
from arena.rules.rulesets.base import MAU_MAU
from arena.rules.scoring import AfterDeals, Deals, HandPoints

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
