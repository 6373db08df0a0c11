"""The effects of played cards, as data: one small dataclass for each effect.

`effect_actions` has a function for each effect. "The next player" always means the next one in the current
direction of play.
"""

from dataclasses import dataclass
from enum import StrEnum


class Bearer(StrEnum):
    """The player who must draw the cards of a debt: the next or the previous player."""

    NEXT = "next"
    PREVIOUS = "previous"


@dataclass(frozen=True, slots=True)
class OweCards:
    """The next player draws `cards`, unless they answer with one of `answers`; debts add up (W-7, D-7, D-2C).

    `answers`: ranks. If it is empty, the cards are drawn without a question (X-DEBT).
    `turn_goes_on`: after drawing, the same player may play (X-DEBT-AFTER).
    `bearer`: the player who draws. D-2C can make the previous player draw instead.
    `only_drawn`: after drawing, only one of the cards just drawn may be played.
    `names_suit`: after drawing, the player names a suit before they play (PESTEN-JOKER).
    `adds_up`: if false, an answer replaces the open debt: only the top card counts (G-7).
    `cancelled_by`: one card that is also an answer, and ends the debt (FARAON-UNTER).
    `drawn_first`: the player draws this many of the cards first. If an answer is among them, they may play it
    instead of drawing the remaining cards (FARAON-DRAWN7).
    `drawn_answers`: the ranks that count as answers after `drawn_first`; if empty, all of `answers`.
    `rest_lapses`: after such an answer nobody owes the remaining cards; if false, the answer adds to them.
    `needs_stock`: if there is no card to draw, the card has no effect (X-C8).
    `each`: if several cards are laid at once, each adds `cards` (FARAON-MULTI); if false, they count as one
    (QUICK-EFFECT).
    `answer_names`: the player of a Joker that answers this card may name the suit (PESTEN-JOKER).
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
    """The next player misses a turn, unless they answer with one of the ranks `answers` (W-8, X-SKIP,
    X-SKIP-ANSWER).

    `adds_up`: each card of a play skips one more player, and an answer adds to the open skips (X-SKIPS). No
    player misses more than one turn, and the player of the last card misses none.
    """

    answers: str = ""
    adds_up: bool = False


@dataclass(frozen=True, slots=True)
class Reverse:
    """The direction of play changes (D-Q, P-9, X-REVERSE-2).

    `again`: the player of the card has another full turn (G-9).
    `each`: if several cards are laid at once, each one reverses, so two change nothing (FARAON-MULTI).
    """

    again: bool = False
    each: bool = False


@dataclass(frozen=True, slots=True)
class Cover:
    """The player must put another card on this one. It cannot be the last card (W-A, D-A, X-COVER,
    X-GOINGOUT).

    `or_draw`: a player who can cover may draw instead, if the ruleset has `may_draw` (D-A). If false, they
    must cover (G-A, X-G-ACE).
    """

    or_draw: bool = True


@dataclass(frozen=True, slots=True)
class MayGoOn:
    """The player may play another card, or end the turn without drawing (PESTEN-7, X-PESTEN-GO, X-G-FREE)."""


@dataclass(frozen=True, slots=True)
class OthersDraw:
    """All other players draw `cards` each, in turn order. The player of the card then has another full turn
    (PRSI-10, X-TEN).

    `each`: if several cards are laid at once, each makes the others draw; the extra turn stays one
    (FARAON-MULTI, QUICK-10).
    """

    cards: int = 1
    each: bool = False


@dataclass(frozen=True, slots=True)
class OneDraws:
    """One player, chosen by the player of the card, draws `cards` and misses no turn (IRAN-2, X-IRAN-2).

    If several cards of the rank are laid at once and the bottom one cannot have a target, the next player
    draws.

    `may_spare`: the card may be played without a target; in that case nobody draws.
    """

    cards: int = 1
    may_spare: bool = False


Effect = OweCards | SkipNext | Reverse | Cover | MayGoOn | OthersDraw | OneDraws


@dataclass(frozen=True, slots=True)
class NameSuit:
    """The player of the card names a suit in a separate action; after that the card has
    the effect `then` (X-C8).
    """

    then: Effect | None


CardEffect = Effect | NameSuit | None  # of a card in play; rulesets hold no NameSuit


def keeps_turn(effect: CardEffect, laid: int, others: int) -> bool:
    """True if the player of a card with this effect acts again before anyone else does.

    `laid`: how many cards of the play have this effect. `others`: the number of other players in the deal.
    """
    if isinstance(effect, SkipNext):
        return not effect.answers and (laid if effect.adds_up else 1) >= others
    return isinstance(effect, Cover) or goes_again(effect)


def goes_again(effect: CardEffect) -> bool:
    """True if the player of a card with this effect has another turn. They lose it if they must draw a
    penalty for their last card (X-PRICE).
    """
    match effect:
        case MayGoOn() | OthersDraw() | Reverse(again=True):
            return True
        case _:
            return False
