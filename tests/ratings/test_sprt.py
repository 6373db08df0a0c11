"""Sequential tests against published log-likelihood ratios, and their error rates."""

import random
from collections import Counter
from collections.abc import Sequence
from math import comb, exp, log, sqrt

import pytest

from arena.ratings.match_statistics import NELO
from arena.ratings.pair_results import Duel, GameScores, sample
from arena.ratings.sprt import BadTest, Decision, Model, Sprt, log_likelihood_ratio, sprt
from tests.conftest import Scale
from tests.ratings.test_match_statistics import games, pairs

LOGISTIC, NORMALISED = Model.LOGISTIC, Model.NORMALISED


# Disservin/fastchess (MIT), app/tests/sprt_test.cpp, without the three where one score is all there is: those
# show only what is put for the scores never seen, and changed with it.
@pytest.mark.parametrize(
    ("played", "elo0", "elo1", "model", "llr"),
    [
        (games(36433, 36027, 68692), 0, 2, NORMALISED, 0.92),
        (games(10871, 10650, 20431), -1.75, 0.25, NORMALISED, 2.30),
        (games(21404, 21184, 40708), 0.5, 2.5, LOGISTIC, -1.57),
        (games(57433, 57030, 106593), 0, 2, LOGISTIC, -2.59),
        (pairs(365, 16618, 36029, 200, 16974, 390), 0, 2, NORMALISED, 2.25),
        (pairs(127, 4883, 10311, 401, 5150, 104), -1.75, 0.25, NORMALISED, 3.01),
        (pairs(223, 9863, 20279, 1000, 10037, 246), 0.5, 2.5, LOGISTIC, -3.07),
        (pairs(871, 26175, 55003, 980, 26678, 821), 0, 2, LOGISTIC, -4.98),
        # what it printed of matches:
        # brunocodutra/cinder, pull request 727; lynx-chess/Lynx, pull request 1899
        (pairs(50, 287, 283, 327, 387, 73), 0, 5, NORMALISED, 2.97),
        (pairs(235, 1384, 1206, 1315, 1341, 239), -5, 0, LOGISTIC, 1.69),
    ],
)
def test_log_likelihood_ratio_is_that_of_fastchess(
    played: Duel, elo0: float, elo1: float, model: Model, llr: float
) -> None:
    found = log_likelihood_ratio(played, Sprt(elo0, elo1, model=model))
    assert found == pytest.approx(llr, abs=0.0051)


@pytest.mark.parametrize(
    ("alpha", "beta", "lower", "upper"),
    [(0.05, 0.05, -2.94, 2.94), (0.05, 0.1, -2.25, 2.89), (0.01, 0.01, -4.60, 4.60)],
)
def test_bounds_are_the_usual_ones(alpha: float, beta: float, lower: float, upper: float) -> None:
    test = Sprt(alpha=alpha, beta=beta)
    assert (test.lower, test.upper) == pytest.approx((lower, upper), abs=0.0051)


@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize(
    ("kind", "decision"), [((1.0, 1.0), Decision.H1), ((0.0, 0.0), Decision.H0), ((0.5, 1.0), Decision.H1)]
)
def test_nothing_is_decided_before_fifty_boards(model: Model, kind: GameScores, decision: Decision) -> None:
    early, late = (sprt({kind: boards}, Sprt(0, 40, model=model)) for boards in (49, 50))
    assert (early.decision, early.boards, early.boards_to_go) == (Decision.CONTINUE, 49, 1)
    assert (late.decision, late.boards, late.boards_to_go) == (decision, 50, 0)
    assert not late.lower < late.llr < late.upper


@pytest.mark.parametrize("model", Model)
def test_bots_that_always_draw_are_found_equal(model: Model) -> None:
    test = Sprt(0, 40, model=model)
    found = [sprt({(0.0, 1.0): boards}, test).decision for boards in (50, 1000)]
    assert found[1] is Decision.H0
    assert found[0] is (Decision.H0 if model is LOGISTIC else Decision.CONTINUE)


def test_no_board_gives_no_decision() -> None:
    found = sprt({}, Sprt())
    assert (found.decision, found.llr, found.boards, found.boards_to_go) == (Decision.CONTINUE, 0, 0, 50)


