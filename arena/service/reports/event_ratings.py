"""Fitted Elo in a tournament: of all its boards, or of newcomers against a frozen pool."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from arena.ratings.anchored import fit_newcomer
from arena.ratings.field import Kind
from arena.ratings.fitted import Fitted, Rating
from arena.ratings.live import Group
from arena.ratings.ranks import Rank
from arena.service.formats import GAUNTLET
from arena.service.reports.fitting import anchor_names, fitted, kinds_of, known_ranks
from arena.service.reports.ladders import ratings_before
from arena.store.records import Entrant, Tournament
from arena.store.store import Store

TOGETHER: Final = "The pool had no Elo in the ladder before: it is fitted together with the newcomers"


@dataclass(frozen=True, slots=True)
class EventRatings:
    """The ratings by bot version, who is at 0 in each scale, and whose were fixed before."""

    ratings: Mapping[int, Rating]
    ranks: Mapping[int, Rank]
    anchors: tuple[str | None, ...]
    frozen: tuple[str, ...] = ()
    remark: str = ""


@dataclass(frozen=True, slots=True)
class _Pool:
    """Bots whose Elo is known, and what that is measured from."""

    ratings: Mapping[int, Rating] = field(default_factory=dict)
    anchor: str | None = None


def event_ratings(
    store: Store, number: int, tournament: Tournament, key: str, groups: Counter[Group]
) -> EventRatings:
    """The Elo of this tournament's boards in a ruleset.

    In a gauntlet the pool keeps the Elo that it had in the ladder before, if it had one on one scale, and the
    newcomers are fitted to it one by one: the error of the pool's own ratings is not in their ±.
    """
    kinds = kinds_of(groups)
    pool = _pool(store, number, tournament, key)
    if pool.ratings:
        return _anchored(tournament, kinds, pool)
    found = fitted(kinds, tournament.entrants)
    return EventRatings(
        found.ratings,
        known_ranks(found),
        anchor_names(found, tournament.entrants),
        remark=TOGETHER if tournament.format == GAUNTLET else "",
    )


def _pool(store: Store, number: int, tournament: Tournament, key: str) -> _Pool:
    pool = {one.bot_version for one in tournament.entrants if one.pool}
    if tournament.format != GAUNTLET or not pool:
        return _Pool()
    before, bots = ratings_before(store, key, number)
    if not all(bot in before.ratings and before.ratings[bot].scale == 0 for bot in pool):
        return _Pool()
    anchor = before.anchors[0]
    return _Pool({bot: before.ratings[bot] for bot in pool}, None if anchor is None else bots[anchor].bot)


def _anchored(tournament: Tournament, kinds: Mapping[Kind, int], pool: _Pool) -> EventRatings:
    elo = {bot: rating.elo for bot, rating in pool.ratings.items()}
    found = {bot: Rating(rating.elo, None, 0, rating.groups) for bot, rating in pool.ratings.items()}
    new = [one.bot_version for one in tournament.entrants if not one.pool]
    found |= {bot: rating for bot in new if (rating := fit_newcomer(kinds, bot, elo))}
    places = known_ranks(Fitted(found, (None,)))
    return EventRatings(
        ratings=found,
        ranks={bot: place for bot, place in places.items() if bot in new},
        anchors=(pool.anchor,),
        frozen=tuple(_names(tournament.entrants, pool.ratings)),
    )


def _names(entrants: tuple[Entrant, ...], bots: Mapping[int, Rating]) -> list[str]:
    return [one.name for one in entrants if one.bot_version in bots]
