"""National variants of the base game (source W): Neuner, Tschau Sepp, Haft Khabis and Puque."""

from dataclasses import replace
from typing import Final

from arena.rules.cards import Pack
from arena.rules.effects import Cover, OneDraws, OweCards, Reverse, SkipNext
from arena.rules.ruleset import Calls, Ruleset
from arena.rules.rulesets.base import MAU_MAU, PACK_36, PACK_52, VALUES_WITH_JOKER
from arena.rules.scoring import AfterDeals, Deals, HandPoints

# Austria and Bavaria: 32 cards and a Joker. A Nine or the Joker may lie on any card, also on each other, and
# names the suit. A player left with a Nine or the Joker says "Mau-Mau".
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

TSCHAU_SEPP: Final[Ruleset] = replace(
    MAU_MAU,
    id="tschau-sepp",
    title="Tschau Sepp",
    source="W, Switzerland",
    summary="The base game with 36 cards, six each.",
    players=(2, 5),
    packs={2: PACK_36},
    hand=6,
)

# Iran: "wicked seven". Jacks and Sevens are those of the base game. A 2 makes a player of one's choice draw.
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

# Portugal: 40 cards without 8, 9 and 10. Hands are scored, double after a last Jack.
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
