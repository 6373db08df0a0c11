"""Queries for faults of bots, and for how often bots got each verdict (such as TIMEOUT)."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, case, func, select

from arena.store.results.records import StoredFault
from arena.store.tables.bots import BOT, BOT_VERSION, OWNER, SUBMISSION
from arena.store.tables.results import FAULT, GAME, GAME_SEAT
from arena.store.tables.schedule import ENTRANT, MATCH, TOURNAMENT

_ALL: Final = (
    select(
        MATCH.c.round,
        MATCH.c.pairing,
        ENTRANT.c.name.label("bot"),
        *(FAULT.c[name] for name in StoredFault.__slots__ if name not in ("round", "pairing", "bot")),
    )
    .join(MATCH, MATCH.c.id == FAULT.c.match_id)
    .join(ENTRANT, ENTRANT.c.id == FAULT.c.entrant_id)
    .order_by(MATCH.c.round, MATCH.c.pairing, MATCH.c.piece, FAULT.c.id)
)


def faults(tx: Connection, tournament: int, most: int) -> tuple[StoredFault, ...]:
    """Return at most `most` faults in a tournament, in the order of the schedule."""
    rows = tx.execute(_ALL.where(MATCH.c.tournament_id == tournament).limit(most))
    return tuple(map(_fault, rows))


def faults_of_owner(
    tx: Connection, match: tuple[int, int, int], owner: str
) -> tuple[StoredFault, ...] | None:
    """Return the faults of an owner's bots in a match; None if the match does not exist.

    `match`: tournament, round and pairing.

    A bot version that was never submitted belongs to the owner of the tournament.
    """
    tournament, round, pairing = match
    is_it = (MATCH.c.tournament_id == tournament) & (MATCH.c.round == round) & (MATCH.c.pairing == pairing)
    if tx.scalar(select(MATCH.c.id).where(is_it).limit(1)) is None:
        return None
    whose = case((SUBMISSION.c.state.is_not(None), BOT.c.owner_id), else_=TOURNAMENT.c.owner_id)
    theirs = (
        _ALL.join(TOURNAMENT, TOURNAMENT.c.id == MATCH.c.tournament_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRANT.c.bot_version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .outerjoin(SUBMISSION, SUBMISSION.c.bot_version_id == BOT_VERSION.c.id)
        .join(OWNER, OWNER.c.id == whose)
        .where(is_it & (OWNER.c.name == owner))
    )
    return tuple(map(_fault, tx.execute(theirs)))


def _fault(row: Row[*tuple[Any, ...]]) -> StoredFault:
    return StoredFault(**row._mapping)


def verdicts_by_bot(tx: Connection, tournament: int, rounds: Sequence[int]) -> Mapping[int, Counter[str]]:
    """Return how often each bot version got each verdict (such as TIMEOUT) in these rounds.

    The keys: the database keys of the bot versions.
    """
    return _verdicts(
        tx, ENTRANT.c.bot_version_id, GAME.c.tournament_id == tournament, GAME.c.round.in_(rounds)
    )


def verdicts_by_entrant(tx: Connection, tournament: int) -> Mapping[int, Counter[str]]:
    """Return how often each entrant of a tournament got each verdict (such as TIMEOUT).

    The keys: the entrants' numbers.
    """
    return _verdicts(tx, ENTRANT.c.number, GAME.c.tournament_id == tournament)


def _verdicts(
    tx: Connection, whose: ColumnElement[int], *where: ColumnElement[bool]
) -> Mapping[int, Counter[str]]:
    rows = tx.execute(
        select(whose.label("whose"), GAME_SEAT.c.verdict, func.count().label("games"))
        .join(GAME_SEAT, GAME_SEAT.c.entrant_id == ENTRANT.c.id)
        .join(GAME, GAME.c.id == GAME_SEAT.c.game_id)
        .where(*where)
        .group_by(whose, GAME_SEAT.c.verdict)
        .order_by(whose, GAME_SEAT.c.verdict)
    )
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found[row.whose][row.verdict] += row.games
    return found


def count_verdicts_by_bot(tx: Connection) -> Mapping[tuple[str, str], Counter[str]]:
    """Return how often each bot version got each verdict (such as TIMEOUT) in all games.

    The keys are pairs: the bot's name, the version's digest.
    """
    rows = tx.execute(
        select(BOT.c.name, BOT_VERSION.c.digest, GAME_SEAT.c.verdict, func.count().label("games"))
        .select_from(GAME_SEAT)
        .join(ENTRANT, ENTRANT.c.id == GAME_SEAT.c.entrant_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRANT.c.bot_version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .group_by(BOT.c.name, BOT_VERSION.c.digest, GAME_SEAT.c.verdict)
    )
    found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in rows:
        found[row.name, row.digest][row.verdict] += row.games
    return found
