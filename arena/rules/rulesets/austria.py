"""Neuner, played in Austria and Bavaria (W): the base game with Nines and a Joker as the wild cards.

33 cards: the pack of 32 and one Joker. A Nine or the Joker may be played on any card, on each other too, and
names the suit; Jacks are plain cards. Whoever is left with a Nine or the Joker says "Mau-Mau".
"""

from dataclasses import replace
from typing import Final

from arena.rules.cards import Pack
from arena.rules.ruleset import Ruleset
from arena.rules.rulesets.base import MAU_MAU, VALUES_WITH_JOKER

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
