"""A run that is watched: what is passed on of it, and that it plays the same games as one that is not."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select, text

from arena.record.reader import read_log
from arena.service.live.game_feed import FilmQueue
from arena.service.live.relay import FRESH
from arena.service.results import RunProgress, RunResult
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.live.status import WALL, LivePlace, read_film, read_statuses, watch
from arena.store.results.games import game_log
from arena.store.tables.live import LIVE_PIECE, LIVE_STATUS
from arena.viewer.replay.film import PUBLIC, film
from arena.viewer.replay.film_json import FilmDocument, append, document
from tests.factories.runs import run
from tests.factories.stored_games import game_at
from tests.service.conftest import FindBot

Film = tuple[LivePlace, int, int]  # the table, the board, the rotation


@pytest.fixture
def slow(bot: FindBot, duels: TournamentSettings) -> TournamentSettings:
    return replace(duels, bots=(bot("slow"), bot("last.py")), rulesets=("mau-mau",), boards=15)


class Watcher:
    """Somebody who looks whenever the run tells how far it is."""

    def __init__(self, store: Store, target: str) -> None:
        self.films: dict[Film, FilmDocument] = {}
        self.progress: list[tuple[int, int]] = []
        self._store = store
        with store.writing() as tx:
            now = datetime.now(UTC)
            watch(tx, [target], now + timedelta(hours=1), now)

    def look(self, _: RunProgress) -> None:
        since = datetime.now(UTC) - FRESH
        with self._store.reading() as tx:
            for status in read_statuses(tx, since):
                assert status.progress
                self.progress.append((status.progress.games_done, status.progress.games_total))
                for game in status.games:
                    first, *more = read_film(tx, status.run, game.game)
                    made = json.loads(first)
                    for piece in (piece for pieces in more for piece in json.loads(pieces)):
                        append(made, piece)
                    assert made["plies"] == game.plies
                    self.films[game.place, made["board"], made["rotation"]] = made


def whole(store: Store, key: Film) -> FilmDocument:
    """The public film of a game that is committed."""
    (tournament, round, pairing, _), board, rotation = key
    with store.reading() as tx:
        game = game_at(tx, tournament, round, pairing, 2 * board + rotation + 1)
        assert game is not None
        log = game_log(tx, game.key)
        assert log is not None
        return document([film(read_log(log.data()), PUBLIC)], [PUBLIC])


def left(store: Store) -> int:
    with store.reading() as tx:
        return sum(tx.scalar(select(func.count()).select_from(table)) for table in (LIVE_STATUS, LIVE_PIECE))


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("target", [WALL, "1.1.1"])
def test_watched_games_are_relayed(store: Store, slow: TournamentSettings, target: str) -> None:
    watcher = Watcher(store, target)
    result = run(store, create(store, slow), jobs=1, on_progress=watcher.look)
    assert result.finished
    assert any(seen["plies"] > 1 for seen in watcher.films.values())
    for key, seen in watcher.films.items():
        told = whole(store, key)
        assert seen["plies"] <= told["plies"]
        assert seen["names"] == told["names"]
        for name, column in seen["sides"][0]["moments"].items():
            assert column == told["sides"][0]["moments"][name][: len(column)]
    assert watcher.progress[-1][1] == result.games_total
    assert left(store) == 0


@pytest.mark.full
def test_an_unwatched_tournament_writes_nothing(store: Store, slow: TournamentSettings) -> None:
    watcher = Watcher(store, "2.1.1")
    run(store, create(store, slow), jobs=1, on_progress=watcher.look)
    assert (watcher.films, watcher.progress) == ({}, [])


@pytest.mark.dear
def test_watching_changes_no_games(store: Store, duels: TournamentSettings, undisturbed: RunResult) -> None:
    watcher = Watcher(store, WALL)
    watched = run(store, create(store, duels), jobs=2, on_progress=watcher.look)
    assert watched.event_digest == undisturbed.event_digest


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("table", ["watching", "live_status"])
def test_a_run_survives_a_failing_relay(
    store: Store, duels: TournamentSettings, undisturbed: RunResult, table: str
) -> None:
    with store.writing() as tx:
        now = datetime.now(UTC)
        watch(tx, [WALL], now + timedelta(hours=1), now)
        tx.execute(text(f"DROP TABLE {table}"))
    assert run(store, create(store, duels), jobs=1).event_digest == undisturbed.event_digest


def filled(table: FilmQueue, news: Callable[[int], bytes], count: int) -> None:
    for number in range(count):
        table.show(news(number))


def test_an_overfull_feed_drops_the_rest_of_its_game() -> None:
    table = FilmQueue(LivePlace(1, 1, 1, 1))
    table.show(b'{"format":"a"}')
    filled(table, lambda number: b'{"first":%d,%b}' % (number, b" " * 4_096), 300)
    assert table.take() == []
    table.show(b'{"first":300}')
    assert table.take() == []
    table.show(b'{"format":"b"}')
    table.show(b'{"first":1}')
    assert table.take() == [b'{"format":"b"}', b'{"first":1}']


def test_a_piece_without_its_document_is_dropped() -> None:
    table = FilmQueue(LivePlace(1, 1, 1, 1))
    table.show(b'{"first":1}')
    assert table.take() == []
    table.show(b'{"format":"a"}')
    table.set_watched(True)
    table.set_watched(False)
    table.show(b'{"first":1}')
    assert table.take() == []
