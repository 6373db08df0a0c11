"""Games of several deals, as data: what a deal scores and when the game is over."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class DealResult(NamedTuple):
    """A finished deal, by seat still in the game. `winner` is None if the deal was blocked."""

    held: Mapping[int, int]  # card points in hand
    with_cards: frozenset[int]  # seats that still hold cards
    totals: tuple[int, ...]  # before this deal
    winner: int | None
    played: str  # ranks of the cards in the winning play


@dataclass(frozen=True, slots=True)
class HandPoints:
    """All score the cards they hold, the winner `winner` instead (D-SCORE, G-SC-CARDS); fewest points win.

    A win with n cards of the ranks `multiplied_by` multiplies all scores by n + 1 (D-MULT, G-MAU). In a
    blocked deal all score their hands (X-BLOCKED).
    """

    winner: int = 0
    multiplied_by: str = "J"
    fewest_wins: bool = True

    def scores(self, deal: DealResult) -> dict[int, int]:
        """Return the points of a deal by seat."""
        held = {**deal.held}
        if deal.winner is not None:
            held[deal.winner] = self.winner
        factor = 1 + sum(rank in self.multiplied_by for rank in deal.played)
        return {seat: points * factor for seat, points in held.items()}


@dataclass(frozen=True, slots=True)
class Collected:
    """The winner collects what the others hold (P-SCORE); most points win.

    Blocked, a single lowest hand collects the others' points less its own, a shared one nothing
    (X-BLOCKED).
    """

    fewest_wins: bool = False

    def scores(self, deal: DealResult) -> dict[int, int]:
        """Return the points of a deal by seat."""
        everything = sum(deal.held.values())
        if deal.winner is not None:
            return {deal.winner: everything}
        lowest = single_lowest(deal.held)
        return {} if lowest is None else {lowest: everything - 2 * deal.held[lowest]}


@dataclass(frozen=True, slots=True)
class Wins:
    """A win is one point, two if the last card is of the ranks `doubled_by` (G-SC-WINS); most points win.

    Blocked, a single lowest hand has won, a shared one has not (X-BLOCKED).
    """

    doubled_by: str = "J"
    fewest_wins: bool = False

    def scores(self, deal: DealResult) -> dict[int, int]:
        """Return the points of a deal by seat."""
        winner = _winner(deal)
        return {} if winner is None else {winner: _price(deal, self.doubled_by)}


@dataclass(frozen=True, slots=True)
class Chips:
    """All others pay the winner one chip, two if the last card is of the ranks `doubled_by` (G-SC-CHIPS).

    A player who owes more than they have pays what they have (X-CHIPS). Blocked as in `Wins`.
    """

    doubled_by: str = "J"
    fewest_wins: bool = False

    def scores(self, deal: DealResult) -> dict[int, int]:
        """Return the change of chips by seat."""
        winner = _winner(deal)
        if winner is None:
            return {}
        price = _price(deal, self.doubled_by)
        paid = {seat: -min(price, deal.totals[seat]) for seat in deal.held if seat != winner}
        return {**paid, winner: -sum(paid.values())}


@dataclass(frozen=True, slots=True)
class Lives:
    """The last player with cards loses a life (FARAON-LIVES, X-FARAON-LOSER).

    If several hold cards, a single highest hand loses; a shared one does not (X-BLOCKED).
    """

    fewest_wins: bool = False

    def scores(self, deal: DealResult) -> dict[int, int]:
        """Return the change of lives by seat."""
        held = {seat: points for seat, points in deal.held.items() if seat in deal.with_cards}
        highest = [seat for seat, points in held.items() if points == max(held.values())]
        return {highest[0]: -1} if len(highest) == 1 else {}


Scoring = HandPoints | Collected | Wins | Chips | Lives


def single_lowest(held: Mapping[int, int]) -> int | None:
    """Return the seat with the fewest card points; None if several seats share them."""
    lowest = [seat for seat, points in held.items() if points == min(held.values())]
    return lowest[0] if len(lowest) == 1 else None


def _winner(deal: DealResult) -> int | None:
    return single_lowest(deal.held) if deal.winner is None else deal.winner


def _price(deal: DealResult, doubled_by: str) -> int:
    return 1 + any(rank in doubled_by for rank in deal.played)


class GameProgress(NamedTuple):
    """A game after a deal."""

    deals: int  # deals played
    seats: int  # players at the start
    alive: int  # players still in the game
    highest: int  # the highest total


@dataclass(frozen=True, slots=True)
class OutAt:
    """A player with `total` or more is out; the last one left wins (D-OUT)."""

    total: int

    def puts_out(self, total: int) -> bool:
        """True if a player with this total is out of the game."""
        return total >= self.total

    def is_over(self, game: GameProgress) -> bool:
        return game.alive <= 1


@dataclass(frozen=True, slots=True)
class AfterDeals:
    """A game is a fixed number of deals (G-ROUNDS)."""

    deals: int

    def puts_out(self, total: int) -> bool:
        return False

    def is_over(self, game: GameProgress) -> bool:
        return game.deals >= self.deals


@dataclass(frozen=True, slots=True)
class DealEach:
    """A game is as many deals as there are players (G-ROUNDS)."""

    def puts_out(self, total: int) -> bool:
        return False

    def is_over(self, game: GameProgress) -> bool:
        return game.deals >= game.seats


@dataclass(frozen=True, slots=True)
class NothingLeft:
    """A player without lives or chips is out; the last one left wins (FARAON-LIVES, X-CHIPS-0)."""

    def puts_out(self, total: int) -> bool:
        return total <= 0

    def is_over(self, game: GameProgress) -> bool:
        return game.alive <= 1


@dataclass(frozen=True, slots=True)
class SomebodyAt:
    """The game is over when a player has `total` or more (P-150)."""

    total: int

    def puts_out(self, total: int) -> bool:
        return False

    def is_over(self, game: GameProgress) -> bool:
        return game.highest >= self.total


End = OutAt | AfterDeals | DealEach | NothingLeft | SomebodyAt


@dataclass(frozen=True, slots=True)
class Deals:
    """A game of several deals: what each scores, and when the game is over.

    `start`: every player's first total. `winner_leads`: the winner of a deal plays first in the next
    (FARAON-LEAD). `hand_is_total`: each player is dealt as many cards as their total (FARAON-LIVES).
    """

    scoring: Scoring
    ends: End
    start: int = 0
    winner_leads: bool = False
    hand_is_total: bool = False
