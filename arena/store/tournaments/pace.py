"""Queries for the speed of past tournaments."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from arena.store.tables.bots import BOT, BOT_VERSION
from arena.store.tables.results import GAME
from arena.store.tables.schedule import ENTRANT, MATCH, ROUND, TOURNAMENT


class Commit(NamedTuple):
    """The commit of a piece (a batch of a match's boards): when its results were stored, and their number."""

    at: datetime
    ruleset_hash: str
    boards: int
    games: int


class PastTournament(NamedTuple):
    """A past tournament: when it was created, and when the results of its games were stored (commits)."""

    created_at: datetime
    commits: tuple[Commit, ...]


def find_similar_tournaments(tx: Connection, seats: int, runner: str) -> Mapping[int, PastTournament]:
    """Return past tournaments with this number of seats and this runner (such as "docker").

    The keys: tournament numbers.
    """
    games = select(func.count()).select_from(GAME).where(GAME.c.match_id == MATCH.c.id).scalar_subquery()
    this_round = (ROUND.c.tournament_id == MATCH.c.tournament_id) & (ROUND.c.number == MATCH.c.round)
    rows = tx.execute(
        select(
            MATCH.c.tournament_id,
            TOURNAMENT.c.created_at,
            MATCH.c.committed_at,
            ROUND.c.ruleset_hash,
            MATCH.c.boards,
            games.label("games"),
        )
        .join(TOURNAMENT, TOURNAMENT.c.id == MATCH.c.tournament_id)
        .join(ROUND, this_round)
        .where(TOURNAMENT.c.seats == seats, TOURNAMENT.c.runner == runner)
        .where(MATCH.c.committed_at.is_not(None), games > 0)
        .order_by(MATCH.c.tournament_id, MATCH.c.committed_at)
    )
    commits: dict[int, list[Commit]] = defaultdict(list)
    created: dict[int, datetime] = {}
    for row in rows:
        created[row.tournament_id] = row.created_at
        commits[row.tournament_id].append(Commit(row.committed_at, row.ruleset_hash, row.boards, row.games))
    return {key: PastTournament(created[key], tuple(found)) for key, found in commits.items()}


def bots_by_tournament(tx: Connection, tournaments: Sequence[int]) -> Mapping[int, frozenset[str]]:
    """Return the bots of each of these tournaments: names without versions, keyed by tournament number."""
    rows = tx.execute(
        select(ENTRANT.c.tournament_id, BOT.c.name)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRANT.c.bot_version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(ENTRANT.c.tournament_id.in_(tournaments))
    )
    found: dict[int, set[str]] = defaultdict(set)
    for row in rows:
        found[row.tournament_id].add(row.name)
    return {key: frozenset(names) for key, names in found.items()}
