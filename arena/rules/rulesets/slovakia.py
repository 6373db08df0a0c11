"""Faraón, played in Slovakia (source W): the Czech game for lives. `faraon-bells` adds its options.

All players have five lives and are dealt as many cards as they have lives; the last player with cards loses a
life. Several cards of one rank may be laid at once and add up: each 7 costs three cards, which the Unter of
leaves cancels, and each Ace or 8 skips one player. The winner of a deal plays first in the next deal.
"""

from dataclasses import replace
from typing import Final

from arena.rules.effects import OweCards, SkipNext
from arena.rules.ruleset import Ruleset
from arena.rules.rulesets.czech import PRSI
from arena.rules.scoring import Deals, Lives, NothingLeft

LIVES: Final = 5
SEVEN: Final = OweCards(3, answers="7", turn_goes_on=False, cancelled_by="JS")

FARAON: Final[Ruleset] = replace(
    PRSI,
    id="faraon",
    title="Faraón",
    source="W, Slovakia",
    summary="Prší for five lives: several at once, each 7 is three cards, the Unter of leaves cancels them.",
    hand=LIVES,
    wild={"Q": ""},
    effects={"7": SEVEN, "8": SkipNext(adds_up=True), "A": SkipNext(answers="A", adds_up=True)},
    several=True,
    to_the_end=True,
    deals=Deals(Lives(), NothingLeft(), start=LIVES, winner_leads=True, hand_is_total=True),
)

BELLS: Final[Ruleset] = replace(
    FARAON,
    id="faraon-bells",
    title="Faraón with bells",
    source="W, Slovakia with its options",
    summary="Faraón without defence against Aces; a 7 drawn for a debt may be played at once.",
    effects={
        "7": replace(SEVEN, drawn_first=3),
        "8": SkipNext(adds_up=True),
        "A": SkipNext(adds_up=True),
    },
)
