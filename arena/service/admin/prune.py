"""Delete the logs of old games. Results, ratings and the ledger (the hash chain of all commits) stay."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from arena.service.admin.database_errors import read_summary
from arena.service.database import database_url, file_of, open_database
from arena.service.errors import BadSettings, UnknownTournament
from arena.service.reports.tournament_list import LAST_NUMBER
from arena.store.admin.prune import (
    PrunableTournament,
    PrunedBatch,
    count_old_output,
    drop_old_output,
    prunable,
    prune_some,
)
from arena.store.database.copies import vacuum_file, vacuum_server
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.tournaments.schedule import read_tournament

_AGE: Final = re.compile(r"([0-9]{1,5})([dwy])")
_DAYS: Final = {"d": 1, "w": 7, "y": 365}
_MAX_DAYS: Final = 365_000  # dates much earlier do not exist


@dataclass(frozen=True, slots=True)
class PrunePlan:
    """The data to delete: game logs, and the bots' output in old trial runs of uploads."""

    before: datetime | None  # only data from before this time; None: logs of any age, and no trials
    tournaments: tuple[PrunableTournament, ...]  # those whose logs are deleted
    printed: int  # bytes of the trials' output

    @property
    def games(self) -> int:
        return sum(one.games for one in self.tournaments)

    @property
    def bytes(self) -> int:
        return sum(one.bytes for one in self.tournaments) + self.printed


@dataclass(frozen=True, slots=True)
class PruneResult:
    """The result of deleting old data: the deleted amount, and the database's size before and after."""

    games: int  # games that lost their log
    bytes: int  # size of the deleted data
    size_before: int  # bytes of the database before
    size: int  # bytes of the database after
    digest: str  # hash of the new record of deleted logs; "" if no log was deleted
    not_vacuumed: str  # why the database could not be shrunk; "" if it was


def parse_age(text: str) -> timedelta:
    """Parse an age such as 90d, 12w or 2y. Raise BadSettings for any other text."""
    written = _AGE.fullmatch(text.strip().lower())
    if not written:
        raise BadSettings(f"{text!r} is not an age; write 90d, 12w or 2y")
    return timedelta(days=min(int(written[1]) * _DAYS[written[2]], _MAX_DAYS))


def plan(store: Store, older_than: timedelta | None, tournaments: tuple[int, ...] = ()) -> PrunePlan:
    """Return a plan of the data to delete. Nothing is deleted yet.

    `older_than`: include only tournaments and trial runs that ended at least this long ago; None: any age.
    `tournaments`: include only tournaments with these numbers, and no trial runs; empty: all.

    Raise BadSettings if neither argument is given, UnknownTournament for an unknown number.
    """
    if older_than is None and not tournaments:
        raise BadSettings("choose the logs: --older-than 90d, --tournament ID, or both")
    before = datetime.now(UTC) - older_than if older_than is not None else None
    with store.reading() as tx:
        for number in tournaments:
            tournament = read_tournament(tx, number) if 0 < number <= LAST_NUMBER else None
            if tournament is None:
                raise UnknownTournament(f"no tournament {number}; see arena tournament list")
        printed = count_old_output(tx, before) if before and not tournaments else 0
        return PrunePlan(before, prunable(tx, before, tournaments), printed)


def prune(option: str | None, plan: PrunePlan) -> PruneResult:
    """Delete the data of a plan and shrink the database. Return what was deleted.

    `option`: the value of --db. Other programs can use the database meanwhile. Raise DatabaseError if the
    database cannot be read or written.
    """
    url = database_url(option)
    before = read_summary(url).size
    games, size, digest = 0, plan.printed, ""
    with open_database(option) as store:
        for event in plan.tournaments:
            while done := _prune_batch(store, event.tournament):
                games, size, digest = games + done.games, size + done.bytes, done.digest
        if plan.before and plan.printed:
            with store.writing() as tx:
                drop_old_output(tx, plan.before)
    not_vacuumed = _vacuum(url)
    return PruneResult(games, size, before, read_summary(url).size, digest, not_vacuumed)


def _prune_batch(store: Store, tournament: int) -> PrunedBatch | None:
    with store.writing() as tx:
        return prune_some(tx, tournament, datetime.now(UTC))


def _vacuum(url: str) -> str:
    """Free the space of deleted logs. Return an error text; "" if the space was freed."""
    try:
        if path := file_of(url):
            vacuum_file(path)
        else:
            vacuum_server(url)
    except StoreFailed as error:
        return str(error)
    return ""
