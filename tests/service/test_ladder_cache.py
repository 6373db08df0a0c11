"""Cached ladders equal computed ones, whatever was cached before."""

import os
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, select, update

from arena.ratings.live import score_by_place
from arena.record.match import UNCOMPARED, MatchRecord, Verdict
from arena.service.bots import Bot
from arena.service.ladder.cache import refresh_ladders
from arena.service.reports.ladder_ratings import ladders, overall_ladder
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import RunResult
from arena.service.tournaments.edit import withdraw_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, sqlite_url
from arena.store.ladder.best_elo import BEST_ELO_KEY
from arena.store.ladder.bots import TOTAL_SORTS, bot_line, bot_lines, match_ups
from arena.store.ladder.cached_documents import DocumentKind, drop_documents
from arena.store.ladder.cached_ladders import OVERALL, read_bot, read_ladders, read_rows
from arena.store.ladder.list_query import ListQuery
from arena.store.results.commit import commit_record
from arena.store.results.games import iter_games
from arena.store.results.records import Piece
from arena.store.tables.bots import BOT
from arena.store.tables.ladder import CACHED_DOCUMENT, ENCOUNTER
from arena.store.tournaments.schedule import entrant_keys, pieces
from arena.tournament.results import PAIR
from tests.factories.made_up_matches import Play, bots_in, by_chance, commit, play_on
from tests.store.samples import NOW, record, void, with_points

pytestmark = pytest.mark.dear

BOTH = ("mau-mau", "prsi")


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bot, ...]:
    return bots_in(tmp_path_factory.mktemp("bots"), 6)


def event(store: Store, bots: tuple[Bot, ...], seed: int = 1, **settings: object) -> int:
    made = TournamentSettings(bots, boards=4, seed=f"{seed:064x}")
    return create(store, replace(made, **settings))  # type: ignore[arg-type]  # different fields


def with_voids(play: Play) -> Play:
    """Make some matches void."""

    def changed(piece: Piece) -> MatchRecord:
        made = play(piece)
        return void(made) if piece.round == piece.pairing else made

    return changed


def throw_away(store: Store) -> None:
    """Delete all caches of ladders."""
    with store.writing() as tx:
        for table in (ENCOUNTER, CACHED_DOCUMENT):
            tx.execute(delete(table))


def everything(store: Store) -> list[object]:
    """Return all that is cached, as it is read, without times."""
    with store.reading() as tx:
        heads = read_ladders(tx)
        rulesets = [head.ruleset for head in heads]
        bots = tx.execute(select(BOT.c.id, BOT.c.name).order_by(BOT.c.id)).all()
        return [
            [(head.ruleset, head.title, head.about, head.ledger) for head in heads],
            [read_rows(tx, ruleset) for ruleset in rulesets],
            [(read_bot(tx, key, rulesets), match_ups(tx, key), bot_line(tx, name)) for key, name in bots],
            [bot_lines(tx, ListQuery(sort, descending=True)) for sort in (*TOTAL_SORTS, "elo")],
            sorted(map(tuple, tx.execute(select(ENCOUNTER)))),
        ]


def play_some(store: Store, field: tuple[Bot, ...]) -> None:
    """Play tournaments of two and of more seats, with forfeits, voids, an open seed and a withdrawal."""
    play_on(store, event(store, field[:4], rulesets=BOTH), with_voids(by_chance(1)))
    play_on(store, event(store, field[1:], 2, seats=3), by_chance(2, "2"))
    play_on(store, event(store, field[:2], seed=7, rated=False), by_chance(3, "3"))
    left = event(store, field[:3], 4)
    with store.reading() as tx:
        first, *_ = pieces(tx, left)
    assert commit(store, first, by_chance(4, "4"))
    withdraw_bot(store, left, field[2].name)


