"""A tournament's standings over all rulesets are sums of those under each."""

from arena.service.reports.overall_standings import overall_standings
from arena.service.reports.standings import tables
from arena.store.database.store import Store
from tests.web.conftest import database, store

__all__ = ["database", "store"]  # fixtures


def test_rows_are_sums_over_the_rulesets(store: Store) -> None:
    ruled = tables(store, 1)
    assert len(ruled) > 1
    overall = overall_standings(ruled)
    assert [row.points for row in overall] == sorted((row.points for row in overall), reverse=True)
    for row in overall:
        rows = [one for table in ruled for one in table.rows if one.bot == row.bot]
        assert row.points == sum(one.points for one in rows)
        assert row.games == sum(one.games for one in rows)
        assert row.won == sum(one.rank == 1 for one in rows)
        assert row.rank == 1 + sum(other.points > row.points for other in overall)


def test_without_games_nobody_has_won() -> None:
    assert overall_standings(()) == ()
