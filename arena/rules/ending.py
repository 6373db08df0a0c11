"""The end of a deal and of a game: scores, eliminated players, places, forfeits."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from arena.rules.cards import Card, members
from arena.rules.choices import NO_CARD, Ask
from arena.rules.dealer import Dealer, DealScored
from arena.rules.dealing import begin_deal
from arena.rules.events import ALL, MAX_POINTS, EventKind, Termination, make_event, score_event
from arena.rules.position import Position
from arena.rules.scoring import DealResult, End, GameProgress, OutAt, Scoring, single_lowest
from arena.rules.turns import draw_debt, end_turn, next_seat, replace_at, set_order

MAX_DEALS: Final = 200
# Module constants, because looking up an enum member is slow in Python 3.11.
OVER: Final = Ask.OVER
OUT: Final = EventKind.OUT
DEAL_OVER: Final = EventKind.DEAL_OVER
GAME_OVER: Final = EventKind.GAME_OVER
WON: Final = Termination.WON


class Outcome(NamedTuple):
    """The result of a finished game."""

    places: tuple[int, ...]  # by seat, from 1; equal places are shared (X-PLACES)
    # by seat: totals in a game of several deals, otherwise card points held at the end (X-VALUES)
    points: tuple[int, ...]
    termination: Termination


def outcome(position: Position) -> Outcome:
    """Return the outcome of a finished game. Raise ValueError if the game is not over."""
    if position.termination is None:
        raise ValueError("the game is not over")
    return Outcome(position.places, _final_points(position), position.termination)


def go_out(position: Position, seat: int, played: tuple[Card, ...], dealer: Dealer) -> bool:
    """Remove a player who has laid their last cards (`played`) from the deal.

    Return True if the deal goes on. Otherwise end the deal and return False (G-BITTER, X-FINAL).
    """
    position.finished += (seat,)
    position.events.append(make_event(OUT, seat, NO_CARD, len(position.finished)))
    if position.game.ruleset.to_the_end:
        position.inside ^= 1 << seat
        set_order(position)
        if position.inside & (position.inside - 1):
            return True
        played = ()  # a Mau-Mau has no extra value (X-BITTER)
    _end_deal(position, position.finished[0], played, WON, dealer)
    return False


def settle_empty_hand(position: Position, dealer: Dealer) -> bool:
    """Settle an empty hand of the seat to move: the seat wins, or a debt brings it back into the deal.

    A seat that comes back draws the debt and misses this turn (PRSI-RETURN, X-RETURN, X-BACK-ASK). Return
    True if an empty hand was settled.
    """
    seat = position.turn
    if position.ask in (Ask.OVER, Ask.CUT) or position.hands[seat]:
        return False
    brings_back = position.game.pack.rank(position.top) in position.game.ruleset.returns
    if position.ask is Ask.DEBT and brings_back and draw_debt(position, seat, dealer):
        end_turn(position, seat)
    else:
        go_out(position, seat, position.last_plays.get(seat, ()), dealer)
    return True


def ends_at_next_place(position: Position, card: Card) -> bool:
    """True if the next seat goes out when this card is played.

    This happens if the next seat has no cards and the card has no effect.
    """
    return position.game.effects[card] is None and next_has_no_card(position)


def next_has_no_card(position: Position) -> bool:
    """True if the next seat after the seat to move has no cards."""
    return not position.hands[next_seat(position, position.turn)]


def end_blocked_deal(position: Position, termination: Termination, dealer: Dealer) -> None:
    """End a deal in which nobody can move or which is too long. The fewest card points win (X-BLOCKED)."""
    _end_deal(position, None, (), termination, dealer)


def _end_deal(
    position: Position, winner: int | None, played: tuple[Card, ...], termination: Termination, dealer: Dealer
) -> None:
    position.events.append(make_event(DEAL_OVER, ALL, NO_CARD, termination))
    _clear_open_matters(position)
    position.points = [position.game.points(hand) for hand in position.hands]
    deals = position.game.ruleset.deals
    if deals is None:
        _end_game(position, _places_of_one_deal(position, winner), termination)
        return
    leader = _next_leader(position)
    before = position.totals
    _score(position, deals.scoring.scores(_deal_result(position, winner, played)))
    change = tuple([after - total for after, total in zip(position.totals, before, strict=True)])
    dealer.record(DealScored(termination, change, position.totals))
    _eliminate(position, deals.ends)
    progress = GameProgress(
        position.deal + 1, position.game.seats, position.alive.bit_count(), max(position.totals)
    )
    if deals.ends.is_over(progress):
        _end_game(position, _places_of_game(position, deals.scoring), Termination.WON)
    elif position.deal + 1 >= MAX_DEALS:
        _end_game(position, _places_of_game(position, deals.scoring), Termination.DEALS)
    else:
        _next_deal(position, leader if deals.winner_leads else None, dealer)


def _deal_result(position: Position, winner: int | None, played: tuple[Card, ...]) -> DealResult:
    held = {int(seat): position.points[seat] for seat in members(position.alive)}
    with_cards = frozenset(seat for seat in held if position.hands[seat])
    ranks = "".join(position.game.pack.rank(card) for card in played)
    return DealResult(held, with_cards, position.totals, winner, ranks)


def _clear_open_matters(position: Position) -> None:
    """Forget debts, skips and open questions at the end of a deal (X-FINAL)."""
    position.debt, position.owed_for = 0, None
    position.forgot = position.misses = 0
    position.suspected = position.claimed = None


def _next_leader(position: Position) -> int:
    """Return the seat that plays first in the next deal: the winner (FARAON-LEAD).

    After a blocked deal, return the seat with the fewest points. In a tie, return the seat that played first
    in this deal (X-BLOCKED-LEAD).
    """
    if position.finished:
        return position.finished[0]
    lowest = single_lowest({seat: position.points[seat] for seat in members(position.alive)})
    return _in_first_direction(position, position.dealer, 1) if lowest is None else lowest


def _next_deal(position: Position, leader: int | None, dealer: Dealer) -> None:
    """Start the next deal. `leader`: the seat that must play first.

    If it is None, the next seat becomes the dealer (X-ORDER, FARAON-LEAD).
    """
    if leader is None:
        position.dealer = _in_first_direction(position, position.dealer, 1)
    else:
        position.dealer = _in_first_direction(position, leader, -1)
    position.deal += 1
    begin_deal(position, dealer)


def _in_first_direction(position: Position, seat: int, step: int) -> int:
    """Return the next (`step` 1) or the previous (`step` -1) seat from `seat`, skipping eliminated players.

    Use the direction of play in which every deal starts.
    """
    seat = (seat + step) % position.game.seats
    while not position.alive >> seat & 1:
        seat = (seat + step) % position.game.seats
    return seat


def _places_of_one_deal(position: Position, winner: int | None) -> tuple[int, ...]:
    """Return each seat's place in a game of one deal (X-RANK, X-PLACES, X-BLOCKED).

    The winner is first. All others share the second place, unless play went on after the win. After a
    blocked deal, `winner` is None, and card points decide between the seats that still have cards.
    """
    ruleset, points, seats = position.game.ruleset, position.points, range(position.game.seats)
    if ruleset.to_the_end or (ruleset.returns and winner is None):
        out = {seat: number for number, seat in enumerate(position.finished)}
        return rank_places([(0, out[seat]) if seat in out else (1, points[seat]) for seat in seats])
    if winner is None:
        return rank_places([(int(points[seat] > min(points)), 0) for seat in seats])
    return rank_places([(int(seat != winner), 0) for seat in seats])


def _score(position: Position, scores: dict[int, int]) -> None:
    """Add the scores of a deal to the totals, which never fall below -MAX_POINTS."""
    for seat, points in sorted(scores.items()):
        change = max(points, -MAX_POINTS - position.totals[seat])
        position.totals = replace_at(position.totals, seat, position.totals[seat] + change)
        position.events.append(score_event(seat, change))


def _eliminate(position: Position, ends: End) -> None:
    """Eliminate the players whose total has reached the ruleset's limit (D-OUT, X-ELIM)."""
    for seat in range(position.game.seats):
        if position.alive >> seat & 1 and ends.puts_out(position.totals[seat]):
            position.alive ^= 1 << seat
            position.outs[seat] = (position.deal, position.points[seat])
            position.events.append(make_event(EventKind.ELIMINATED, seat))


