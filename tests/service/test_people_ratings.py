"""Ratings of people: known results give known ratings, and the bots' ladder stays as it is."""

import shutil
from math import log10
from pathlib import Path

import pytest
from sqlalchemy import select

from arena.ratings.anchored_fit import fit_newcomer
from arena.ratings.live import BoardScores, PairScore
from arena.ratings.margins import FEW_BOARDS
from arena.service.ladder.cache import refresh_ladders
from arena.service.people.ratings import people, refresh_people
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.ladder.cached_ladders import CachedRow, read_rows
from arena.store.people.games import NewPersonGame, add_game, fail_game
from arena.store.people.ratings import PersonRating, list_rated_games
from arena.store.tables.ladder import CACHED_DOCUMENT
from tests.factories.made_up_matches import bots_in, by_chance, play_on
from tests.factories.people_games import START, finish_people_games

KEY = "mau-mau@1"
ANN, BOB, EVE = (letter * 64 for letter in "abe")


@pytest.fixture(scope="module")
def prepared(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a ladder of four bots, whose ratings have intervals."""
    folder = tmp_path_factory.mktemp("ladder")
    path = Path(shutil.copy(empty, folder / "arena.db"))
    settings = TournamentSettings(bots_in(folder, 4), boards=20, seed="5eed" * 8)
    with open_store(sqlite_url(path)) as store:
        play_on(store, create(store, settings), by_chance(1))
        refresh_ladders(store)
    return path


def bots_of(store: Store) -> dict[str, CachedRow]:
    with store.reading() as tx:
        return {row.bot: row for row in read_rows(tx, KEY)[0]}


def rows_of(store: Store, ruleset: str = KEY) -> dict[str, PersonRating]:
    refresh_people(store)
    return {row.name: row for row in people(store).get(ruleset, ())}


def elo(row: CachedRow | PersonRating) -> float:
    assert row.elo is not None
    return row.elo


def cached(store: Store) -> list[tuple[object, ...]]:
    """Return all cached documents but those of people, as they are stored."""
    one = CACHED_DOCUMENT.c
    with store.reading() as tx:
        rows = tx.execute(select(*one).where(one.kind != "people").order_by(one.kind, one.key))
        return [tuple(row) for row in rows]


@pytest.mark.dear
def test_a_person_who_scores_three_quarters_is_191_elo_above_the_bot(store: Store) -> None:
    bot = bots_of(store)["a"]
    finish_people_games(store, ANN, [1] * 300 + [2] * 100, bots=[f"a@{bot.version}"])
    row = rows_of(store)["Ann"]
    assert elo(row) == pytest.approx(elo(bot) + 400 * log10(3), abs=2)
    assert row.low and row.high and row.low < elo(row) < row.high
    assert (row.games, row.won, row.visitor) == (400, 300, ANN)
    assert row.played_at > START


def test_rating_is_the_newcomers_against_the_pool(store: Store) -> None:
    bots = bots_of(store)
    finish_people_games(store, ANN, [1, 2] * 20, bots=["builtin:a"])
    finish_people_games(store, ANN, [1, 2, 2] * 10, bots=["builtin:b"])
    boards: dict[BoardScores, int] = {
        (PairScore(0, bots[bot].bot_version, score, 1.0),): count
        for bot, score, count in (("a", 1.0, 20), ("a", 0.0, 20), ("b", 1.0, 10), ("b", 0.0, 20))
    }
    wanted = fit_newcomer(boards, 0, {row.bot_version: elo(row) for row in bots.values()})
    row = rows_of(store)["Ann"]
    assert wanted
    assert (row.elo, row.low, row.high) == (wanted.elo, wanted.low, wanted.high)


@pytest.mark.parametrize("rotation", range(3))
def test_places_belong_to_players_whatever_their_seats(store: Store, rotation: int) -> None:
    finish_people_games(store, ANN, [1, 2], bots=["builtin:a", "builtin:b"], rotation=rotation)
    with store.reading() as tx:
        won, lost = list_rated_games(tx, KEY)
    assert (won.place, won.bot_places) == (1, (2, 2))
    assert (lost.place, lost.bot_places) == (2, (1, 1))


def test_only_first_finished_games_that_are_no_practice_count(store: Store) -> None:
    finish_people_games(store, ANN, [1, 2, 1], verdict="RESIGN")
    finish_people_games(store, ANN, [1], practice=True)
    finish_people_games(store, ANN, [1], same_cards=True)
    with store.writing() as tx:
        for key in ("failed", "waiting"):
            add_game(tx, NewPersonGame(key, ANN, "Ann", KEY, ("builtin:a",), "", key), START)
        fail_game(tx, "failed", "no bot", START)
    assert (rows_of(store)["Ann"].games, rows_of(store)["Ann"].won) == (3, 2)


@pytest.mark.parametrize("games", [1, FEW_BOARDS - 1, FEW_BOARDS])
def test_few_games_give_no_rating(store: Store, games: int) -> None:
    finish_people_games(store, ANN, ([1, 2] * games)[:games])
    row = rows_of(store)["Ann"]
    assert row.games == games
    assert (row.elo is None) == (games < FEW_BOARDS) == (row.no_margin is not None)


def test_bots_without_a_rating_do_not_count(store: Store) -> None:
    finish_people_games(store, ANN, [1, 2] * 30, bots=["unknown@0123"])
    finish_people_games(store, BOB, [1, 2] * 30, bots=["builtin:a"], name="Bob", ruleset="prsi@1")
    assert rows_of(store)["Ann"].no_margin
    assert rows_of(store, "prsi@1")["Bob"].elo is None
    finish_people_games(store, EVE, [1, 2] * 30, bots=["builtin:a", "unknown@0123"], name="Eve")
    assert rows_of(store)["Eve"].elo is not None


@pytest.mark.dear
def test_bots_with_few_boards_do_not_count(empty: Path, tmp_path: Path) -> None:
    with open_store(sqlite_url(Path(shutil.copy(empty, tmp_path / "few.db")))) as store:
        play_on(store, create(store, TournamentSettings(bots_in(tmp_path, 4), boards=4)), by_chance(1))
        refresh_ladders(store)
        assert elo(bots_of(store)["a"]) is not None
        finish_people_games(store, ANN, [1, 2] * 30)
        assert rows_of(store)["Ann"].elo is None


def test_winning_everything_gives_a_bound_which_is_listed_first(store: Store) -> None:
    finish_people_games(store, BOB, [1, 1, 2] * 20, name="Bob")
    finish_people_games(store, ANN, [1] * 40)
    finish_people_games(store, EVE, [1], name="Eve")
    rows = rows_of(store)
    assert list(rows) == ["Ann", "Bob", "Eve"]
    assert rows["Ann"].elo is None
    assert rows["Ann"].low is not None


def test_people_without_a_name_are_not_listed(store: Store) -> None:
    finish_people_games(store, ANN, [1, 2], name="")
    finish_people_games(store, BOB, [1, 2], name=" ")
    assert not rows_of(store)
    assert not people(store)


def test_the_newest_name_is_shown_also_of_another_game(store: Store) -> None:
    finish_people_games(store, ANN, [1, 2])
    assert list(rows_of(store)) == ["Ann"]
    finish_people_games(store, ANN, [1], name="Anna", practice=True, day=1)
    assert {name: row.games for name, row in rows_of(store).items()} == {"Anna": 2}
    finish_people_games(store, ANN, [1], name="", ruleset="prsi@1", day=2)
    assert not rows_of(store)


def test_equal_names_get_a_suffix(store: Store) -> None:
    finish_people_games(store, ANN, [1])
    finish_people_games(store, BOB, [1], name="ANN")
    finish_people_games(store, EVE, [1], name="Ann #aaaa")
    assert set(rows_of(store)) == {"Ann #aaaa", "ANN #bbbb", "Ann #aaaa #eeee"}


def test_peoples_games_leave_every_cache_of_bots_unchanged(store: Store) -> None:
    before = cached(store)
    finish_people_games(store, ANN, [1] * 50 + [2] * 10)
    assert refresh_people(store)
    refresh_ladders(store)
    assert cached(store) == before


@pytest.mark.dear
def test_ratings_are_computed_only_after_a_change(store: Store, tmp_path: Path) -> None:
    assert not refresh_people(store)
    finish_people_games(store, ANN, [1, 2] * 30)
    assert refresh_people(store)
    assert not refresh_people(store)
    before = rows_of(store)["Ann"]
    bots = bots_in(tmp_path, 4)
    play_on(store, create(store, TournamentSettings(bots, boards=20, seed="feed" * 8)), by_chance(7, "later"))
    refresh_ladders(store)
    assert refresh_people(store), "the bots' ratings have changed"
    assert rows_of(store)["Ann"].elo != before.elo
