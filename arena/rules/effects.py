"""The effects of played cards, as data: one small dataclass for each effect.

`effect_actions` has the function for each of them. "The next player" is the next one in the direction of play
then in force.
"""

from dataclasses import dataclass
from enum import StrEnum


class Bearer(StrEnum):
    """The player who draws for a debt."""

    NEXT = "next"
    PREVIOUS = "previous"


@dataclass(frozen=True, slots=True)
class OweCards:
    """The next player draws `cards`, unless they answer with one of `answers`; debts add up (W-7, D-7, D-2C).

    `answers`: ranks. If it is empty, the cards are drawn without a question (X-DEBT).
    `turn_goes_on`: the player who drew may then play (X-DEBT-AFTER).
    `bearer`: the player who draws; D-2C may strike the previous one.
    `only_drawn`: after drawing, only one of the cards just drawn may be played.
    `names_suit`: after drawing, the player names a suit first (PESTEN-JOKER).
    `adds_up`: if false, only the top card counts (G-7).
    `cancelled_by`: one card that also answers, and ends the debt (FARAON-UNTER).
    `drawn_first`: draw this many first; an answer among them may be played, which spares the rest
    (FARAON-DRAWN7).
    `drawn_answers`: the ranks that may answer after `drawn_first`; if empty, all of `answers`.
    `rest_lapses`: after such an answer nobody owes the rest.
    `needs_stock`: without a card to draw it is a plain card (X-C8).
    `each`: of several cards laid at once, each counts (FARAON-MULTI); if false, they count as one
    (QUICK-EFFECT).
    `answer_names`: a Joker that answers names the suit (PESTEN-JOKER).
    """

    cards: int
    answers: str = ""
    turn_goes_on: bool = True
    bearer: Bearer = Bearer.NEXT
    only_drawn: bool = False
    names_suit: bool = False
    adds_up: bool = True
    cancelled_by: str = ""
    drawn_first: int = 0
    needs_stock: bool = False
    each: bool = True
    drawn_answers: str = ""
    rest_lapses: bool = False
    answer_names: bool = False


@dataclass(frozen=True, slots=True)
class SkipNext:
    """The next player misses a turn, unless they answer with one of `answers` (W-8, X-SKIP, X-SKIP-ANSWER).

    `adds_up`: several cards skip as many players, and an answer adds to the open skips (X-SKIPS). Each other
    player misses at most one turn, and the player of the last card none.
    """

    answers: str = ""
    adds_up: bool = False


@dataclass(frozen=True, slots=True)
class Reverse:
    """The direction of play changes (D-Q, P-9, X-REVERSE-2).

    `again`: the player has another full turn (G-9). `each`: of several cards laid at once, each reverses, so
    two change nothing (FARAON-MULTI).
    """

    again: bool = False
    each: bool = False


@dataclass(frozen=True, slots=True)
class Cover:
    """The player must put another card on it; it cannot be the last card (W-A, D-A, X-COVER, X-GOINGOUT).

    `or_draw`: the player may draw instead, if the ruleset allows a free draw (D-A; not G-A, X-G-ACE).
    """

    or_draw: bool = True


@dataclass(frozen=True, slots=True)
class MayGoOn:
    """The player may play another card or end the turn without drawing (PESTEN-7, X-PESTEN-GO, X-G-FREE)."""


@dataclass(frozen=True, slots=True)
class OthersDraw:
    """All others draw `cards` each in turn order; then the player has another full turn (PRSI-10, X-TEN).

    `each`: of several cards laid at once, each counts (FARAON-MULTI, QUICK-10); the extra turn stays one.
    """

    cards: int = 1
    each: bool = False


@dataclass(frozen=True, slots=True)
class OneDraws:
    """A player of one's choice draws `cards` and misses nothing (IRAN-2, X-IRAN-2).

    Without a target the next player draws: the card came to lie on one of its rank that has no target.
    `may_spare`: the card may be played without a target, and then nobody draws.
    """

    cards: int = 1
    may_spare: bool = False


Effect = OweCards | SkipNext | Reverse | Cover | MayGoOn | OthersDraw | OneDraws


@dataclass(frozen=True, slots=True)
class NameSuit:
    """The player names the suit in a separate action; then the card has its own effect (X-C8)."""

    then: Effect | None


CardEffect = Effect | NameSuit | None  # of a card in play; rulesets hold no NameSuit


def keeps_turn(effect: CardEffect, laid: int, others: int) -> bool:
    """True if the player of this card acts again before anyone else does.

    `laid`: cards of the play with this effect; `others`: other players in the deal.
    """
    if isinstance(effect, SkipNext):
        return not effect.answers and (laid if effect.adds_up else 1) >= others
    return isinstance(effect, Cover) or goes_again(effect)


def goes_again(effect: CardEffect) -> bool:
    """True if its player has another turn, which a penalty for a last card takes away (X-PRICE)."""
    match effect:
        case MayGoOn() | OthersDraw() | Reverse(again=True):
            return True
        case _:
            return False
