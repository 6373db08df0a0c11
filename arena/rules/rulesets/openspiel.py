"""Crazy Eights as OpenSpiel 2.0.2 plays it, to compare the engine with OpenSpiel."""

from dataclasses import replace
from typing import Final

from arena.rules.effects import OweCards, Reverse, SkipNext
from arena.rules.ruleset import NO_CALLS, AfterDraw, OneByOne, Ruleset
from arena.rules.rulesets.base import PACK_52

# 52 cards: seven each for two players, five each for more. An 8 may lie on any card, and its player names the
# suit afterwards. A player may draw up to five cards one by one, and may pass only after five draws or when
# the stock is empty; the stock is never refilled. With special cards, a 2 makes the next player draw two, a
# Queen skips a player, an Ace reverses the direction, and the first face-up card acts as if the dealer had
# played it.

RANKS: Final = PACK_52.ranks
# OpenSpiel's own card points: by the number of the card, not its face value.
BY_NUMBER: Final = {
    rank + suit: 4 * place + number + 2
    for place, rank in enumerate(RANKS)
    for number, suit in enumerate("CDHS")
    if rank in "2345679T"
}

CRAZY_EIGHTS: Final[Ruleset] = Ruleset(
    id="crazy-eights",
    version=1,
    title="Crazy Eights",
    source="OpenSpiel 2.0.2, crazy_eights",
    summary="8s are wild; draw up to five, then pass; no reshuffle, no announcements.",
    players=(2, 5),
    packs={2: PACK_52},
    hand=5,
    hands={2: 7},
    wild={"8": ""},
    effects={},
    may_draw=True,
    after_draw=AfterDraw.ANY_CARD,
    calls=NO_CALLS,
    values={**BY_NUMBER, "8": 50, "J": 10, "Q": 10, "K": 10, "A": 10},
    turned_back="8",
    reshuffles=False,
    drawing=OneByOne(most=5),
    suit_after=True,
)

CRAZY_EIGHTS_SPECIAL: Final[Ruleset] = replace(
    CRAZY_EIGHTS,
    id="crazy-eights-special",
    title="Crazy Eights with special cards",
    source="OpenSpiel 2.0.2, crazy_eights with use_special_cards",
    summary="Crazy Eights where 2s are two cards, Queens skip and Aces reverse, the first card too.",
    effects={
        "2": OweCards(2, answers="2", turn_goes_on=False, needs_stock=True),
        "Q": SkipNext(),
        "A": Reverse(),
    },
    turned_acts=True,
)