def test_cached_ladders_equal_computed_ones(store: Store, field: tuple[Bot, ...]) -> None:
    play_some(store, field)
    assert refresh_ladders(store)
    with store.reading() as tx:
        moved: defaultdict[tuple[str, int], float] = defaultdict(float)
        for met in tx.execute(select(ENCOUNTER).where(ENCOUNTER.c.first, ENCOUNTER.c.counted)):
            moved[met.ruleset, met.bot_version_id] += met.elo_change or 0
        for ladder in ladders(store):
            rows, _ = read_rows(tx, ladder.ruleset)
            middle = sum(change for (key, _), change in moved.items() if key == ladder.ruleset) / len(rows)
            assert [(row.bot, row.version) for row in sorted(rows, key=lambda row: row.provisional)] == [
                (row.bot, row.version) for row in rows
            ]
            assert {(row.bot, row.version): row.elo for row in rows} == {
                (row.bot, row.version): row.elo for row in ladder.rows
            }
            for kept, row in ((one, two) for one in rows for two in ladder.rows if one.bot == two.bot):
                for name in ("best", "worst", "margin", "no_margin", "boards", "games", "live", "step"):
                    assert getattr(kept, name) == getattr(row, name), name
                assert (kept.illegal, kept.timeouts, kept.crashes) == (row.illegal, row.timeouts, row.crashes)
                assert moved[ladder.ruleset, kept.bot_version] - middle == pytest.approx(row.live)
        found = overall_ladder(store)
        assert [(row.bot, row.elo) for row in read_rows(tx, OVERALL)[0]] == [
            (row.bot, row.elo) for row in found.rows
        ]
        assert {head.ruleset for head in read_ladders(tx)} == {OVERALL, "mau-mau@1", "prsi@1"}


def brute(store: Store, tx: Connection, tournament: int) -> dict[tuple[int, ...], list[float]]:
    """Return for each round, pairing and two bots: games of both, won ones, boards, and squares."""
    found: defaultdict[tuple[int, ...], list[float]] = defaultdict(lambda: [0, 0, 0, 0])
    boards: defaultdict[tuple[int, ...], list[float]] = defaultdict(list)
    rounds = [round.number for round in find_tournament(store, tournament).rounds]
    for game in iter_games(tx, tournament, rounds):
        for one in game.seats:
            for other in game.seats:
                key = (game.round, game.pairing, one.bot, other.bot)
                if one.bot == other.bot or UNCOMPARED[0] in (one.verdict, other.verdict):
                    continue
                if game.termination != Verdict.VOID.value:
                    boards[*key, game.board].append(score_by_place(one.place, other.place))
    for (*match, _), scores in boards.items():
        mean = sum(scores) / len(scores)
        for index, value in enumerate((len(scores), sum(scores), 1, mean**2)):
            found[tuple(match)][index] += value
    return found


def test_encounters_are_the_sums_of_games(store: Store, field: tuple[Bot, ...]) -> None:
    play_some(store, field)
    refresh_ladders(store)
    seen = 0
    with store.reading() as tx:
        numbers: dict[int, int] = {}
        for number in (1, 2, 3):
            numbers |= {key: bot for bot, key in entrant_keys(tx, number).items()}
            expected = brute(store, tx, number)
            for row in tx.execute(select(ENCOUNTER).where(ENCOUNTER.c.tournament_id == number)):
                place = (row.round, row.pairing, numbers[row.entrant_id], numbers[row.other_id])
                found = [row.met, row.won, row.boards, row.squares]
                assert found == pytest.approx(expected.get(place, [0, 0, 0, 0])), place
                assert 0 <= row.begun_won <= row.begun <= row.met
                seen += row.met
    assert seen


@pytest.mark.parametrize(("ruleset", "lead"), [("mau-mau", 3), ("faraon", 30)])
def test_encounters_name_the_closest_game(
    store: Store, field: tuple[Bot, ...], ruleset: str, lead: int
) -> None:
    """A life counts as much as ten card points."""
    points = count(10, -1)  # so that the last of the eight games is the closest one
    number = event(store, field[:2], rulesets=(ruleset,))
    play_on(store, number, lambda piece: with_points(record(piece), lambda: next(points)))
    refresh_ladders(store)
    with store.reading() as tx:
        assert {(row.closest, row.lead) for row in tx.execute(select(ENCOUNTER))} == {(8, lead)}


