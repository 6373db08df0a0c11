"""Win chances between deals, and their calibration."""

from types import SimpleNamespace
from typing import cast

import pytest

from arena.analysis.calibration import Calibration, calibration_of
from arena.analysis.chances import chances_between_deals, chances_of_places
from arena.rules import Position, game_for, ruleset, rulesets

SEVERAL_DEALS = [one.id for one in rulesets() if one.deals]


def between(rules: str, totals: tuple[int, ...], deal: int = 1, alive: int = 0b11) -> tuple[float, ...]:
    game = game_for(ruleset(rules), max(2, ruleset(rules).players[0]))
    position = SimpleNamespace(game=game, totals=totals, deal=deal, alive=alive)
    return chances_between_deals(cast(Position, position), sharpness=4)


@pytest.mark.parametrize(
    ("places", "chances"), [((1, 2), (1, 0)), ((1, 1, 3), (0.5, 0.5, 0)), ((2, 2, 1), (0, 0, 1))]
)
def test_winners_share(places: tuple[int, ...], chances: tuple[float, ...]) -> None:
    assert chances_of_places(places) == chances


@pytest.mark.parametrize("rules", SEVERAL_DEALS)
def test_equal_totals_are_equal_chances(rules: str) -> None:
    assert between(rules, (3, 3)) == (0.5, 0.5)


@pytest.mark.parametrize("rules", SEVERAL_DEALS)
def test_who_leads_has_more_and_later_even_more(rules: str) -> None:
    scoring = getattr(ruleset(rules).deals, "scoring")  # noqa: B009
    totals = (2, 4) if scoring.fewest_wins else (4, 2)
    early = between(rules, totals)
    assert early[0] > 0.5
    assert sum(early) == pytest.approx(1)


def test_a_lead_counts_more_near_the_end() -> None:
    assert between("puque", (20, 40), deal=9)[0] > between("puque", (20, 40), deal=1)[0]


def test_who_is_out_has_no_chance() -> None:
    assert between("pharaoh-101", (20, 101), alive=0b01) == (1, 0)


@pytest.mark.parametrize("exponent", [0.5, 1.0, 1.4])
def test_calibrated_chances_add_up_and_keep_the_order(exponent: float) -> None:
    found = Calibration(exponent=exponent).calibrate((0.0, 0.2, 0.8), 50)
    assert sum(found) == pytest.approx(1)
    assert 0 < found[0] < found[1] < found[2] < 1


def test_more_seats_make_a_favourite_less_sure() -> None:
    calibration = Calibration(exponent=1.2, blend=0.1)
    favourite = [calibration.calibrate((0.9, *(0.1 / others,) * others), 50)[0] for others in range(1, 8)]
    assert favourite == sorted(favourite, reverse=True)
    assert favourite[-1] > 1 / 8


@pytest.mark.parametrize("rules", [one.id for one in rulesets()])
def test_every_ruleset_is_calibrated(rules: str) -> None:
    assert calibration_of(ruleset(rules)).error is not None