def _places_of_game(position: Position, scoring: Scoring) -> tuple[int, ...]:
    """Return each seat's place in a game of several deals (X-ELIM, X-LIMIT, X-BLOCKED-OUT).

    Players still in the game come first, by total. The eliminated ones follow, the last eliminated first.
    """
    sign = 1 if scoring.fewest_wins else -1
    inside = [(0, sign * total) for total in position.totals]
    outside = [(position.deal + 1 - deal, points) for deal, points in position.outs]
    by_seat = enumerate(zip(inside, outside, strict=True))
    return rank_places([here if position.alive >> seat & 1 else gone for seat, (here, gone) in by_seat])


def _end_game(position: Position, places: tuple[int, ...], termination: Termination) -> None:
    position.places = places
    position.termination = termination
    position.ask = OVER
    position.over = True
    position.events.append(make_event(GAME_OVER, ALL, NO_CARD, termination))


def _final_points(position: Position) -> tuple[int, ...]:
    return tuple(position.points if position.game.ruleset.deals is None else position.totals)


def forfeit(position: Position, at_fault: frozenset[int]) -> Outcome:
    """Return the outcome of a game in which the bots of some seats were at fault.

    The seats at fault share the last place. If the game is over, the others keep their order; if not,
    they share the first place.
    """
    honest = position.places or (1,) * position.game.seats
    keys = [(1, 0) if seat in at_fault else (0, place) for seat, place in enumerate(honest)]
    totals = enumerate(_final_points(position) if position.over else _points_so_far(position))
    points = tuple(_forfeit_total(position, total) if seat in at_fault else total for seat, total in totals)
    termination = position.termination or Termination.FORFEIT
    return Outcome(rank_places(keys), points, termination)


def _points_so_far(position: Position) -> tuple[int, ...]:
    if position.game.ruleset.deals is None:
        return tuple(position.game.points(hand) for hand in position.hands)
    return position.totals


def _forfeit_total(position: Position, total: int) -> int:
    """Return the final points of a seat that forfeits.

    `total`: its points so far. The final points are equal or worse.
    """
    deals = position.game.ruleset.deals
    if deals is None:
        return total
    if not deals.scoring.fewest_wins:
        return min(total, 0)
    limit = deals.ends.total if isinstance(deals.ends, OutAt) else max(position.totals)
    return max(total, limit)


def rank_places(keys: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the place of each key: 1 + the number of lower keys. The lowest key is the best (X-PLACES)."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)
