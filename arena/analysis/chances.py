"""Win chances of a position whose outcome is known or can be estimated without playing on."""

from math import exp, sqrt
from typing import Final

from arena.rules import Position
from arena.rules.scoring import AfterDeals, DealEach, Deals, NothingLeft, OutAt, SomebodyAt

Chances = tuple[float, ...]  # of each seat to win the game, from 0 to 1; they add up to 1

MIN_REMAINING: Final = 0.02  # the smallest remaining part of a game between two deals


def chances_of_places(places: tuple[int, ...]) -> Chances:
    """Return each seat's win chance after a game: 1 for the winner, 0 for the others.

    Several winners get equal parts of 1. `places`: the place of each seat; 1 is best.
    """
    winners = places.count(1)
    return tuple((place == 1) / winners for place in places)


def chances_between_deals(position: Position, sharpness: float) -> Chances:
    """Estimate the win chances at the start of a deal from the points. Eliminated seats have no chance.

    The log-odds between two seats are `sharpness` · d / √r. Here d is the lead in points, divided by the
    result of `_unit`, and r is the remaining part of the game (from 0 to 1).
    """
    deals = position.game.ruleset.deals
    assert deals is not None
    alive = [seat for seat in range(position.game.seats) if position.alive >> seat & 1]
    slope = sharpness / _unit(position, deals) / sqrt(_remaining(position, deals, alive))
    if deals.scoring.fewest_wins:
        slope = -slope
    totals = position.totals
    best = max(slope * totals[seat] for seat in alive)
    weights = [exp(slope * totals[seat] - best) if seat in alive else 0.0 for seat in range(len(totals))]
    return normalize(weights)


def difference(one: Chances, other: Chances) -> tuple[float, ...]:
    """Return `one` minus `other` for each seat."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def normalize(weights: list[float]) -> Chances:
    """Return the weights divided by their sum. If all are 0, return equal chances."""
    total = sum(weights)
    return tuple(weight / total for weight in weights) if total else (1 / len(weights),) * len(weights)


def _unit(position: Position, deals: Deals) -> float:
    """Return the number of points by which differences in points are divided.

    This is the points limit of the game, or each seat's points (lives, chips) at the start. In a game of n
    deals, it is the points of an average hand times √n, or √n if a win counts one or two points.
    """
    match deals.ends:
        case OutAt(total) | SomebodyAt(total):
            return total
        case NothingLeft():
            return deals.start
        case AfterDeals() | DealEach():
            game = position.game
            points = (
                1.0
                if hasattr(deals.scoring, "doubled_by")
                else game.hand * sum(game.values) / len(game.values)
            )
            return points * sqrt(_number_of_deals(position, deals))


def _remaining(position: Position, deals: Deals, alive: list[int]) -> float:
    """Return the part of the game that remains, from `MIN_REMAINING` to 1."""
    totals = [position.totals[seat] for seat in alive]
    match deals.ends:
        case OutAt(total) | SomebodyAt(total):
            part = 1 - max(totals) / total
        case NothingLeft():
            part = min(totals) / deals.start
        case AfterDeals() | DealEach():
            part = 1 - position.deal / _number_of_deals(position, deals)
    return min(1.0, max(MIN_REMAINING, part))


def _number_of_deals(position: Position, deals: Deals) -> int:
    return deals.ends.deals if isinstance(deals.ends, AfterDeals) else position.game.seats
