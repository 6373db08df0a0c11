"""Keep the cached ladders up to date: recompute them after matches have been committed.

A cached ladder is always recomputed as a whole, so it can be deleted at any time.
"""

from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from arena.service.ladder.build import build_ladder
from arena.service.ladder.overall import build_overall
from arena.service.reports.ladder_ratings import collect_histories
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.ladder.best_elo import has_best_elo, write_best_elo
from arena.store.ladder.cached_documents import DocumentKind, read_cached_data_states
from arena.store.ladder.cached_ladders import (
    OVERALL,
    confirm_ladders,
    drop_ladders,
    has_at_most,
    ledger_position,
    list_data_states,
    read_rows,
    write_ladder,
)
from arena.store.ladder.encounters import (
    list_outdated,
    make_encounters,
    refresh_totals,
    write_elo_changes,
    write_encounters,
)

MAX_QUICK_GAMES: Final = 20_000  # so many take a second or two


def refresh_ladders(store: Store) -> bool:
    """Recompute all outdated ladders, and the cached results of bots against each other. Return False if
    nothing was outdated.
    """
    with store.reading() as tx:
        outdated, ledger = list_outdated(tx), ledger_position(tx)
    for tournament, pieces in outdated.items():
        _refresh_encounters(store, tournament, pieces)
    with store.writing() as tx:
        refresh_totals(tx)
        now, cached = list_data_states(tx), read_cached_data_states(tx, DocumentKind.LADDER)
        stale = [ruleset for ruleset in now if now[ruleset] != cached.get(ruleset)]
        is_overall_stale = stale or len(cached) > len(now) + 1 or (now and not has_best_elo(tx))
        drop_ladders(tx, [ruleset for ruleset in cached if ruleset not in now and ruleset != OVERALL])
    for ruleset in stale:
        _refresh_ladder(store, ruleset, now[ruleset], ledger)
    if is_overall_stale:
        _refresh_overall(store, now, ledger)
    if outdated:
        with store.writing() as tx:
            confirm_ladders(tx, ledger, datetime.now(UTC))
    return bool(outdated or is_overall_stale)


def refresh_ladders_if_quick(store: Store) -> None:
    """Recompute outdated ladders, but only if the database has few games.

    Otherwise leave them to the worker process. Errors of the database are ignored.
    """
    with suppress(StoreFailed):
        with store.reading() as tx:
            quick = has_at_most(tx, MAX_QUICK_GAMES)
        if quick:
            refresh_ladders(store)


def _refresh_encounters(store: Store, tournament: int, pieces: int) -> None:
    with store.reading() as tx:
        rows = make_encounters(tx, tournament)
    with store.writing() as tx:
        write_encounters(tx, tournament, pieces, rows)


def _refresh_ladder(store: Store, ruleset: str, data_state: str, ledger: int) -> None:
    history = collect_histories(store, (), {ruleset})[ruleset]
    with store.reading() as tx:
        ladder, rows, elo_curves = build_ladder(tx, ruleset, history, ledger)
    with store.writing() as tx:
        write_ladder(tx, ladder, data_state, rows, elo_curves)
        write_elo_changes(tx, ruleset, {step[:4]: step.change for step in history.steps})


def _refresh_overall(store: Store, rulesets: Collection[str], ledger: int) -> None:
    with store.writing() as tx:
        ladders = {ruleset: rows for ruleset in sorted(rulesets) if (rows := read_rows(tx, ruleset)[0])}
        ladder, overall_rows = build_overall(ladders, ledger)
        write_ladder(tx, ladder, "", overall_rows, {})
        write_best_elo(tx, ladders)