@pytest.mark.parametrize("verdict", [Verdict.ILLEGAL, Verdict.NO_START])
def test_games_with_a_fault_are_not_close(store: Store, field: tuple[Bot, ...], verdict: Verdict) -> None:
    play_on(store, event(store, field[:2]), lambda piece: record(piece, verdict=verdict))
    play_on(store, event(store, field[:2], 2), lambda piece: void(record(piece, salt="void")))
    refresh_ladders(store)
    with store.reading() as tx:
        assert {(row.closest, row.lead) for row in tx.execute(select(ENCOUNTER))} == {(None, None)}


def test_incomplete_matches_have_no_encounters(store: Store, field: tuple[Bot, ...]) -> None:
    number = event(store, field[:2], boards=600)
    with store.reading() as tx:
        first, second = pieces(tx, number)
    for piece, rows in ((first, 0), (second, PAIR)):
        with store.writing() as tx:
            commit_record(tx, piece.key, by_chance(1)(piece), NOW)
        assert refresh_ladders(store)
        with store.reading() as tx:
            assert len(tx.execute(select(ENCOUNTER)).all()) == rows


def test_refresh_does_nothing_until_the_next_commit(store: Store, field: tuple[Bot, ...]) -> None:
    play_some(store, field)
    assert refresh_ladders(store)
    before = everything(store)
    assert not refresh_ladders(store)
    assert everything(store) == before
    number = event(store, field[:2], 9)
    assert not refresh_ladders(store)
    play_on(store, number, by_chance(9, "9"))
    assert refresh_ladders(store)
    assert everything(store) != before


def test_a_deleted_cache_is_rebuilt_the_same(store: Store, field: tuple[Bot, ...], tmp_path: Path) -> None:
    play_on(store, event(store, field[:4], rulesets=BOTH), by_chance(1))
    refresh_ladders(store)
    play_some_more(store, field)
    refresh_ladders(store)
    before = everything(store)
    throw_away(store)
    assert refresh_ladders(store)
    assert everything(store) == before


def play_some_more(store: Store, field: tuple[Bot, ...]) -> None:
    play_on(store, event(store, field[1:5], 5), by_chance(5, "5"))


def test_a_wrong_cache_is_corrected(store: Store, field: tuple[Bot, ...]) -> None:
    play_some(store, field)
    refresh_ladders(store)
    before = everything(store)
    with store.writing() as tx:
        tx.execute(update(CACHED_DOCUMENT).where(CACHED_DOCUMENT.c.kind == "encounters").values(position="0"))
        tx.execute(update(ENCOUNTER).values(won=99, elo_change=99))
    assert refresh_ladders(store)
    assert everything(store) == before


def test_best_elo_is_added_to_the_cache_of_an_older_version(store: Store, field: tuple[Bot, ...]) -> None:
    play_some(store, field)
    refresh_ladders(store)
    before = everything(store)
    with store.writing() as tx:
        drop_documents(tx, DocumentKind.BOTS, [BEST_ELO_KEY])
    assert everything(store) != before
    assert refresh_ladders(store)
    assert everything(store) == before
    assert not refresh_ladders(store)


def test_an_empty_database_has_no_ladders(store: Store) -> None:
    assert not refresh_ladders(store)
    with store.reading() as tx:
        assert read_ladders(tx) == ()


def test_a_run_refreshes_ladders_at_its_end(played: tuple[Store, RunResult]) -> None:
    store, result = played
    with store.reading() as tx:
        rows, total = read_rows(tx, "mau-mau@1")
        row = rows[0]
        line = bot_line(tx, row.bot)
    assert line and row.games == line.games == result.games * PAIR / total
    assert row.decision_ms
    assert row.played_at
    assert not refresh_ladders(store)


def test_the_worker_refreshes_and_ends_with_its_stdin(
    store: Store, field: tuple[Bot, ...], tmp_path: Path
) -> None:
    play_some(store, field)
    command = [sys.executable, "-m", "arena.service.ladder.worker"]
    environment = {**os.environ, "ARENA_DB": sqlite_url(tmp_path / "arena.db")}
    child = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)
    while not has_ladders(store):
        assert child.poll() is None
        time.sleep(0.1)
    assert child.stdin
    child.stdin.close()
    assert child.wait(60) == 0


def has_ladders(store: Store) -> bool:
    with store.reading() as tx:
        return len(read_ladders(tx)) > PAIR
