"""Our own tie-breaks (not FIDE's), with one function for each.

A function returns the tie-break's value for each bot. `inputs`: the bots' results. `ranks`: their ranks by
the earlier tie-breaks; only `direct_meetings` uses them.
"""

import hmac
from collections import defaultdict
from fractions import Fraction
from itertools import chain, permutations

from arena.tournament.results import HALF, mean
from arena.tournament.standings.bot_totals import Ranks, TieBreakInputs, Values


def points(inputs: TieBreakInputs, ranks: Ranks) -> Values:
    """Return each bot's points from matches and byes."""
    return {total.bot: total.points for total in inputs.totals}


def match_scores(inputs: TieBreakInputs, ranks: Ranks) -> Values:
    """Return the sum of each bot's match scores; a match score is between 0 and 1."""
    return {total.bot: total.score for total in inputs.totals}


def points_per_match(inputs: TieBreakInputs, ranks: Ranks) -> Values:
    """Return each bot's points per match, without byes; 0 without a match."""
    won: dict[int, Fraction] = dict.fromkeys(inputs.bots, Fraction())
    for match in inputs.matches:
        for bot, value in match.points.items():
            won[bot] = won.get(bot, Fraction()) + value
    return {total.bot: won[total.bot] / max(total.matches, 1) for total in inputs.totals}


def mean_match_score(inputs: TieBreakInputs, ranks: Ranks) -> Values:
    """Return the mean of each bot's match scores; 0 without a match."""
    return {total.bot: total.score / max(total.matches, 1) for total in inputs.totals}


def card_points(inputs: TieBreakInputs, ranks: Ranks) -> Values:
    """Return each bot's mean lead per game, in card points; 0 without a game.

    A bot's lead is the difference between its card points and the average of the other bots at its table. A
    positive lead is better.
    """
    ahead: dict[int, Fraction] = defaultdict(Fraction)
    for match in inputs.matches:
        table = sum(seat.card_points for seat in match.seats)
        for seat in match.seats:
            others = Fraction(table - seat.card_points, len(match.seats) - 1)
            ahead[seat.bot] += others - seat.card_points
    sign = 1 if inputs.fewest_wins else -1
    return {total.bot: sign * ahead[total.bot] / max(total.games, 1) for total in inputs.totals}


def tables_won(inputs: TieBreakInputs, ranks: Ranks) -> Values:
    """Return the number of tables at which each bot alone had the best match score."""
    won = dict.fromkeys(inputs.bots, Fraction())
    for match in inputs.matches:
        best = max(seat.share for seat in match.seats)
        first = [seat.bot for seat in match.seats if seat.share == best]
        if len(first) == 1 and first[0] in won:
            won[first[0]] += 1
    return won


def opponents(inputs: TieBreakInputs, ranks: Ranks) -> Values:
    """Return the mean strength of each bot's opponents: their points per match.

    Each table counts once, with the mean of its opponents. The table with the weakest opponents is left out.
    With at most one table, the value is ½.
    """
    strength = points_per_match(inputs, ranks)
    tables: dict[int, list[Fraction]] = {bot: [] for bot in inputs.bots}
    for match in inputs.matches:
        for seat in match.seats:
            if seat.bot in tables:
                others = (strength[other.bot] for other in match.seats if other is not seat)
                tables[seat.bot].append(mean(others))
    return {bot: mean(sorted(values)[1:]) if len(values) > 1 else HALF for bot, values in tables.items()}


def direct_meetings(inputs: TieBreakInputs, ranks: Ranks) -> Values:
    """Return each bot's points against bots of the same rank; 0 if some of these bots have not met.

    `ranks`: the bots' ranks by the earlier tie-breaks.

    A meeting counts 1 for the better match score, ½ for an equal one. Several meetings with an opponent count
    as their mean.
    """
    met: dict[tuple[int, int], list[Fraction]] = defaultdict(list)
    both_orders = (permutations(match.seats, 2) for match in inputs.matches)
    for first, second in chain.from_iterable(both_orders):
        if first.bot in ranks and ranks[first.bot] == ranks.get(second.bot):
            met[first.bot, second.bot].append(
                Fraction((first.share > second.share) - (first.share < second.share) + 1, 2)
            )
    values = {}
    for bot in inputs.bots:
        equal = [other for other in inputs.bots if ranks[other] == ranks[bot]]
        complete = all(pair in met for pair in permutations(equal, 2))
        values[bot] = sum((mean(met[bot, other]) for other in equal if other != bot and complete), Fraction())
    return values


def lot(inputs: TieBreakInputs, ranks: Ranks) -> Values:
    """Return each bot's place in the drawing of lots, from 1.

    Bots are ordered by HMAC-SHA-256(lot key, decimal bot number).
    """
    tickets = {bot: hmac.digest(inputs.lot, str(bot).encode("ascii"), "sha256") for bot in inputs.bots}
    order = sorted(inputs.bots, key=lambda bot: (tickets[bot], bot))
    return {bot: Fraction(place) for place, bot in enumerate(order, 1)}
