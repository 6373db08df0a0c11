"""Bench bots: withdraw a bot from its tournament if its match processes keep dying."""

from contextlib import suppress
from datetime import UTC, datetime

from sqlalchemy import Connection

from arena.service.formats import FORMATS
from arena.service.tournaments.edit import last_round
from arena.store.database.store import Store
from arena.store.tournaments.schedule import read_tournament
from arena.store.tournaments.states import (
    Frozen,
    list_benched,
    list_played_tables,
    lock_tournament,
    set_benched,
    withdraw,
)
from arena.tournament.benching import Suspect, find_suspect


def bench_due_bots(store: Store, number: int) -> tuple[str, ...]:
    """Withdraw each bot whose match processes keep dying. Return a sentence for the user about each bot."""
    sentences: list[str] = []
    with suppress(Frozen), store.writing() as tx:
        lock_tournament(tx, number)
        while sentence := _bench_one(tx, number):
            sentences.append(sentence)
    return tuple(sentences)


def _bench_one(tx: Connection, number: int) -> str:
    tournament = read_tournament(tx, number)
    if tournament is None or tournament.format not in FORMATS:
        return ""
    due = find_suspect(list_played_tables(tx, number), list_benched(tx, number))
    if due is None:
        return ""
    entrant = next(one for one in tournament.entrants if one.number == due.bot)
    set_benched(tx, number, due.bot)
    if entrant.withdrawn_after is None:
        after = last_round(tx, number, tournament, entrant)
        withdraw(tx, number, due.bot, after, datetime.now(UTC))
    return describe(entrant.name, due)


def describe(name: str, due: Suspect) -> str:
    """Return the sentence that explains why a bot is benched. `due`: the evidence against it."""
    return (
        f"{name} is benched: on {due.boards} boards, at {due.tables} tables that share no other bot, "
        "the match process died several times. It forfeits its unplayed matches"
    )
