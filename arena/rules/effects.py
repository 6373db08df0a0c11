"""What cards do when played: one small dataclass for each effect, with the function that carries it out.

`carry_out` is called when the card lies on the pile, its announcement is settled and its player is not out.
It decides who is asked next. Who it falls on is "the next seat", in the direction then in force.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from arena.rules import turns
from arena.rules.choices import NO_CARD, Ask
from arena.rules.dealer import Dealer
from arena.rules.events import EventKind, happened

if TYPE_CHECKING:
    from arena.rules.position import Position


@runtime_checkable
class Effect(Protocol):
    """What a card does; every effect is a frozen dataclass, so that a ruleset stays data."""

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        """Change the position for the card that `seat` has just laid, and ask the next question."""
        ...


class Bearer(StrEnum):
    """On whom a debt falls."""

    NEXT = "next"
    PREVIOUS = "previous"


@dataclass(frozen=True, slots=True)
class OweCards:
    """Somebody draws `cards`, unless he answers with a card of the ranks `answers`; debts add up (W-7, D-7,
    D-2C).

    Where no rank answers, the cards are drawn without asking (X-DEBT). Afterwards the bearer's turn goes on
    if `turn_goes_on` (X-DEBT-AFTER).
    """

    cards: int
    answers: str = ""
    turn_goes_on: bool = True
    bearer: Bearer = Bearer.NEXT

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        position.debt += self.cards
        position.owed_for = self
        bearer = turns.next_seat(position, seat)
        if self.bearer is Bearer.PREVIOUS:
            bearer = turns.previous_seat(position, seat)
        if self.answers:
            turns.ask(position, bearer, Ask.DEBT)
        else:
            turns.pay_debt(position, bearer, dealer)


@dataclass(frozen=True, slots=True)
class SkipNext:
    """The next player misses the turn, without being asked (W-8, D-8, X-SKIP)."""

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        skipped = turns.next_seat(position, seat)
        position.events.append(happened(EventKind.SKIPPED, skipped))
        turns.begin_turn(position, turns.next_seat(position, skipped))


@dataclass(frozen=True, slots=True)
class Reverse:
    """The direction of play changes until the next such card (D-Q, P-9, X-REVERSE-2).

    `again`: its player begins the new round with a full turn more (G-9).
    """

    again: bool = False

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        position.direction = -position.direction
        position.events.append(happened(EventKind.REVERSED, seat, NO_CARD, int(position.direction > 0)))
        turns.begin_turn(position, seat if self.again else turns.next_seat(position, seat))


@dataclass(frozen=True, slots=True)
class Cover:
    """Its player must put another card on it; as last card it does not go out (W-A, D-A, X-COVER,
    X-GOINGOUT).

    `or_draw`: he may draw though he could cover it, where the ruleset lets one draw (D-A; not G-A,
    X-G-ACE).
    """

    or_draw: bool = True

    def carry_out(self, position: "Position", seat: int, dealer: Dealer) -> None:
        turns.ask(position, seat, Ask.COVER)
