"""Games of several deals: what a deal scores, and when the game is over. Small dataclasses: a ruleset stays
data.
"""

from collections.abc import Mapping
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
        lowest = single_lowest(held)
        return {} if lowest is None else {lowest: sum(held.values()) - 2 * held[lowest]}


@dataclass(frozen=True, slots=True)
class Wins:
    """A won deal is one point, two if the last card is of the ranks `doubled_by` (G-SC-WINS); the most points
    win.

    Blocked, a single lowest hand has won, a shared one has not (X-BLOCKED).
    """

    doubled_by: str = "J"
    fewest_wins: bool = False

    def scores(self, position: "Position", winner: int | None, played: tuple[Card, ...]) -> dict[int, int]:
        if winner is None:
            winner = single_lowest(_held(position))
        return {} if winner is None else {winner: _price(position, played, self.doubled_by)}


@dataclass(frozen=True, slots=True)
class Chips:
    """All others pay the winner of a deal a chip, two if the last card is of the ranks `doubled_by`
    (G-SC-CHIPS).

    Who owes more than he has pays what he has (X-CHIPS). Blocked as in `Wins`.
    """

    doubled_by: str = "J"
    fewest_wins: bool = False

    def scores(self, position: "Position", winner: int | None, played: tuple[Card, ...]) -> dict[int, int]:
        held = _held(position)
        if winner is None:
            winner = single_lowest(held)
        if winner is None:
            return {}
        price = _price(position, played, self.doubled_by)
        paid = {seat: -min(price, position.totals[seat]) for seat in held if seat != winner}
        return {**paid, winner: -sum(paid.values())}


@dataclass(frozen=True, slots=True)
class Lives:
    """The loser of a deal, the last one with cards, loses a life (FARAON-LIVES, X-FARAON-LOSER).

    Where several hold cards a single highest hand loses, a shared one does not (X-BLOCKED).
    """

    fewest_wins: bool = False

    def scores(self, position: "Position", winner: int | None, played: tuple[Card, ...]) -> dict[int, int]:
        held = {seat: points for seat, points in _held(position).items() if position.hands[seat]}
        highest = [seat for seat, points in held.items() if points == max(held.values())]
        return {highest[0]: -1} if len(highest) == 1 else {}


def single_lowest(held: Mapping[int, int]) -> int | None:
    """The seat with the fewest card points, None if several have as few."""
    lowest = [seat for seat, points in held.items() if points == min(held.values())]
    return lowest[0] if len(lowest) == 1 else None


def _price(position: "Position", played: tuple[Card, ...], doubled_by: str) -> int:
    return 1 + any(position.game.pack.rank(card) in doubled_by for card in played)


def _held(position: "Position") -> dict[int, int]:
    return {seat: points for seat, points in enumerate(position.points) if position.alive >> seat & 1}


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
        return position.alive.bit_count() <= 1


@dataclass(frozen=True, slots=True)
class AfterDeals:
    """A game is an agreed number of deals (G-ROUNDS)."""

    deals: int

    def puts_out(self, total: int) -> bool:
        return False

    def is_over(self, position: "Position") -> bool:
        return position.deal + 1 >= self.deals


@dataclass(frozen=True, slots=True)
class DealEach:
    """A game is as many deals as there are players (G-ROUNDS)."""

    def puts_out(self, total: int) -> bool:
        return False

    def is_over(self, position: "Position") -> bool:
        return position.deal + 1 >= position.game.seats


@dataclass(frozen=True, slots=True)
class NothingLeft:
    """Who has nothing left of his lives or chips is out; the last one in wins (FARAON-LIVES, X-CHIPS-0)."""

    def puts_out(self, total: int) -> bool:
        return total <= 0

    def is_over(self, position: "Position") -> bool:
        return position.alive.bit_count() <= 1


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
    """A game of several deals: what each scores, and when it is over.

    `start`: what every total begins at. `winner_leads`: the winner of a deal plays first in the next
    (FARAON-LEAD). `hand_is_total`: everybody is dealt as many cards as his total says (FARAON-LIVES).
    """

    scoring: Scoring
    ends: End
    start: int = 0
    winner_leads: bool = False
    hand_is_total: bool = False
