"""The overall rating: a mean over what all compared bots have played."""

from arena.ratings.fitted import Fitted, Rating
from arena.ratings.overall import Overall, overall


def ladder(**elos: tuple[float, int]) -> Fitted:
    rows = {int(bot[3:]): Rating(elo, 5.0, scale, 100) for bot, (elo, scale) in elos.items()}
    return Fitted(rows, (None,) * (1 + max(row.scale for row in rows.values())))


LADDERS = {
    "mau-mau@1": ladder(bot1=(100, 0), bot2=(0, 0), bot3=(40, 0)),
    "detailed@1": ladder(bot1=(50, 0), bot2=(0, 0)),
    "german@1": ladder(bot1=(20, 0), bot2=(-20, 1), bot3=(5, 0), bot4=(1, 1)),
}


def test_it_is_the_mean_over_the_rulesets_that_all_have_played() -> None:
    assert overall(LADDERS, (1, 2)) == Overall({1: 75, 2: 0}, ("detailed@1", "mau-mau@1"))
    assert overall(LADDERS, (1, 2, 3)) == Overall({1: 100, 2: 0, 3: 40}, ("mau-mau@1",))
    assert overall(LADDERS, (1, 3)) == Overall({1: 60, 3: 22.5}, ("german@1", "mau-mau@1"))


def test_bots_that_are_not_connected_are_not_compared() -> None:
    assert overall({"german@1": LADDERS["german@1"]}, (1, 2)) == Overall({}, ())


def test_without_a_common_ruleset_there_is_none() -> None:
    assert overall(LADDERS, (1, 4)) == Overall({}, ())
    assert overall(LADDERS, (1, 9)) == Overall({}, ())
    assert overall({}, (1,)) == Overall({}, ())
    assert overall(LADDERS, ()) == Overall({}, ())
