"""Ladders that are kept for pages: made anew, all from what is committed, when that has moved on.

Nothing of it is ever incremented, so it can be thrown away: what is kept always is what would be computed.
"""

from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from arena.service.ladder.build import new_ladder
from arena.service.ladder.overall import new_overall
from arena.service.reports.ladder_ratings import collected, ladder_of
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.ladder.encounters import add_up, encounters, outdated, put_encounters
from arena.store.ladder.pages import (
    OVERALL,
    bot_keys,
    drop_ladders,
    figures,
    has_at_most,
    ledger_position,
    marks,
    match_times,
    put_ladder,
    read_cached_marks,
    still_true,
)

SOON: Final = 20_000  # games that are counted anew in a second or two


def keep_up(store: Store) -> bool:
    """Make anew what is kept and not true any more; False if all is."""
    with store.reading() as tx:
        old, begun = outdated(tx), ledger_position(tx)
    for tournament, pieces in old.items():
        _keep_encounters(store, tournament, pieces)
    with store.writing() as tx:
        if old:
            add_up(tx)
        now, kept = marks(tx), read_cached_marks(tx)
        stale = [ruleset for ruleset in now if now[ruleset] != kept.get(ruleset)]
        drop_ladders(tx, [ruleset for ruleset in kept if ruleset not in now and ruleset != OVERALL])
    for ruleset in stale:
        _keep_ladder(store, ruleset, now[ruleset], begun)
    if stale or len(kept) > len(now) + 1:
        _keep_overall(store, now, begun)
    if old:
        with store.writing() as tx:
            still_true(tx, begun, datetime.now(UTC))
    return bool(old or stale)


def keep_up_if_soon(store: Store) -> None:
    """The same, unless that would take longer than who waits for something else wants to.

    Where it fails, that is made up for later: nothing that was played is lost by it.
    """
    with suppress(StoreFailed):
        with store.reading() as tx:
            few = has_at_most(tx, SOON)
        if few:
            keep_up(store)


def _keep_encounters(store: Store, tournament: int, pieces: int) -> None:
    with store.reading() as tx:
        rows = encounters(tx, tournament)
    with store.writing() as tx:
        put_encounters(tx, tournament, pieces, rows)


def _keep_ladder(store: Store, ruleset: str, marked: str, ledger: int) -> None:
    made = collected(store, (), {ruleset})[ruleset]
    ladder = ladder_of(ruleset, made, made.fitted())
    with store.reading() as tx:
        new = new_ladder(ladder, made, marked, figures(tx, ruleset), match_times(tx, ruleset), bot_keys(tx))
    with store.writing() as tx:
        put_ladder(tx, new, ledger, datetime.now(UTC))


def _keep_overall(store: Store, rulesets: Collection[str], ledger: int) -> None:
    with store.writing() as tx:
        put_ladder(tx, new_overall(tx, sorted(rulesets)), ledger, datetime.now(UTC))
