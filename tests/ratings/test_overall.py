"""Overall ratings: means over the rulesets that rate all compared bots."""

import pytest

from arena.ratings.margins import NoIntervalReason
from arena.ratings.overall import overall
from arena.ratings.rating import Fitted, Rating


def sure(elo: float, margin: float = 30.0, scale: int = 0) -> Rating:
    return Rating(elo, elo - margin, elo + margin, scale, 100)


def below(high: float) -> Rating:
    return Rating(None, None, high, 0, 100)


def above(low: float) -> Rating:
    return Rating(None, low, None, 0, 100)


def ladder(*ratings: Rating, anchor: int | None = None) -> Fitted:
    """Bots 1, 2, …"""
    return Fitted(dict(enumerate(ratings, 1)), (anchor,))


def elo(by_ruleset: dict[str, Fitted], *bots: int) -> dict[int, float]:
    return {bot: one.elo or 0.0 for bot, one in overall(by_ruleset, bots).ratings.items()}


THREE = ladder(sure(60), sure(0), sure(-60))
TWO = ladder(sure(10), sure(-10))


def test_overall_is_the_mean_over_common_rulesets() -> None:
    both = {"a@1": THREE, "b@1": TWO}
    assert elo(both, 1, 2) == pytest.approx({1: 20, 2: -20})  # (60 + 10) / 2 and -5, with mean 0
    assert overall(both, (1, 2)).rulesets == ("a@1", "b@1")
    assert elo(both, 1, 2, 3) == pytest.approx({1: 60, 2: 0, 3: -60})
    assert overall(both, (1, 2, 3)).rulesets == ("a@1",)


def test_interval_is_that_of_independent_errors() -> None:
    found = overall({"a@1": THREE, "b@1": TWO}, (1, 2)).ratings[1]
    assert found.margin == pytest.approx((30**2 + 30**2) ** 0.5 / 2)


def test_common_anchor_stays_at_zero() -> None:
    found = overall(
        {"a@1": ladder(sure(60), sure(0), anchor=2), "b@1": ladder(sure(20), sure(0), anchor=2)}, (1, 2)
    )
    assert found.anchor == 2
    assert found.ratings[1].elo == 40


def test_bound_counts_but_leaves_no_interval() -> None:
    found = overall({"a@1": THREE, "b@1": ladder(sure(30), sure(-30), below(-600))}, (1, 2, 3))
    assert found.order == (1, 2, 3)
    assert found.counted[3] == (-60, -600)
    assert found.bounded == {1: (), 2: (), 3: ("b@1",)}
    assert found.ratings[3].margin is None
    assert found.ratings[1].margin


def test_losing_everything_does_not_pay() -> None:
    """A bound from few games may be high; it never counts for more than the worst rating."""
    honest = {"a@1": THREE, "b@1": ladder(sure(200), sure(-300), sure(-500))}
    lost = {"a@1": THREE, "b@1": ladder(sure(200), sure(-300), below(-200))}
    assert overall(honest, (1, 2, 3)).order == overall(lost, (1, 2, 3)).order == (1, 2, 3)
    won = {"a@1": THREE, "b@1": ladder(above(10), sure(200), sure(-200))}
    assert overall(won, (1, 2, 3)).counted[1] == (60, 200)


def test_unrated_bot_is_not_compared() -> None:
    few = ladder(sure(5), Rating(0, None, None, 0, 12, NoIntervalReason.FEW))
    assert overall({"a@1": few}, (1, 2)).ratings == {}
    assert elo({"a@1": few, "b@1": TWO}, 1, 2) == pytest.approx({1: 10, 2: -10})


def test_bots_of_different_scales_are_not_compared() -> None:
    assert overall({"a@1": ladder(sure(20), sure(-20, scale=1))}, (1, 2)).ratings == {}


def test_no_common_ruleset_gives_no_rating() -> None:
    assert overall({"a@1": TWO}, (1, 3)).ratings == {}
    assert overall({}, (1,)).ratings == {}
    assert overall({"a@1": TWO}, ()).ratings == {}
