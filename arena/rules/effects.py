"""The effects of played cards, as data: one small dataclass for each effect.

"The next player" means: next in the current direction of play.
"""

from dataclasses import dataclass
from enum import StrEnum


class Bearer(StrEnum):
    """The player who must draw the cards of a debt: the next or the previous player."""

    NEXT = "next"
    PREVIOUS = "previous"


@dataclass(frozen=True, slots=True)
class OweCards:
    """The next player draws `cards`, unless they answer with one of `answers` (W-7, D-7, D-2C).

    Debts of several cards add up.
    """

    cards: int
    answers: str = ""  # ranks; if empty, the cards are drawn without a question (X-DEBT)
    turn_goes_on: bool = True  # after drawing, the same player may play (X-DEBT-AFTER)
    bearer: Bearer = Bearer.NEXT  # the player who draws (D-2C)
    only_drawn: bool = False  # after drawing, only a card just drawn may be played
    names_suit: bool = False  # after drawing, the player names a suit before they play (PESTEN-JOKER)
    adds_up: bool = True  # if false, an answer replaces the open debt: only the top card counts (G-7)
    cancelled_by: str = ""  # one card that is also an answer, and ends the debt (FARAON-UNTER)
    drawn_first: int = 0  # cards drawn first; an answer among them may be played (FARAON-DRAWN7)
    needs_stock: bool = False  # no effect if there is no card to draw (X-C8)
    # of several cards laid at once, each adds `cards` (FARAON-MULTI); if false, one does (QUICK-EFFECT)
    each: bool = True
    drawn_answers: str = ""  # ranks that answer after `drawn_first`; if empty, all of `answers`
    rest_lapses: bool = False  # after such an answer nobody owes the other cards; if false, it adds to them
    answer_names: bool = False  # a Joker that answers this card may name the suit (PESTEN-JOKER)


@dataclass(frozen=True, slots=True)
class SkipNext:
    """The next player misses a turn, unless they play one of `answers` (W-8, X-SKIP, X-SKIP-ANSWER)."""

    answers: str = ""  # ranks with which the player may answer
    # each card of a play skips one more player, an answer adds to them; nobody misses two turns (X-SKIPS)
    adds_up: bool = False


@dataclass(frozen=True, slots=True)
class Reverse:
    """The direction of play changes (D-Q, P-9, X-REVERSE-2)."""

    again: bool = False  # the player of the card has another full turn (G-9)
    each: bool = False  # of several cards laid at once, each reverses: two change nothing (FARAON-MULTI)


@dataclass(frozen=True, slots=True)
class Cover:
    """The player must put another card on this one (W-A, D-A, X-COVER, X-GOINGOUT).

    A card with this effect cannot be the last card.
    """

    # if the ruleset has `may_draw`, the player may draw instead (D-A); false: must cover (G-A, X-G-ACE)
    or_draw: bool = True


@dataclass(frozen=True, slots=True)
class MayGoOn:
    """The player may play another card, or end the turn without drawing (PESTEN-7, X-PESTEN-GO, X-G-FREE)."""


@dataclass(frozen=True, slots=True)
class OthersDraw:
    """All other players draw, in turn order. Then the player of the card has another turn (PRSI-10,
    X-TEN).
    """

    cards: int = 1  # for each of them
    each: bool = False  # each of several cards laid at once makes the others draw (FARAON-MULTI, QUICK-10)


@dataclass(frozen=True, slots=True)
class OneDraws:
    """The player of the card chooses one player, who draws but misses no turn (IRAN-2, X-IRAN-2).

    If several cards are laid and the bottom card cannot have a target, the next player draws.
    """

    cards: int = 1
    may_spare: bool = False  # the card may be played without a target; then nobody draws


Effect = OweCards | SkipNext | Reverse | Cover | MayGoOn | OthersDraw | OneDraws


@dataclass(frozen=True, slots=True)
class NameSuit:
    """The player of the card names a suit in a separate action (X-C8)."""

    then: Effect | None  # the effect of the card after that


CardEffect = Effect | NameSuit | None  # of a card in play; rulesets hold no NameSuit


def keeps_turn(effect: CardEffect, laid: int, others: int) -> bool:
    """True if the player of a card with this effect acts again before anyone else does.

    `laid`: how many such cards were laid. `others`: the number of other players in the deal.
    """
    if isinstance(effect, SkipNext):
        return not effect.answers and (laid if effect.adds_up else 1) >= others
    return isinstance(effect, Cover) or goes_again(effect)


def goes_again(effect: CardEffect) -> bool:
    """True if the player of a card with this effect has another turn (X-PRICE)."""
    match effect:
        case MayGoOn() | OthersDraw() | Reverse(again=True):
            return True
        case _:
            return False
