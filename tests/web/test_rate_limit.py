"""Who does something too often waits, and only so much is remembered of anybody."""

from arena.web.guards.rate_limit import Rates


class Clock:
    """A time that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_burst_then_one_at_a_time() -> None:
    clock = Clock()
    rates = Rates(burst=3, every=10.0, clock=clock)
    assert [rates.take("anna") for _ in range(4)] == [0, 0, 0, 10]
    assert rates.take("bob") == 0
    clock.now = 4.5
    assert rates.take("anna") == 6, "who asks too early does not wait longer for it"
    clock.now = 10.0
    assert [rates.take("anna") for _ in range(2)] == [0, 10]
    clock.now = 1_000.0
    assert [rates.take("anna") for _ in range(4)] == [0, 0, 0, 10], "nobody saves up more than that"


def test_uses_are_counted_until_they_are_allowed_again() -> None:
    clock = Clock()
    rates = Rates(burst=3, every=10.0, clock=clock)
    counts = []
    for _ in range(4):
        counts.append(rates.used("anna"))
        rates.take("anna")
    assert (counts, rates.used("bob")) == ([0, 1, 2, 3], 0)
    clock.now = 10.0
    assert rates.used("anna") == 2
    clock.now = 1_000.0
    assert rates.used("anna") == 0


def test_latest_keys_are_remembered() -> None:
    rates = Rates(burst=1, every=10.0, max_keys=100, clock=Clock())
    for number in range(1_000):
        assert rates.take(number) == 0
    assert len(rates) == 100
    assert rates.take(999) == 10
    assert rates.take(0) == 0