@pytest.mark.parametrize("model", Model)
def test_swapped_sides_change_the_sign(model: Model) -> None:
    here = log_likelihood_ratio(pairs(9, 8, 7, 6, 5, 14), Sprt(-5, 15, model=model))
    there = log_likelihood_ratio(pairs(14, 5, 7, 6, 8, 9), Sprt(-15, 5, model=model))
    assert here == pytest.approx(-there)


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 5, "elo1": 5},
        {"elo0": 20, "elo1": 0},
        {"elo1": 5000},
        {"elo1": 1e-20},
        {"alpha": 1e-320},
        {"elo0": float("nan")},
        {"alpha": 0},
        {"alpha": 0.5},
        {"beta": 1},
    ],
)
def test_unusable_tests_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadTest):
        Sprt(**wrong)  # type: ignore[arg-type]  # the numbers among the fields


# Frequencies of boards of two and of three games between similar bots.
PAIRS: dict[GameScores, float] = {
    (0.0, 0.0): 13,
    (0.0, 0.5): 2,
    (0.0, 1.0): 68,
    (0.5, 1.0): 2,
    (1.0, 1.0): 15,
}
TABLES: dict[GameScores, float] = {
    (0.0, 0.0, 0.0): 6, (0.0, 0.0, 1.0): 40, (0.0, 0.5, 1.0): 2, (0.0, 1.0, 1.0): 42, (1.0, 1.0, 1.0): 10
}  # fmt: skip


def tilted(shares: dict[GameScores, float], tilt: float) -> Counter[GameScores]:
    """Return a million boards for a stronger bot."""
    weights = {kind: share * exp(tilt * sum(kind) / len(kind)) for kind, share in shares.items()}
    total = sum(weights.values())
    return Counter({kind: round(1e6 * weight / total) for kind, weight in weights.items()})


def difference(shares: Duel, model: Model) -> float:
    """Return the difference that these shares correspond to."""
    _, mean, variance = sample(shares)
    if model is LOGISTIC:
        return -400 * log(1 / mean - 1, 10)
    return NELO * (mean - 0.5) / sqrt(variance * len(next(iter(shares))))


def tilt_to(shares: dict[GameScores, float], elo: float, model: Model) -> Counter[GameScores]:
    """Tilt the shares until they correspond to this difference."""
    low, high = -9.0, 9.0
    for _ in range(60):
        tilt = (low + high) / 2
        low, high = (tilt, high) if difference(tilted(shares, tilt), model) < elo else (low, tilt)
    return tilted(shares, low)


def max_errors(runs: int, rate: float) -> int:
    """Return the number of errors that is not exceeded in 999 of 1,000 cases. Of 500 at 5 %: 41."""
    tail, most = 1.0, -1
    while tail >= 0.001:
        most += 1
        tail -= comb(runs, most) * rate**most * (1 - rate) ** (runs - most)
    return most


def test_of_500_runs_41_may_be_wrong() -> None:
    assert max_errors(500, 0.05) == 41


def decide(kinds: Sequence[GameScores], weights: Sequence[int], test: Sprt, draw: random.Random) -> Decision:
    """Play boards until the test decides."""
    played: Counter[GameScores] = Counter()
    while True:
        played[draw.choices(kinds, weights)[0]] += 1
        if (state := sprt(played, test)).decision is not Decision.CONTINUE:
            return state.decision


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize("shares", [PAIRS, TABLES], ids=["pairs", "tables of three"])
@pytest.mark.parametrize("truth", [Decision.H0, Decision.H1], ids=["at elo0", "at elo1"])
def test_error_rates_are_as_requested(
    truth: Decision, shares: dict[GameScores, float], model: Model, scale: Scale
) -> None:
    test = Sprt(0, scale.pick(quick=60, ci=40, full=20), model=model)
    runs = scale.pick(quick=20, ci=50, full=500)
    played = tilt_to(shares, test.elo0 if truth is Decision.H0 else test.elo1, model)
    draw = random.Random(f"{truth} {len(shares)} {model}")
    found = [decide([*played], [*played.values()], test, draw) for _ in range(runs)]
    assert sum(one is not truth for one in found) <= max_errors(runs, 0.05)
