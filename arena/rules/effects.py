"""What cards do when played: one small dataclass for each effect, with the function that carries it out.

`carry_out` is called when the card lies on the pile, its announcement is settled and its player is not out.
It decides who is asked next. Who it falls on is "the next seat", in the direction then in force.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from arena.rules import turns
from arena.rules.cards import SUITS
from arena.rules.choices import NO_SEAT, Ask
from arena.rules.dealer import Dealer
from arena.rules.events import EventKind, Reason, with_value
from arena.rules.house_rules.limits import MAX_DEBT

if TYPE_CHECKING:
    from arena.rules.position import Position


@runtime_checkable
class Effect(Protocol):
    """What a card does; every effect is a frozen dataclass, so that a ruleset stays data."""

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        """Change the position for the card that `seat` has just laid, and ask the next question."""
        ...


# Looked up by their enums these cost much in Python 3.11.
TURN: Final = Ask.TURN
COVER: Final = Ask.COVER
DEBT: Final = Ask.DEBT
DRAWN_SEVEN: Final = Ask.DRAWN_SEVEN
REVERSED: Final = with_value(EventKind.REVERSED, 2)
NAMED: Final = with_value(EventKind.NAMED, len(SUITS))


class Bearer(StrEnum):
    """On whom a debt falls."""

    NEXT = "next"
    PREVIOUS = "previous"


NEXT: Final = Bearer.NEXT


@dataclass(frozen=True, slots=True)
class OweCards:
    """Somebody draws `cards`, unless he answers with a card of the ranks `answers`; debts add up (W-7, D-7,
    D-2C).

    Where no rank answers, the cards are drawn without asking (X-DEBT). Afterwards the bearer's turn goes on
    if `turn_goes_on` (X-DEBT-AFTER), with `only_drawn` for one of the cards just drawn; if `names_suit` he
    names a suit first (PESTEN-JOKER). Without `adds_up` only the top card counts (G-7). The one card
    `cancelled_by` answers too, and ends the debt (FARAON-UNTER). With `drawn_first` so many are drawn
    before the bearer may play an answer among them, which spares them the others (FARAON-DRAWN7): any answer,
    or one of the ranks `drawn_answers`; where `rest_lapses` nobody owes the others any more. If it
    `needs_stock` it is a plain card when there is nothing to draw (X-C8). Of several laid at once `each`
    counts that has this effect (FARAON-MULTI), or all count as one (QUICK-EFFECT). With `answer_names` a
    Joker that answers names the suit (PESTEN-JOKER). A debt stays at what the wire can carry, which is more
    than there are cards.
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

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        if self.needs_stock and not turns.can_draw(position):
            position.debt, position.owed_for = 0, None
            turns.end_turn(position, seat)
            return
        already = position.debt if self.adds_up else 0
        position.debt = min(already + self.cards * (position.laid if self.each else 1), MAX_DEBT)
        position.owed_for = self
        bearer = (turns.next_seat if self.bearer is NEXT else turns.previous_seat)(position, seat)
        if self.answers or not position.hands[bearer]:  # without cards: his place decides (X-RETURN)
            turns.ask(position, bearer, DEBT)
        elif self.bearer is NEXT:
            turns.pay_debt(position, bearer, dealer)
        else:  # the next plays freely, between two the bearer (X-D-PREV)
            turns.draw_debt(position, bearer, dealer)
            turns.end_turn(position, seat)


@dataclass(frozen=True, slots=True)
class SkipNext:
    """The next player misses the turn, or answers with one of the ranks `answers` (W-8, X-SKIP,
    X-SKIP-ANSWER).

    With `adds_up` several cards make as many players miss, and an answer adds to what is open (X-SKIPS).
    They never reach the one who laid the last: each of the others misses once at most.
    """

    answers: str = ""
    adds_up: bool = False

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        others = (position.inside & ~(1 << seat)).bit_count()
        position.misses = min(position.misses + position.laid if self.adds_up else 1, others)
        bearer = turns.next_seat(position, seat)
        if self.answers:
            turns.ask(position, bearer, Ask.MISS)
        else:
            turns.miss_turns(position, bearer)


