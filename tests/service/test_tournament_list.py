"""The list of tournaments says what each of them says of itself."""

from collections.abc import Iterator

import pytest

from arena.service.reports.tournament_list import find_tournament, summaries
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.tournaments.list import read_data_state, tournament_line, tournament_lines
from tests.web.events import CANCELLED, RUNNING, SWISS, filled, play_one


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(sqlite_url(filled(tmp_path_factory))) as store:
        yield store


@pytest.mark.dear
def test_it_is_as_far_as_each_tournament_is(store: Store) -> None:
    with store.reading() as tx:
        lines = tournament_lines(tx)
        assert lines == tuple(tournament_line(tx, line.id) for line in lines)
        assert tournament_line(tx, 99) is None and read_data_state(tx, 99) is None
    for line, one in zip(lines, summaries(store), strict=True):
        tournament = find_tournament(store, one.id)
        assert (line.id, line.name, line.format, line.rulesets) == (
            one.id,
            one.name,
            one.format,
            one.rulesets,
        )
        assert (line.games_done, line.games_total) == (one.games_done, one.games_total), line.name
        assert (line.bots, line.rounds) == (len(one.bots), len(tournament.rounds))
        assert (line.state, line.rated, line.open_seed) == (one.state, one.rated, one.open_seed)
        assert (line.created_at, line.finished_at) == (one.created_at, one.finished_at)
    assert any(line.games_done < line.games_total for line in lines)


@pytest.mark.dear
def test_the_position_is_another_one_after_each_match(store: Store) -> None:
    with store.reading() as tx:
        before = {number: read_data_state(tx, number) for number in (SWISS, RUNNING, CANCELLED)}
    play_one(store, RUNNING)
    with store.reading() as tx:
        changed = [number for number, where in before.items() if read_data_state(tx, number) != where]
    assert changed == [RUNNING]
