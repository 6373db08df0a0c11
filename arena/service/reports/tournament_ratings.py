"""Elo within a tournament, fitted to its boards only.

In a gauntlet (newcomers against given opponents), newcomers can be rated against opponents with fixed Elo.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from arena.ratings.live import BoardScores, RatedBoard
from arena.ratings.rating import Rank, Rating
from arena.service.formats import GAUNTLET
from arena.service.reports.ladder_ratings import ratings_before
from arena.service.reports.ratings import kinds_of
from arena.store.database.store import Store
from arena.store.results.records import Tournament

TOGETHER: Final = "The pool had no ladder Elo, so it was fitted together with the newcomers"


@dataclass(frozen=True, slots=True)
class TournamentRatings:
    """The ratings and ranks of a tournament's bots under one ruleset, keyed by bot version."""

    ratings: Mapping[int, Rating]
    ranks: Mapping[int, Rank]
    anchors: tuple[str | None, ...]  # per scale: the bot whose Elo is 0; None: the mean is 0
    frozen: tuple[str, ...] = ()  # bots whose Elo was fixed
    remark: str = ""  # how the ratings were computed, as a sentence


@dataclass(frozen=True, slots=True)
class _Pool:
    """The given opponents of a gauntlet, against which its newcomers play."""

    elo: Mapping[int, float] = field(default_factory=dict)  # by bot version; empty if it is not fixed
    anchor: str | None = None  # the bot whose Elo is 0


def tournament_ratings(
    store: Store, number: int, tournament: Tournament, key: str, boards: Counter[RatedBoard]
) -> TournamentRatings:
    """Fit ratings to a tournament's results under the ruleset `key`, and return them.

    The mean Elo is 0 on each scale (a set of bots connected by results). In a gauntlet, the given opponents
    keep their Elo from the ladder instead, if all of them are on the ladder's largest scale. A newcomer's ±
    then ignores the errors of the opponents' Elo.

    `boards`: how often each result of a board (all of its games) occurred.
    """
    from arena.ratings.fitted import fit  # it imports numpy

    kinds = kinds_of(boards)
    pool = _pool(store, number, tournament, key)
    if pool.elo:
        return _anchored(tournament, kinds, pool)
    found = fit(kinds, [one.bot_version for one in tournament.entrants])
    return TournamentRatings(
        found.ratings,
        found.ranks,
        (None,) * len(found.anchors),
        remark=TOGETHER if tournament.format == GAUNTLET else "",
    )


def _pool(store: Store, number: int, tournament: Tournament, key: str) -> _Pool:
    pool = {one.bot_version for one in tournament.entrants if one.pool}
    if tournament.format != GAUNTLET or not pool:
        return _Pool()
    before, bots = ratings_before(store, key, number)
    rated = {bot: one.elo for bot, one in before.ratings.items() if one.elo is not None and one.scale == 0}
    if not pool <= rated.keys():
        return _Pool()
    anchor = before.anchors[0]
    return _Pool({bot: rated[bot] for bot in pool}, None if anchor is None else bots[anchor].bot)


def _anchored(tournament: Tournament, kinds: Mapping[BoardScores, int], pool: _Pool) -> TournamentRatings:
    from arena.ratings.anchored_fit import fit_newcomer
    from arena.ratings.fitted import independent_ranks

    new = [one.bot_version for one in tournament.entrants if not one.pool]
    fits = {bot: rating for bot in new if (rating := fit_newcomer(kinds, bot, pool.elo))}
    fixed = {bot: Rating(elo, elo, elo, 0, 0) for bot, elo in pool.elo.items()}
    places = independent_ranks({bot: one for bot, one in (fits | fixed).items() if one.is_sure})
    return TournamentRatings(
        ratings=fits | {bot: Rating(elo, None, None, 0, 0) for bot, elo in pool.elo.items()},
        ranks={bot: place for bot, place in places.items() if bot in fits},
        anchors=(pool.anchor,),
        frozen=tuple(one.name for one in tournament.entrants if one.bot_version in pool.elo),
    )
