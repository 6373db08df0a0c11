"""Base Mau-Mau, as the encyclopaedia article W gives it before its national variants.

32 cards, five each. A 7 makes the next player draw two, an 8 makes him miss his turn, a Jack may be played
on any card and names the suit, an Ace must be covered. Who has one card left says "Mau", or "Mau-Mau" if it
is a Jack, and says so again on going out.
"""

from typing import Final

from arena.rules.cards import Pack
from arena.rules.effects import Cover, OweCards, SkipNext
from arena.rules.ruleset import AfterDraw, Calls, OnGoingOut, Ruleset

PACK: Final = Pack("789TJQKA")
VALUES: Final = {rank: int(rank) for rank in "23456789"} | {"T": 10, "J": 20, "Q": 10, "K": 10, "A": 11}

MAU_MAU: Final = Ruleset(
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
