"""The crosstable of a stored tournament, also at tables of more than two."""

from collections import Counter, defaultdict
from itertools import permutations
from pathlib import Path

import pytest

from arena.ratings.live import score_by_place
from arena.service.reports.standings import tables
from arena.service.reports.tournament_list import find_tournament
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.results.games import iter_games
from tests.factories.made_up_matches import bots_in, by_chance, play_on


@pytest.mark.dear
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_halves_add_up_and_count_the_better_place(store: Store, tmp_path: Path, seats: int) -> None:
    settings = TournamentSettings(bots_in(tmp_path, 4), boards=3, seats=seats, seed="5eed" * 8)
    number = create(store, settings)
    play_on(store, number, by_chance(1))
    [table] = tables(store, number)
    entrants = {one.number: one.name for one in find_tournament(store, number).entrants}
    games: Counter[tuple[str, str]] = Counter()
    scores: defaultdict[tuple[str, str], float] = defaultdict(float)
    with store.reading() as tx:
        for game in iter_games(tx, number, range(1, 100)):
            for one, other in permutations(game.seats, 2):
                pair = entrants[one.bot], entrants[other.bot]
                games[pair] += 1
                scores[pair] += score_by_place(one.place, other.place)
    assert set(scores.values()) != {0.0}
    for at, row in enumerate(table.rows):
        for beside, column in enumerate(table.rows):
            cell, mirror = table.cells[at][beside], table.cells[beside][at]
            if cell is None or mirror is None:
                assert row is column
                continue
            of_both = row.bot, column.bot
            assert cell.games == games[of_both]
            assert cell.share == pytest.approx(scores[of_both] / games[of_both])
            assert cell.share + mirror.share == pytest.approx(1)
