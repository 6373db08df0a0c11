"""Figures that take long: made once for a state, one at a time, and only so many are kept."""

import threading
from collections.abc import Callable
from functools import partial
from itertools import count

import pytest

from arena.web.cache import STALE_FACTOR, Cache


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_value_is_computed_once_per_state(clock: Clock) -> None:
    numbers = count()
    kept: Cache[int] = Cache(clock=clock)
    found = [kept.get(1, state, lambda: next(numbers)) for state in "aaabb"]
    assert [tuple(one) for one in found] == [(0, False)] * 3 + [(1, False)] * 2
    assert kept.get(2, "a", lambda: next(numbers)).value == 2


def test_slow_value_is_served_stale_for_a_while(clock: Clock) -> None:
    def slow(value: str) -> Callable[[], str]:
        def make() -> str:
            clock.now += 2
            return value

        return make

    kept: Cache[str] = Cache(clock=clock)
    assert kept.get(1, 1, slow("first")) == ("first", False)
    assert kept.get(1, 2, slow("second")) == ("first", True)
    clock.now += 2 * STALE_FACTOR
    assert kept.get(1, 2, slow("second")) == ("second", False)


def test_previous_value_is_served_during_computation(clock: Clock) -> None:
    kept: Cache[str] = Cache(clock=clock)
    kept.get(1, 1, lambda: "first")
    begun, go_on = threading.Event(), threading.Event()

    def make() -> str:
        begun.set()
        assert go_on.wait(10)
        return "second"

    maker = threading.Thread(target=lambda: kept.get(1, 2, make))
    maker.start()
    assert begun.wait(10)
    assert kept.get(1, 2, lambda: "third") == ("first", True)
    go_on.set()
    maker.join(10)
    assert kept.get(1, 2, lambda: "third") == ("second", False)


def test_first_value_is_waited_for() -> None:
    kept: Cache[int] = Cache()
    numbers, together, found = count(), threading.Barrier(8), list[int]()

    def ask() -> None:
        together.wait(10)
        found.append(kept.get(1, 1, lambda: next(numbers)).value)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert found == [0] * 8


def test_failed_computation_is_retried(clock: Clock) -> None:
    kept: Cache[int] = Cache(clock=clock)
    with pytest.raises(ZeroDivisionError):
        kept.get(1, 1, lambda: 1 // 0)
    assert kept.get(1, 1, lambda: 5) == (5, False)


def test_least_recently_used_values_are_dropped(clock: Clock) -> None:
    made: list[int] = []

    def make(key: int) -> int:
        made.append(key)
        return key

    kept: Cache[int] = Cache(weigh=lambda value: value, max_weight=10, clock=clock)
    for key in (4, 5, 4, 3, 4, 5, 100, 4):
        assert kept.get(key, "same", partial(make, key)).value == key
    assert made == [4, 5, 3, 5, 100, 4]
