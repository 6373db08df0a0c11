"""Scorings of deals, and end conditions for games of several deals, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple


class DealResult(NamedTuple):
    """The result of a finished deal, for the seats still in the game."""

    held: Mapping[int, int]  # card points in hand
    with_cards: frozenset[int]  # seats that still hold cards
    totals: tuple[int, ...]  # before this deal
    winner: int | None  # None if the deal was blocked
    played: str  # ranks of the cards in the winning play


@dataclass(frozen=True, slots=True)
class HandPoints:
    """A scoring: every player but the winner scores the card points left in their hand (D-SCORE, G-SC-CARDS).

    The fewest points win. In a blocked deal (nobody went out) every player scores their hand (X-BLOCKED).
    """

    winner: int = 0  # the points that the winner scores
    # ranks: n such cards in the winning play multiply all scores by n + 1 (D-MULT, G-MAU)
    multiplied_by: str = "J"
    fewest_wins: bool = True

    def scores(self, deal: DealResult) -> dict[int, int]:
        """Return the points that the deal gives to each seat."""
        held = {**deal.held}
        if deal.winner is not None:
            held[deal.winner] = self.winner
        factor = 1 + sum(rank in self.multiplied_by for rank in deal.played)
        return {seat: points * factor for seat, points in held.items()}


@dataclass(frozen=True, slots=True)
class Collected:
    """A scoring: the winner scores the card points of all other hands (P-SCORE). The most points win.

    In a blocked deal (nobody went out), the player with the fewest card points wins. They score the others'
    points minus their own. In a tie nobody scores (X-BLOCKED).
    """

    fewest_wins: bool = False

    def scores(self, deal: DealResult) -> dict[int, int]:
        """Return the scoring seat with its points; empty if nobody scores."""
        everything = sum(deal.held.values())
        if deal.winner is not None:
            return {deal.winner: everything}
        lowest = single_lowest(deal.held)
        return {} if lowest is None else {lowest: everything - 2 * deal.held[lowest]}


@dataclass(frozen=True, slots=True)
class Wins:
    """A scoring: the winner of a deal scores one or two points (G-SC-WINS). The most points win.

    `doubled_by`: ranks. If the winner's last play has a card of such a rank, they score two points.

    If nobody went out, the player with the fewest card points wins; in a tie nobody does (X-BLOCKED).
    """

    doubled_by: str = "J"  # ranks: such a card in the winning play makes the win count two
    fewest_wins: bool = False

    def scores(self, deal: DealResult) -> dict[int, int]:
        """Return the winning seat with its points; empty if nobody wins."""
        winner = _winner(deal)
        return {} if winner is None else {winner: _price(deal, self.doubled_by)}


@dataclass(frozen=True, slots=True)
class Chips:
    """A scoring: every other player pays the winner of a deal one or two chips.

    `doubled_by`: ranks. If the winner's last play has a card of such a rank, each pays two chips.

    A player with too few chips pays all they have (G-SC-CHIPS, X-CHIPS). The winner is found as in `Wins`.
    """

    doubled_by: str = "J"  # ranks: such a card in the winning play makes them pay two
    fewest_wins: bool = False

    def scores(self, deal: DealResult) -> dict[int, int]:
        """Return the change of each seat's chips; no entries if nobody wins."""
        winner = _winner(deal)
        if winner is None:
            return {}
        price = _price(deal, self.doubled_by)
        paid = {seat: -min(price, deal.totals[seat]) for seat in deal.held if seat != winner}
        return {**paid, winner: -sum(paid.values())}


@dataclass(frozen=True, slots=True)
class Lives:
    """A scoring: the last player who holds cards loses a life (FARAON-LIVES, X-FARAON-LOSER).

    If several hold cards, the player with the most card points loses a life; in a tie nobody does
    (X-BLOCKED).
    """

    fewest_wins: bool = False

    def scores(self, deal: DealResult) -> dict[int, int]:
        """Return the losing seat with -1, its change of lives; empty if nobody loses a life."""
        held = {seat: points for seat, points in deal.held.items() if seat in deal.with_cards}
        highest = [seat for seat, points in held.items() if points == max(held.values())]
        return {highest[0]: -1} if len(highest) == 1 else {}


Scoring = HandPoints | Collected | Wins | Chips | Lives
CARD_POINTS: Final = 10  # of one card, about


def unit_value(scoring: Scoring) -> int:
    """Return how many card points one unit of a player's score is worth.

    A win, a chip or a life is worth CARD_POINTS, about the points of one card. A card point is worth 1.
    """
    return CARD_POINTS if isinstance(scoring, Wins | Chips | Lives) else 1


def single_lowest(held: Mapping[int, int]) -> int | None:
    """Return the seat with the fewest card points; None if several have equally few.

    `held`: the card points of each seat.
    """
    lowest = [seat for seat, points in held.items() if points == min(held.values())]
    return lowest[0] if len(lowest) == 1 else None


def _winner(deal: DealResult) -> int | None:
    return single_lowest(deal.held) if deal.winner is None else deal.winner


def _price(deal: DealResult, doubled_by: str) -> int:
    return 1 + any(rank in doubled_by for rank in deal.played)


class GameProgress(NamedTuple):
    """The numbers of deals and players, and the highest total, after a deal of a game.

    The end condition uses them to decide whether the game is over.
    """

    deals: int  # deals played
    seats: int  # players at the start
    alive: int  # players still in the game
    highest: int  # the highest total


@dataclass(frozen=True, slots=True)
class OutAt:
    """An end condition: players with `total` points or more are out; the last one left wins (D-OUT)."""

    total: int

    def puts_out(self, total: int) -> bool:
        """True if a player with this total is eliminated."""
        return total >= self.total

    def is_over(self, game: GameProgress) -> bool:
        return game.alive <= 1


@dataclass(frozen=True, slots=True)
class AfterDeals:
    """An end condition: the game ends after a fixed number of deals (G-ROUNDS)."""

    deals: int

    def puts_out(self, total: int) -> bool:
        return False

    def is_over(self, game: GameProgress) -> bool:
        return game.deals >= self.deals


@dataclass(frozen=True, slots=True)
class DealEach:
    """An end condition: the game ends after as many deals as there are players (G-ROUNDS)."""

    def puts_out(self, total: int) -> bool:
        return False

    def is_over(self, game: GameProgress) -> bool:
        return game.deals >= game.seats


@dataclass(frozen=True, slots=True)
class NothingLeft:
    """An end condition: players without lives or chips are out (FARAON-LIVES, X-CHIPS-0).

    The last player left wins.
    """

    def puts_out(self, total: int) -> bool:
        return total <= 0

    def is_over(self, game: GameProgress) -> bool:
        return game.alive <= 1


@dataclass(frozen=True, slots=True)
class SomebodyAt:
    """An end condition: the game ends as soon as a player has `total` points or more (P-150)."""

    total: int

    def puts_out(self, total: int) -> bool:
        return False

    def is_over(self, game: GameProgress) -> bool:
        return game.highest >= self.total


End = OutAt | AfterDeals | DealEach | NothingLeft | SomebodyAt


@dataclass(frozen=True, slots=True)
class Deals:
    """The rules for a game of several deals: its scoring, the players' first total, its end condition."""

    scoring: Scoring  # of each deal
    ends: End  # when the game is over
    start: int = 0  # every player's total at the start
    winner_leads: bool = False  # the winner of a deal plays first in the next one (FARAON-LEAD)
    hand_is_total: bool = False  # each player is dealt as many cards as their total (FARAON-LIVES)
