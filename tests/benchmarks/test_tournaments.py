"""The benchmark measures pairing and fitting. Speed is not tested here."""

from tests.benchmarks.tournaments import rows


def test_both_rows_are_measured() -> None:
    found = {name: work() for name, work in rows(0.05).items()}
    assert [*found] == ["Swiss, 10 bots, 5 rounds paired", "Elo with ±, 10 bots, 50,000 games"]
    assert all(seconds > 0 for seconds in found.values())
