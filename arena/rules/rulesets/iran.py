"""Haft Khabis, "wicked seven", played in Iran (W): the base game with 52 cards.

Jacks and Sevens are those of the base. An Ace makes the next player miss his turn, an 8 must be covered, a 10
turns the direction, a 2 makes a player of one's choice draw a card. Who has one card left says "tak kart".
"""

from dataclasses import replace
from typing import Final

from arena.rules.effects import Cover, OneDraws, OweCards, Reverse, SkipNext
from arena.rules.ruleset import Calls, Ruleset
from arena.rules.rulesets.base import MAU_MAU, PACK_52

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
