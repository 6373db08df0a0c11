"""How a deal ends, what it scores, who is out, and how the game ends."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from arena.rules.cards import Card
from arena.rules.choices import NO_CARD, Action, Ask
from arena.rules.dealer import Dealer
from arena.rules.deals import begin_deal
from arena.rules.events import ALL, EventKind, Termination, happened, scored
from arena.rules.position import Position
from arena.rules.scoring import End, OutAt, Scoring
from arena.rules.turns import next_seat

MOST_DEALS: Final = 200


class Outcome(NamedTuple):
    """How a game ended, by seat. Places start at 1, shared places are equal (X-PLACES).

    `points`: the totals where the ruleset keeps them, else the card points held at the end (X-VALUES).
    """

    places: tuple[int, ...]
    points: tuple[int, ...]
    termination: Termination


def outcome(position: Position) -> Outcome:
    """The outcome of a game that is over. Raises ValueError while it is not."""
    if position.termination is None:
        raise ValueError("the game is not over")
    return Outcome(position.places, _final_points(position), position.termination)


def win_deal(position: Position, winner: int, action: Action, dealer: Dealer) -> None:
    """Somebody went out: the deal is over at once (X-FINAL)."""
    position.events.append(happened(EventKind.OUT, winner, NO_CARD, 1))
    _end_deal(position, winner, (action.card, *action.more), Termination.WON, dealer)


def end_blocked_deal(position: Position, termination: Termination, dealer: Dealer) -> None:
    """Nobody can go on, or the deal is too long: fewest card points wins (X-BLOCKED)."""
    _end_deal(position, None, (), termination, dealer)


def _end_deal(
    position: Position, winner: int | None, played: tuple[Card, ...], termination: Termination, dealer: Dealer
) -> None:
    position.events.append(happened(EventKind.DEAL_OVER, ALL, NO_CARD, termination))
    position.debt, position.owed_for = 0, None
    position.forgot, position.suspected = 0, None
    position.points = [position.game.points(hand) for hand in position.hands]
    deals = position.game.ruleset.deals
    if deals is None:
        _end_game(position, _places_of_one_deal(position, winner), termination)
        return
    _score(position, deals.scoring.scores(position, winner, played))
    _eliminate(position, deals.ends)
    if deals.ends.is_over(position):
        _end_game(position, _places_of_game(position, deals.scoring), Termination.WON)
    elif position.deal + 1 >= MOST_DEALS:
        _end_game(position, _places_of_game(position, deals.scoring), Termination.DEALS)
    else:
        _next_deal(position, dealer)


def _next_deal(position: Position, dealer: Dealer) -> None:
    """The dealer's place moves on by one seat, past those who are out (X-ORDER)."""
    position.direction = 1  # "on" is in the first direction, whichever the last deal ended in
    position.dealer = next_seat(position, position.dealer)
    position.deal += 1
    begin_deal(position, dealer)


def _places_of_one_deal(position: Position, winner: int | None) -> tuple[int, ...]:
    """The winner is first and all others share the next place (X-RANK); blocked: so do those with the
    fewest points.
    """
    if winner is None:
        fewest = min(position.points)
        return ranked([(int(points > fewest), 0) for points in position.points])
    return ranked([(int(seat != winner), 0) for seat in range(position.game.seats)])


def _score(position: Position, scores: dict[int, int]) -> None:
    for seat, points in sorted(scores.items()):
        position.totals[seat] += points
        position.events.append(scored(seat, points))


def _eliminate(position: Position, ends: End) -> None:
    """Who has reached the limit is out of the game (D-OUT, X-ELIM)."""
    for seat in range(position.game.seats):
        if position.inside >> seat & 1 and ends.puts_out(position.totals[seat]):
            position.inside ^= 1 << seat
            position.outs[seat] = (position.deal, position.points[seat])
            position.events.append(happened(EventKind.ELIMINATED, seat))


def _places_of_game(position: Position, scoring: Scoring) -> tuple[int, ...]:
    """Those still in by totals; then by when they went out, last first; those of one deal by the card
    points they held in it, fewest first (X-ELIM, X-LIMIT, X-BLOCKED-OUT).
    """
    sign = 1 if scoring.fewest_wins else -1
    inside = [(0, sign * total) for total in position.totals]
    outside = [(position.deal + 1 - deal, points) for deal, points in position.outs]
    by_seat = enumerate(zip(inside, outside, strict=True))
    return ranked([here if position.inside >> seat & 1 else gone for seat, (here, gone) in by_seat])


def _end_game(position: Position, places: tuple[int, ...], termination: Termination) -> None:
    position.places = places
    position.termination = termination
    position.ask = Ask.OVER
    position.events.append(happened(EventKind.GAME_OVER, ALL, NO_CARD, termination))


def _final_points(position: Position) -> tuple[int, ...]:
    return tuple(position.points if position.game.ruleset.deals is None else position.totals)


def forfeit(position: Position, at_fault: frozenset[int]) -> Outcome:
    """The outcome of a game in which the bots of some seats were at fault, over or not.

    They share the last places; the others keep their order (over), or share the first (not over, when
    nobody else is left to play). Where totals are kept a forfeit costs what puts one out of the game, or
    one's own total if that is worse.
    """
    honest = position.places or (1,) * position.game.seats
    keys = [(1, 0) if seat in at_fault else (0, place) for seat, place in enumerate(honest)]
    totals = enumerate(_final_points(position) if position.over else _points_so_far(position))
    points = tuple(
        _no_better_than_worst(position, total) if seat in at_fault else total for seat, total in totals
    )
    termination = position.termination or Termination.FORFEIT
    return Outcome(ranked(keys), points, termination)


def _points_so_far(position: Position) -> tuple[int, ...]:
    if position.game.ruleset.deals is None:
        return tuple(position.game.points(hand) for hand in position.hands)
    return tuple(position.totals)


def _no_better_than_worst(position: Position, total: int) -> int:
    """What a forfeit leaves of a total: the limit where one goes out, else the worst at the table; none where
    the most points win.
    """
    deals = position.game.ruleset.deals
    if deals is None:
        return total
    if not deals.scoring.fewest_wins:
        return min(total, 0)
    limit = deals.ends.total if isinstance(deals.ends, OutAt) else max(position.totals)
    return max(total, limit)


def ranked(keys: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Places for sort keys, best lowest: 1 + the number of those who are better (X-PLACES)."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)