@dataclass(frozen=True, slots=True)
class Reverse:
    """The direction of play changes until the next such card (D-Q, P-9, X-REVERSE-2).

    `again`: its player begins the new round with a full turn more (G-9). `each`: of several laid at once each
    changes it (FARAON-MULTI), so that two change nothing.
    """

    again: bool = False
    each: bool = False

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        for _ in range(position.laid if self.each else 1):
            position.direction = -position.direction
            position.events.append(REVERSED[seat][position.direction > 0])
        turns.set_order(position)
        if self.again:
            turns.go_on(position, seat, TURN)
        else:
            turns.end_turn(position, seat)


@dataclass(frozen=True, slots=True)
class Cover:
    """Its player must put another card on it; as last card it does not go out (W-A, D-A, X-COVER,
    X-GOINGOUT).

    `or_draw`: he may draw though he could cover it, where the ruleset lets one draw (D-A; not G-A,
    X-G-ACE).
    """

    or_draw: bool = True

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        turns.ask(position, seat, COVER)


@dataclass(frozen=True, slots=True)
class MayGoOn:
    """Its player may play another card, or ends the turn without a draw (PESTEN-7, X-PESTEN-GO, X-G-FREE)."""

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        turns.go_on(position, seat, Ask.GO_ON)


@dataclass(frozen=True, slots=True)
class OthersDraw:
    """All others draw `cards` each in turn order, then its player has a full turn more (PRSI-10, X-TEN).

    `each`: of several laid at once each counts (FARAON-MULTI, QUICK-10); the further turn is one.
    """

    cards: int = 1
    each: bool = False

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        other, cards = seat, self.cards * (position.laid if self.each else 1)
        for _ in range((position.inside & ~(1 << seat)).bit_count()):  # he may be out (X-BITTER)
            other = turns.next_seat(position, other)
            turns.draw(position, other, cards, Reason.OTHERS, dealer)
        turns.go_on(position, seat, TURN)


@dataclass(frozen=True, slots=True)
class OneDraws:
    """The player aimed at draws `cards` and misses nothing (IRAN-2, X-IRAN-2); the next one where nobody was,
    because the card came to lie on one of its rank that does not aim. With `may_spare` the card may be played
    at nobody, and nobody draws.
    """

    cards: int = 1
    may_spare: bool = False

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        if position.target != NO_SEAT:
            turns.draw(position, position.target, self.cards, Reason.OTHERS, dealer)
        elif not self.may_spare:
            turns.draw(position, turns.next_seat(position, seat), self.cards, Reason.OTHERS, dealer)
        turns.end_turn(position, seat)


@dataclass(frozen=True, slots=True)
class NameSuit:
    """Its player names the suit by an action of its own; then what the card does besides (X-C8)."""

    then: Effect | None

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        turns.ask(position, seat, Ask.NAME)


def end_what_is_answered(position: "Position") -> None:
    """A top that owes nothing ends the debt that it answers (FARAON-UNTER), one that makes nobody miss a turn
    the misses. An answer among the cards just drawn may end what was not drawn (FARAON-DRAWN7).
    """
    effect = position.game.effects[position.top]
    if position.ask is DRAWN_SEVEN and position.owed_for is not None and position.owed_for.rest_lapses:
        position.debt = 0
    if not isinstance(effect, OweCards):
        position.debt, position.owed_for = 0, None
    if not isinstance(effect, SkipNext):
        position.misses = 0


def keeps_turn(effect: Effect | None, laid: int, others: int) -> bool:
    """True if a card lets its player act again before anybody else does.

    `laid`: cards of the play that do the same; `others`: other players in turn.
    """
    if isinstance(effect, SkipNext):
        return not effect.answers and (laid if effect.adds_up else 1) >= others
    return isinstance(effect, Cover) or goes_again(effect)


def goes_again(effect: Effect | None) -> bool:
    """Whether the player of a card goes on after it, which a penalty for his last card ends (X-PRICE)."""
    match effect:
        case MayGoOn() | OthersDraw() | Reverse(again=True):
            return True
        case _:
            return False
