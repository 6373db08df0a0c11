"""Registered bots that may enter the tournaments of the self-running ladder (`arena referee --ladder`)."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, exists, func, select

from arena.store.bots.submissions import SubmissionState
from arena.store.results.records import TournamentState
from arena.store.tables.bots import BOT, BOT_VERSION, SUBMISSION
from arena.store.tables.schedule import ENTRANT, ROUND, TOURNAMENT


class Candidate(NamedTuple):
    """The newest active version of a registered bot."""

    name: str
    version: str
    rulesets: tuple[str, ...]  # the rulesets that it plays; empty for all


def find_running_tournament(tx: Connection, name: str) -> int | None:
    """Return the lowest number of a running tournament with this name; None if none is running."""
    wanted = TOURNAMENT.c.state == TournamentState.RUNNING, TOURNAMENT.c.name == name
    found: int | None = tx.scalar(select(func.min(TOURNAMENT.c.id)).where(*wanted))
    return found


def was_entered(tx: Connection, name: str, ruleset: str, bot: str, version: str) -> bool:
    """True if a bot version was entered in a tournament with this name and this ruleset."""
    found = (
        select(BOT_VERSION.c.id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(BOT.c.name == bot, BOT_VERSION.c.digest == version, _entered(name, ruleset))
    )
    return tx.scalar(select(found.exists())) or False


def candidates(tx: Connection, name: str, ruleset: str, new: bool) -> Iterator[Candidate]:
    """Yield registered bots for a tournament with this name and ruleset, the last submitted first.

    `new`: if True, yield only bots that were never entered in a tournament with this name and ruleset; if
    False, only bots that were.
    """
    entered = _entered(name, ruleset)
    later = SUBMISSION.c.submitted_at.desc(), SUBMISSION.c.bot_version_id.desc()
    newest = (
        select(
            SUBMISSION.c.bot_version_id.label("key"),
            func.row_number().over(partition_by=BOT_VERSION.c.bot_id, order_by=later).label("place"),
        )
        .join(BOT_VERSION, BOT_VERSION.c.id == SUBMISSION.c.bot_version_id)
        .where(SUBMISSION.c.state == SubmissionState.ACTIVE)
        .subquery()
    )
    rows = tx.execute(
        select(BOT.c.name, BOT_VERSION.c.digest, SUBMISSION.c.rulesets)
        .join(BOT_VERSION, BOT_VERSION.c.bot_id == BOT.c.id)
        .join(SUBMISSION, SUBMISSION.c.bot_version_id == BOT_VERSION.c.id)
        .join(newest, newest.c.key == BOT_VERSION.c.id)
        .where(newest.c.place == 1, ~entered if new else entered)
        .order_by(*later)
    )
    for bot, version, rulesets in rows:
        yield Candidate(bot, version, tuple(json.loads(rulesets)))


def _entered(name: str, ruleset: str) -> ColumnElement[bool]:
    return exists(
        select(ENTRANT.c.id)
        .join(TOURNAMENT, TOURNAMENT.c.id == ENTRANT.c.tournament_id)
        .join(ROUND, ROUND.c.tournament_id == TOURNAMENT.c.id)
        .where(ENTRANT.c.bot_version_id == BOT_VERSION.c.id)
        .where(TOURNAMENT.c.name == name, ROUND.c.ruleset == ruleset)
    )
