"""Ratings of people: each person is rated against the bots, whose own ratings stay fixed."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from arena.ratings.live import RatedBoard, RatedGame, pair_scores
from arena.ratings.margins import NoIntervalReason
from arena.ratings.rating import Rating
from arena.service.bots.builtin import BUILTIN
from arena.store.database.store import Store
from arena.store.ladder.cached_documents import DocumentKind, drop_documents, read_cached_data_states
from arena.store.ladder.cached_ladders import CachedRow, read_rows, strength
from arena.store.people.ratings import (
    PersonRating,
    RatedPersonGame,
    list_people_states,
    list_rated_games,
    read_names,
    read_people,
    write_people,
)

_PERSON: Final = 0  # the person's number in a fit; bot versions have positive numbers, unrated bots negative
_FIRST_SCALE: Final = 1  # of a ladder; ratings of other scales cannot be compared with it
_UNMET: Final = Rating(None, None, None, 0, 0, NoIntervalReason.UNMET)


def people(store: Store) -> Mapping[str, tuple[PersonRating, ...]]:
    """Return the cached ratings of people, keyed by ruleset, the strongest person first."""
    with store.reading() as tx:
        return read_people(tx)


def refresh_people(store: Store) -> bool:
    """Compute the outdated ratings of people. Return False if none was outdated."""
    with store.reading() as tx:
        states, cached = list_people_states(tx), read_cached_data_states(tx, DocumentKind.PEOPLE)
    outdated = [ruleset for ruleset, state in states.items() if cached.get(ruleset) != state]
    for ruleset in outdated:
        with store.reading() as tx:
            rows = rate_people(list_rated_games(tx, ruleset), read_names(tx), read_rows(tx, ruleset)[0])
        with store.writing() as tx:
            write_people(tx, ruleset, states[ruleset], rows)
    if deleted := cached.keys() - states.keys():
        with store.writing() as tx:
            drop_documents(tx, DocumentKind.PEOPLE, deleted)
    return bool(outdated or deleted)


def rate_people(
    games: Sequence[RatedPersonGame], names: Mapping[str, str], ladder: Sequence[CachedRow]
) -> tuple[PersonRating, ...]:
    """Return the ratings of people under one ruleset, the strongest person first.

    `names`: people's names, keyed by visitor; people without a name are left out. `ladder`: the bots' ladder
    under this ruleset. Bots on it do not count if their rating has no interval or is on another scale.
    """
    by_visitor: defaultdict[str, list[RatedPersonGame]] = defaultdict(list)
    for game in games:
        if game.visitor in names:
            by_visitor[game.visitor].append(game)
    sure = [row for row in ladder if row.margin is not None and row.scale == _FIRST_SCALE]
    pool = {row.bot_version: row.elo for row in sure if row.elo is not None}
    versions = _versions(sure)
    rows = [_rate(names[visitor], played, versions, pool) for visitor, played in by_visitor.items()]
    return tuple(sorted(rows, key=_order))


def _versions(ladder: Sequence[CachedRow]) -> dict[str, int]:
    """Return the database id of each bot version on the ladder, keyed by its name in people's games.

    The name is NAME@VERSION. The newest version of a builtin bot also has the name builtin:NAME.
    """
    versions = {}
    for row in sorted(ladder, key=lambda row: row.bot_version):
        versions[f"{row.bot}@{row.version}"] = row.bot_version
        if not row.language:  # it was not submitted
            versions[f"{BUILTIN}{row.bot}"] = row.bot_version  # the newest
    return versions


def _rate(
    name: str, games: Sequence[RatedPersonGame], versions: Mapping[str, int], pool: Mapping[int, float]
) -> PersonRating:
    from arena.ratings.anchored_fit import fit_newcomer  # imports numpy, which the site does not need

    boards = Counter(pair_scores(_board(game, versions)) for game in games)
    rating = fit_newcomer(boards, _PERSON, pool) or _UNMET
    return PersonRating(
        visitor=games[0].visitor,
        name=name,
        elo=rating.elo if rating.is_sure else None,
        low=rating.low,
        high=rating.high,
        no_margin=rating.unsure,
        games=len(games),
        won=sum(game.place == 1 for game in games),
        played_at=games[-1].ended_at,
    )


def _board(game: RatedPersonGame, versions: Mapping[str, int]) -> RatedBoard:
    bots = (versions.get(bot, -number) for number, bot in enumerate(game.bots, 1))
    return RatedBoard((_PERSON, *bots), (RatedGame((game.place, *game.bot_places)),))


def _order(row: PersonRating) -> tuple[bool, float, int, str]:
    found = strength(row.elo, row.low, row.high)
    return found is None, -(found or 0.0), -row.games, row.name.casefold()
