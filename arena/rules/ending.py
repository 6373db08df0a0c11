"""How a deal ends, what it scores, who is out, and how the game ends."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from arena.rules.cards import Card, members
from arena.rules.choices import NO_CARD, Ask
from arena.rules.dealer import Dealer, DealScored
from arena.rules.dealing import begin_deal
from arena.rules.events import ALL, EventKind, Termination, happened, scored
from arena.rules.house_rules.limits import MAX_POINTS
from arena.rules.position import Position
from arena.rules.scoring import End, OutAt, Scoring, single_lowest
from arena.rules.turns import set_order, with_another

MAX_DEALS: Final = 200
# Looked up by their enums these cost much in Python 3.11.
OVER: Final = Ask.OVER
OUT: Final = EventKind.OUT
DEAL_OVER: Final = EventKind.DEAL_OVER
GAME_OVER: Final = EventKind.GAME_OVER
WON: Final = Termination.WON


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


def go_out(position: Position, seat: int, played: tuple[Card, ...], dealer: Dealer) -> bool:
    """Somebody is out with these cards. True if the deal goes on without him (G-BITTER), else it is over at
    once (X-FINAL).
    """
    position.finished += (seat,)
    position.events.append(happened(OUT, seat, NO_CARD, len(position.finished)))
    if position.game.ruleset.to_the_end:
        position.inside ^= 1 << seat
        set_order(position)
        if position.inside & (position.inside - 1):
            return True
        played = ()  # Mau-Mau counts nothing extra (X-BITTER)
    _end_deal(position, position.finished[0], played, WON, dealer)
    return False


def end_blocked_deal(position: Position, termination: Termination, dealer: Dealer) -> None:
    """Nobody can go on, or the deal is too long: fewest card points wins (X-BLOCKED)."""
    _end_deal(position, None, (), termination, dealer)


def _end_deal(
    position: Position, winner: int | None, played: tuple[Card, ...], termination: Termination, dealer: Dealer
) -> None:
    position.events.append(happened(DEAL_OVER, ALL, NO_CARD, termination))
    _drop_what_is_open(position)
    position.points = [position.game.points(hand) for hand in position.hands]
    deals = position.game.ruleset.deals
    if deals is None:
        _end_game(position, _places_of_one_deal(position, winner), termination)
        return
    leader = _next_leader(position)
    before = position.totals
    _score(position, deals.scoring.scores(position, winner, played))
    change = tuple([after - total for after, total in zip(position.totals, before, strict=True)])
    dealer.record(DealScored(termination, change, position.totals))
    _eliminate(position, deals.ends)
    if deals.ends.is_over(position):
        _end_game(position, _places_of_game(position, deals.scoring), Termination.WON)
    elif position.deal + 1 >= MAX_DEALS:
        _end_game(position, _places_of_game(position, deals.scoring), Termination.DEALS)
    else:
        _next_deal(position, leader if deals.winner_leads else None, dealer)


def _drop_what_is_open(position: Position) -> None:
    """A deal that is over is over: what is owed lapses (X-FINAL)."""
    position.debt, position.owed_for = 0, None
    position.forgot = position.misses = 0
    position.suspected = position.claimed = None


def _next_leader(position: Position) -> int:
    """Who won the deal, else who alone has the fewest card points, else who led it (FARAON-LEAD,
    X-BLOCKED-LEAD).
    """
    if position.finished:
        return position.finished[0]
    lowest = single_lowest({seat: position.points[seat] for seat in members(position.alive)})
    return _in_first_direction(position, position.dealer, 1) if lowest is None else lowest


def _next_deal(position: Position, leader: int | None, dealer: Dealer) -> None:
    """The dealer's place moves on by one seat, past those who are out, or is the one before the leader's
    (X-ORDER, FARAON-LEAD).
    """
    if leader is None:
        position.dealer = _in_first_direction(position, position.dealer, 1)
    else:
        position.dealer = _in_first_direction(position, leader, -1)
    position.deal += 1
    begin_deal(position, dealer)


def _in_first_direction(position: Position, seat: int, step: int) -> int:
    """The next seat (step 1) or the one before (-1) in the ruleset's first direction that is in the game."""
    seat = (seat + step) % position.game.seats
    while not position.alive >> seat & 1:
        seat = (seat + step) % position.game.seats
    return seat


def _places_of_one_deal(position: Position, winner: int | None) -> tuple[int, ...]:
    """The winner is first and all others share the next place (X-RANK); blocked: so do those with the fewest
    points. Where play goes on without those who are out, and where they keep their place, all are ranked: in
    the order they went out, then by points (X-PLACES, X-BLOCKED).
    """
    ruleset, points, seats = position.game.ruleset, position.points, range(position.game.seats)
    if ruleset.to_the_end or (ruleset.returns and winner is None):
        out = {seat: number for number, seat in enumerate(position.finished)}
        return ranked([(0, out[seat]) if seat in out else (1, points[seat]) for seat in seats])
    if winner is None:
        return ranked([(int(points[seat] > min(points)), 0) for seat in seats])
    return ranked([(int(seat != winner), 0) for seat in seats])


def _score(position: Position, scores: dict[int, int]) -> None:
    """What a deal scores; no total falls below what the wire can carry, however often a win takes off."""
    for seat, points in sorted(scores.items()):
        change = max(points, -MAX_POINTS - position.totals[seat])
        position.totals = with_another(position.totals, seat, position.totals[seat] + change)
        position.events.append(scored(seat, change))


def _eliminate(position: Position, ends: End) -> None:
    """Who has reached the limit is out of the game (D-OUT, X-ELIM)."""
    for seat in range(position.game.seats):
        if position.alive >> seat & 1 and ends.puts_out(position.totals[seat]):
            position.alive ^= 1 << seat
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
    return ranked([here if position.alive >> seat & 1 else gone for seat, (here, gone) in by_seat])


def _end_game(position: Position, places: tuple[int, ...], termination: Termination) -> None:
    position.places = places
    position.termination = termination
    position.ask = OVER
    position.over = True
    position.events.append(happened(GAME_OVER, ALL, NO_CARD, termination))


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
    points = tuple(_forfeit_total(position, total) if seat in at_fault else total for seat, total in totals)
    termination = position.termination or Termination.FORFEIT
    return Outcome(ranked(keys), points, termination)


def _points_so_far(position: Position) -> tuple[int, ...]:
    if position.game.ruleset.deals is None:
        return tuple(position.game.points(hand) for hand in position.hands)
    return position.totals


def _forfeit_total(position: Position, total: int) -> int:
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
