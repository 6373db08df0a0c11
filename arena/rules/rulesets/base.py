"""The base game Mau-Mau, as source W (an encyclopaedia article) describes it."""

from dataclasses import replace
from typing import Final

from arena.rules.cards import Pack
from arena.rules.effects import Cover, OweCards, SkipNext
from arena.rules.ruleset import AfterDraw, Calls, OnGoingOut, Ruleset

# 32 cards, five each. A 7 makes the next player draw two cards, an 8 skips a player, a Jack may be played on
# any card and names the suit, an Ace must be covered. A player with one card left says "Mau", or "Mau-Mau" if
# it is a Jack, and says it again on going out.

PACK: Final = Pack("789TJQKA")
PACK_36: Final = Pack("6789TJQKA")
PACK_52: Final = Pack("23456789TJQKA")
VALUES: Final = {rank: int(rank) for rank in "23456789"} | {"T": 10, "J": 20, "Q": 10, "K": 10, "A": 11}
VALUES_WITH_JOKER: Final = VALUES | {"X": 20}

MAU_MAU: Final[Ruleset] = Ruleset(
    id="mau-mau",
    version=1,
    title="Mau-Mau",
    source="W, base game",
    summary="The base game: 7 draw two, 8 skip, Jack names the suit, cover your Ace.",
    players=(2, 8),
    packs={2: PACK, 6: Pack("789TJQKA", copies=2)},
    hand=5,
    wild={"J": ""},
    effects={"7": OweCards(2), "8": SkipNext(), "A": Cover()},
    may_draw=False,
    after_draw=AfterDraw.DRAWN_CARD,
    calls=Calls(
        word="Mau",
        strong_word="Mau-Mau",
        strong="J",
        price=1,
        on_going_out=OnGoingOut.A_WORD,
        out_price=2,
    ),
    values=VALUES,
)

STACKING: Final[Ruleset] = replace(
    MAU_MAU,
    id="mau-mau-stacking",
    title="Mau-Mau with stacking",
    source="W, base game with its options",
    summary="The base game with a cut: a 7 may be answered with a 7, an 8 with an 8.",
    players=(2, 5),
    packs={2: PACK},
    effects={"7": OweCards(2, answers="7"), "8": SkipNext(answers="8"), "A": Cover()},
    cut=4,
    cut_each=True,
)
