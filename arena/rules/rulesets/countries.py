"""National games: Czech, Dutch, Russian and Slovak."""

from dataclasses import replace
from typing import Final

from arena.rules.cards import Pack
from arena.rules.effects import MayGoOn, OthersDraw, OweCards, Reverse, SkipNext
from arena.rules.ruleset import NEW_HAND, NO_CALLS, AfterDraw, Calls, FaceDown, Ruleset
from arena.rules.rulesets.base import MAU_MAU, PACK_36, VALUES_WITH_JOKER
from arena.rules.scoring import Deals, HandPoints, Lives, NothingLeft, OutAt

# The Czech game is Prší (source W), with the variants "Kings", "quick" and "blind". It is played with 32
# German cards, four each, and without announcements. The next player answers a 7 with a 7 or draws two cards;
# an Ace or 8 skips the next player. Ober and Unter name the suit, but the Ober may not lie on a 7 or an Ace.
# A player who draws may not play in that turn.

GERMAN_PACK: Final = Pack("789TJQKA", style="german")
SEVEN: Final = OweCards(2, answers="7", turn_goes_on=False)
OBER: Final = {"Q": "7A"}
UNTER: Final = {"J": ""}

PRSI: Final[Ruleset] = replace(
    MAU_MAU,
    id="prsi",
    title="Prší",
    source="W, Czech lands",
    summary="Four German cards each, no announcements; 7s are passed on, Aces skip, Obers name the suit.",
    players=(2, 5),
    packs={2: GERMAN_PACK},
    hand=4,
    wild=OBER | UNTER,
    effects={"7": SEVEN, "8": SkipNext(), "A": SkipNext()},
    after_draw=AfterDraw.NOTHING,
    calls=NO_CALLS,
)

PRSI_KINGS: Final[Ruleset] = replace(
    PRSI,
    id="prsi-kings",
    title="Prší with Kings and Tens",
    source="W, Czech lands with its options",
    summary="A King is four cards, a 10 is one for everybody else; a 7 may still bring back who is out.",
    wild=OBER,
    effects={
        "7": OweCards(2, answers="7K", turn_goes_on=False),
        "8": SkipNext(),
        "T": OthersDraw(1),
        "K": OweCards(4, answers="7K", turn_goes_on=False),
        "A": SkipNext(),
    },
    returns="7",
)

QUICK: Final[Ruleset] = replace(
    PRSI,
    id="quick",
    title="Quick Prší",
    source="W, the quick game",
    summary="Prší where several cards of one rank go at once; several 7s add up.",
    several=True,
)

BLIND: Final[Ruleset] = replace(
    PRSI,
    id="blind",
    title="Blind Prší",
    source="W, the blind game",
    summary="Prší face down: say what you lay, and be believed or doubted.",
    may_draw=True,
    face_down=FaceDown(penalty=1),
)


# Faraón, played in Slovakia (source W): the Czech game for lives. `faraon-bells` adds its options.
#
# All players have five lives and are dealt as many cards as they have lives; the last player with cards
# loses a life. Several cards of one rank may be laid at once and add up: each 7 costs three cards, which
# the Unter of leaves cancels, and each Ace or 8 skips one player. The winner of a deal plays first in the
# next deal.

LIVES: Final = 5
FARAON_SEVEN: Final = OweCards(3, answers="7", turn_goes_on=False, cancelled_by="JS")

FARAON: Final[Ruleset] = replace(
    PRSI,
    id="faraon",
    title="Faraón",
    source="W, Slovakia",
    summary="Prší for five lives: several at once, each 7 is three cards, the Unter of leaves cancels them.",
    hand=LIVES,
    wild={"Q": ""},
    effects={"7": FARAON_SEVEN, "8": SkipNext(adds_up=True), "A": SkipNext(answers="A", adds_up=True)},
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
        "7": replace(FARAON_SEVEN, drawn_first=3),
        "8": SkipNext(adds_up=True),
        "A": SkipNext(adds_up=True),
    },
)


# Czech fool and Pharaoh 101, played in Russia (source W): the Czech game with 36 cards.
#
# A 7 makes the next player draw one card and play, a 6 makes them draw one card and miss the turn. An Ace
# or 8 skips a player, a Queen may lie on any card and names the suit. In Pharaoh 101, 6s and 7s cost two
# cards and the King of spades four, a 10 reverses the direction, and a player with 101 points is out.

CZECH_FOOL: Final[Ruleset] = replace(
    PRSI,
    id="czech-fool",
    title="Czech fool",
    source="W, Russia",
    summary="36 cards; a 7 is one card, a 6 is one and the turn, Aces and 8s skip, Queens are wild.",
    packs={2: PACK_36},
    hand=5,
    wild={"Q": ""},
    effects={
        "6": OweCards(1, turn_goes_on=False),
        "7": OweCards(1, answers="7"),
        "8": SkipNext(),
        "A": SkipNext(),
    },
)

PHARAOH_101: Final[Ruleset] = replace(
    CZECH_FOOL,
    id="pharaoh-101",
    title="Pharaoh 101",
    source="W, Russia with its options",
    summary="Czech fool for points: 6s and 7s are two, K♠ is four, 10s reverse; out at 101.",
    effects={
        "KS": OweCards(4, turn_goes_on=False),
        "6": OweCards(2, turn_goes_on=False),
        "7": OweCards(2, answers="7"),
        "8": SkipNext(),
        "T": Reverse(),
        "A": SkipNext(),
    },
    deals=Deals(HandPoints(multiplied_by=""), OutAt(101)),
)


# Pesten, played in the Netherlands (source W): 52 cards and Jokers.
#
# A 2 makes the next player draw two cards, a Joker five; both can be answered and add up. A 7 or King lets
# its player play again, an 8 skips a player, an Ace reverses the direction, a Jack names the suit. A player
# who forgets "Laatste kaart" draws as many cards as a whole new hand. A card with an effect cannot be the
# last one.

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
