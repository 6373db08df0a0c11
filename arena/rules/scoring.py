"""Games of several deals: what a deal scores, and when the game is over. Small dataclasses: a ruleset stays
data.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from arena.rules.cards import Card

if TYPE_CHECKING:
    from arena.rules.position import Position


class Scoring(Protocol):
    """What each seat scores in a deal."""

    @property
    def fewest_wins(self) -> bool:
        """Whether the lowest total is the best."""
        ...

    def scores(self, position: "Position", winner: int | None, played: tuple[Card, ...]) -> dict[int, int]:
        """Points of this deal by seat, from the card points held (`position.points`).

        `winner` is None if the deal was blocked; `played` are the cards of the winning play.
        """
        ...


@dataclass(frozen=True, slots=True)
class HandPoints:
    """Everybody scores what he holds, the winner `winner` instead (D-SCORE, G-SC-CARDS); the fewest points
    win.

    A win with n cards of the ranks `multiplied_by` multiplies all scores by n + 1 (D-MULT, G-MAU). A
    blocked deal is scored as the hands are, for all (X-BLOCKED).
    """

    winner: int = 0
    multiplied_by: str = "J"
    fewest_wins: bool = True

    def scores(self, position: "Position", winner: int | None, played: tuple[Card, ...]) -> dict[int, int]:
        held = _held(position)
        if winner is not None:
            held[winner] = self.winner
        rank = position.game.pack.rank
        factor = 1 + sum(rank(card) in self.multiplied_by for card in played)
        return {seat: points * factor for seat, points in held.items()}


@dataclass(frozen=True, slots=True)
class Collected:
    """The winner collects what the others hold (P-SCORE); the most points win.

    Blocked, a single lowest hand collects the others' points less its own, a shared one nothing
    (X-BLOCKED).
    """

    fewest_wins: bool = False

    def scores(self, position: "Position", winner: int | None, played: tuple[Card, ...]) -> dict[int, int]:
        held = _held(position)
        if winner is not None:
            return {winner: sum(held.values())}
        lowest = [seat for seat, points in held.items() if points == min(held.values())]
        if len(lowest) > 1:
            return {}
        return {lowest[0]: sum(held.values()) - 2 * held[lowest[0]]}


def _held(position: "Position") -> dict[int, int]:
    return {seat: points for seat, points in enumerate(position.points) if position.inside >> seat & 1}


class End(Protocol):
    """When a game of several deals is over; asked after each deal."""

    def puts_out(self, total: int) -> bool:
        """Whether a seat with this total is out of the game."""
        ...

    def is_over(self, position: "Position") -> bool:
        """Whether the game is over."""
        ...


@dataclass(frozen=True, slots=True)
class OutAt:
    """Who has `total` or more is out; the last one in wins (D-OUT)."""

    total: int

    def puts_out(self, total: int) -> bool:
        return total >= self.total

    def is_over(self, position: "Position") -> bool:
        return position.inside.bit_count() <= 1


@dataclass(frozen=True, slots=True)
class AfterDeals:
    """A game is an agreed number of deals (G-ROUNDS)."""

    deals: int

    def puts_out(self, total: int) -> bool:
        return False

    def is_over(self, position: "Position") -> bool:
        return position.deal + 1 >= self.deals


@dataclass(frozen=True, slots=True)
class SomebodyAt:
    """The game is over when somebody has `total` or more (P-150)."""

    total: int

    def puts_out(self, total: int) -> bool:
        return False

    def is_over(self, position: "Position") -> bool:
        return max(position.totals) >= self.total


@dataclass(frozen=True, slots=True)
class Deals:
    """A game of several deals: what each scores, and when it is over."""

    scoring: Scoring
    ends: End
