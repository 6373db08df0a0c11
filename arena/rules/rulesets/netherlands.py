"""Pesten, played in the Netherlands (source W): 52 cards and Jokers.

A 2 makes the next player draw two cards, a Joker five; both can be answered and add up. A 7 or King lets its
player play again, an 8 skips a player, an Ace reverses the direction, a Jack names the suit. A player who
forgets "Laatste kaart" draws as many cards as a whole new hand. A card with an effect cannot be the last one.
"""

from dataclasses import replace
from typing import Final

from arena.rules.cards import Pack
from arena.rules.effects import MayGoOn, OweCards, Reverse, SkipNext
from arena.rules.ruleset import NEW_HAND, Calls, Ruleset
from arena.rules.rulesets.base import MAU_MAU, VALUES_WITH_JOKER

TWO: Final = OweCards(2, answers="2X")
JOKER: Final = OweCards(5, answers="2X")

PESTEN: Final[Ruleset] = replace(
    MAU_MAU,
    id="pesten",
    title="Pesten",
    source="W, Netherlands",
    summary="52 cards and two Jokers; 2s and Jokers add up, 7s and Kings go on, no effect card goes out.",
    players=(2, 5),
    packs={2: Pack("23456789TJQKA", jokers=2)},
    hand=7,
    wild={"J": "", "X": ""},
    keeps_suit="X",
    effects={
        "2": TWO,
        "7": MayGoOn(),
        "8": SkipNext(),
        "K": MayGoOn(),
        "A": Reverse(),
        "X": JOKER,
    },
    calls=Calls(word="Laatste kaart", price=NEW_HAND),
    values=VALUES_WITH_JOKER,
    draws_at_last="278JKAX",
)

ROYAL: Final[Ruleset] = replace(
    PESTEN,
    id="pesten-royal",
    title="Pesten, the royal pack",
    source="W, Netherlands with its options",
    summary="Pesten with three Jokers and five cards each; who draws for a Joker names the suit.",
    packs={2: Pack("23456789TJQKA", jokers=3)},
    hand=5,
    effects={**PESTEN.effects, "X": replace(JOKER, names_suit=True)},
)
