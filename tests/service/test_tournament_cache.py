"""Tables that are kept of large tournaments are those that are computed."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from arena.service.reports.overall_standings import Winner
from arena.service.reports.standings import tables
from arena.service.reports.tournament_cache import (
    LARGE,
    compute_tables,
    read_cached_tables,
    read_winners,
    refresh_tables,
    refresh_winners,
)
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.ladder.cached_documents import DocumentKind, drop_documents, read_cached_data_states
from arena.store.tables.ladder import CACHED_DOCUMENT
from arena.store.tournaments.list import TournamentDataState, list_outdated_tables, read_data_state
from tests.factories.made_up_matches import bots_in, by_chance, play_on
from tests.web import events
from tests.web.events import CANCELLED, COMPARED, GAUNTLET, NAMED, RUNNING, SWISS, TABLES, play_one
from tests.web.served import serving

FINISHED = {SWISS, TABLES, GAUNTLET, NAMED}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with tournaments of all formats."""
    return events.filled(tmp_path_factory)


@pytest.fixture
def filled(original: Path, tmp_path: Path) -> Iterator[Store]:
    with open_store(sqlite_url(Path(shutil.copy(original, tmp_path)))) as store:
        yield store


@pytest.mark.dear
def test_tables_are_cached_until_the_next_commit(filled: Store) -> None:
    assert refresh_tables(filled, 1)
    for number in (SWISS, RUNNING, TABLES, GAUNTLET, NAMED):
        assert read_cached_tables(filled, number) == tables(filled, number)
    assert read_cached_tables(filled, COMPARED) is None and read_cached_tables(filled, CANCELLED) is None
    assert not refresh_tables(filled, 1)
    play_one(filled, RUNNING)
    with filled.reading() as tx:
        assert [number for number, _ in list_outdated_tables(tx, 1)] == [COMPARED, RUNNING]
        assert read_cached_data_states(tx, DocumentKind.TABLES)[str(RUNNING)] != str(
            read_data_state(tx, RUNNING)
        )
    with serving(filled) as site:
        assert "will be updated shortly" in site.text(f"/tournaments/{RUNNING}")
        assert refresh_tables(filled, 1)
        assert read_cached_tables(filled, RUNNING) == tables(filled, RUNNING)
        assert "will be updated shortly" not in site.text(f"/tournaments/{RUNNING}")
        assert site.data(f"/tournaments/{NAMED}?format=json")["tables"][1]["ruleset"] == "prsi@1"
        _damage(filled)
        assert read_cached_tables(filled, SWISS) is None
        assert 'href="/bots/a"' in site.text(f"/tournaments/{SWISS}")


def _drop_winners(store: Store) -> None:
    with store.writing() as tx:
        drop_documents(tx, DocumentKind.WINNER, FINISHED)


def _damage(store: Store) -> None:
    with store.writing() as tx:
        tx.execute(update(CACHED_DOCUMENT).values(document=b"damaged"))


@pytest.mark.dear
def test_computed_tables_of_large_tournaments_are_cached(filled: Store) -> None:
    assert compute_tables(filled, SWISS) == tables(filled, SWISS)
    assert read_cached_tables(filled, SWISS) is None
    assert compute_tables(filled, SWISS, 1) == read_cached_tables(filled, SWISS)
    assert SWISS not in [number for number, _ in _outdated(filled)]


def _outdated(store: Store) -> tuple[tuple[int, TournamentDataState], ...]:
    with store.reading() as tx:
        return list_outdated_tables(tx, 1)


@pytest.mark.dear
def test_the_worker_caches_tables_and_ends_with_its_stdin(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "arena.db")
    with open_store(url) as store:
        number = create(store, TournamentSettings(bots_in(tmp_path, 2), boards=LARGE))
        play_on(store, number, by_chance(1))
        command = [sys.executable, "-m", "arena.service.ladder.worker"]
        environment = {**os.environ, "ARENA_DB": url}
        child = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)
        while read_cached_tables(store, number) is None:
            assert child.poll() is None
            time.sleep(0.1)
        assert child.stdin
        child.stdin.close()
        assert child.wait(60) == 0
        assert read_cached_tables(store, number) == tables(store, number)


@pytest.mark.dear
def test_winners_of_finished_tournaments_are_cached(filled: Store) -> None:
    assert not refresh_winners(filled)
    winners = read_winners(filled, None)
    assert set(winners) == FINISHED
    for number in (SWISS, TABLES, GAUNTLET):
        first, second = tables(filled, number)[0].rows[:2]
        by_points = number != GAUNTLET
        lead = first.points - second.points if by_points else None
        assert winners[number] == Winner({first.bot: first.bot}, [second.bot], lead)
    shared = winners[NAMED]
    assert len(shared.bots) == 2 and len(shared.behind) == 1 and shared.lead is None
    assert read_winners(filled, [RUNNING, SWISS]) == {SWISS: winners[SWISS]}
    _drop_winners(filled)
    assert refresh_winners(filled) and read_winners(filled, None) == winners
    _damage(filled)
    assert not read_winners(filled, [SWISS])


@pytest.mark.dear
def test_winner_is_cached_when_its_standings_are(filled: Store) -> None:
    _drop_winners(filled)
    assert refresh_tables(filled, 1)
    assert set(read_winners(filled, None)) == FINISHED
    compute_tables(filled, RUNNING)
    assert set(read_winners(filled, None)) == FINISHED


@pytest.mark.dear
def test_winner_of_a_deleted_tournament_is_dropped(filled: Store) -> None:
    one = CACHED_DOCUMENT.c
    with filled.writing() as tx:
        is_winner = (one.kind == DocumentKind.WINNER) & (one.key == str(SWISS))
        tx.execute(update(CACHED_DOCUMENT).where(is_winner).values(key="99"))
    assert 99 in read_winners(filled, None)
    assert refresh_winners(filled)
    assert set(read_winners(filled, None)) == FINISHED


@pytest.mark.dear
def test_small_tournaments_are_not_cached(filled: Store) -> None:
    assert not refresh_tables(filled)
    assert read_cached_tables(filled, SWISS) is None
