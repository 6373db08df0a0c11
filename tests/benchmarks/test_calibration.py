"""The games on which win chances are calibrated, and the resumed benchmark."""

from functools import partial
from pathlib import Path

import pytest

from tests.benchmarks.calibration import in_tenths, samples
from tests.benchmarks.stored import stored


@pytest.mark.dear
def test_every_game_has_other_cards() -> None:
    games = samples("points-150@1", 0, 5)
    assert len({tuple(game.likelihood.values()) for game in games}) == len(games)
    assert {len(game.result) for game in games} == {2, 4}


def test_samples_do_not_depend_on_their_chunk() -> None:
    assert samples("prsi@1", 3, 2) == samples("prsi@1", 0, 5)[3:]


def test_too_sure_predictions_are_found() -> None:
    (low, high) = in_tenths([((0.95, 0.05), (1.0, 0.0))] * 70 + [((0.95, 0.05), (0.0, 1.0))] * 30)
    assert (low.seats, high.seats) == (100, 100)
    assert high.real == pytest.approx(0.7)
    assert not low.is_right
    assert not high.is_right


def test_stored_result_is_not_made_again(tmp_path: Path) -> None:
    made = list[int]()

    def make(number: int) -> int:
        made.append(number)
        return number

    folder = tmp_path / "new"
    assert [stored(folder, "one", partial(make, number)) for number in (1, 2)] == [1, 1]
    assert stored(None, "one", partial(make, 3)) == 3
    assert made == [1, 3]
