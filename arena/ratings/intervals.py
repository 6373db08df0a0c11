"""95 % intervals of bots' strengths by profile likelihood, adapted to the scatter of the boards' scores."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from arena.ratings.bradley_terry import expected_scores, fit_strengths, information
from arena.ratings.margins import quantile
from arena.ratings.result_matrix import Matrix, ResultMatrix

# Let δ be the quantity to estimate, such as a bot's strength minus the mean strength. ℓ(δ) is the greatest
# log-likelihood with this δ, and ℓ̂ the greatest of all. The interval consists of all δ with 2 (ℓ̂ − ℓ(δ)) /
# φ ≤ F (McCullagh and Nelder, Generalized Linear Models, 1989, section 9.2).
#
# F is the 0.95 quantile of the F distribution with 1 and G − n degrees of freedom, for G boards and n bots.
#
# φ is the dispersion: the variance of the boards' scores, divided by their variance if the comparisons on a
# board were independent. See `StrengthFit.dispersion`.

NEAR_PERFECT: Final = 0.05  # distance of a mean score from 0 or 1; so near, boards show no spread
INDEPENDENT: Final = (
    0.5  # dispersion of a bot that rarely scores, at tables of any size; see `least_dispersion`
)
NO_SPREAD: Final = 1e-16  # avoids a dispersion of zero
MAX_EXACT: Final = 64  # bots; in larger fields one bot hardly affects the others' strengths
STEPS: Final = 25
EXACT: Final = 1e-7
TOLERANCE: Final = 1e-12


class IntervalEnds(NamedTuple):
    """The distances from each bot's strength to the lower and the upper end of its interval."""

    below: Matrix
    above: Matrix


class StrengthFit(NamedTuple):
    """The fitted strengths of a set of connected bots, with their uncertainty."""

    strengths: Matrix  # with mean 0
    wins: Matrix  # with the prior
    covariance: Matrix  # of the strengths for independent comparisons: the information's pseudo-inverse
    spread: Matrix  # sum of outer products of the boards' score vectors
    share: Matrix  # mean score of each bot, 0 … 1
    boards: int

    @property
    def bots(self) -> int:
        return len(self.strengths)

    def dispersion(self) -> Matrix:
        """Return each bot's dispersion φ: how widely its scores scatter, compared with independent games.

        Each value is at least `mean_dispersion` and the bot's `least_dispersion`.
        """
        # A bot's own dispersion is the quotient of two variances of "bot minus mean": the sandwich estimate
        # L⁺ J L⁺, and that for independent comparisons, L⁺ (J: `spread`, L⁺: `covariance`). Bots differ in
        # it: duplicate boards reduce the variance more between equal bots than between unequal ones.
        boards = self.boards
        sandwich = np.einsum("ij,jk,ik->i", self.covariance, self.spread, self.covariance, optimize=True)
        own = sandwich / np.diag(self.covariance) * boards / (boards - 1)
        found: Matrix = np.maximum(np.maximum(self.mean_dispersion(), own), least_dispersion(self.share))
        return found

    def mean_dispersion(self) -> float:
        """Return the dispersion φ of all bots together; 1 if scores scatter as widely as the model
        expects.
        """
        # trace(J L⁺) / (n − 1), divided by 1 − (n − 1) / boards, because scores lie nearer to the fitted
        # model than to the truth.
        freedom = (self.bots - 1) * (1 - (self.bots - 1) / self.boards)
        return float((self.covariance * self.spread).sum() / freedom)

    def bound_limit(self) -> float:
        """Return the fall of 2 · log-likelihood from its maximum to a 95 % bound (see function `bound`)."""
        dispersion = max(INDEPENDENT, self.mean_dispersion())
        return quantile(self.boards - self.bots) ** 2 * dispersion

    def intervals(self) -> IntervalEnds:
        """Return each bot's 95 % interval, for the difference between its strength and the mean strength.

        There must be more boards than bots.
        """
        limit = quantile(self.boards - self.bots) ** 2 * self.dispersion()
        ends = IntervalEnds(-self._on_curve(limit, -1), self._on_curve(limit, 1))
        return self._exact(limit, ends) if self.bots <= MAX_EXACT else ends

    def correlation(self) -> Matrix:
        """Return the correlations between the bots' estimates, as a matrix bots × bots."""
        error = np.sqrt(np.diag(self.covariance))
        found: Matrix = self.covariance / np.outer(error, error)
        return found

    def _on_curve(self, limit: Matrix, side: int) -> Matrix:
        """Return the approximate distance from each bot's strength to one end of its interval.

        Distances to lower ends are negative.

        `limit`: the fall of 2 · log-likelihood from its maximum to the end. `side`: -1 for the lower ends, 1
        for the upper ends.
        """
        variance = np.diag(self.covariance)
        moves = self.covariance / variance[:, None]
        apart = np.diag(moves)[:, None] - moves
        lead = self.strengths[:, None] - self.strengths
        met = self.wins + self.wins.T
        expected = expected_scores(self.strengths)
        others = 1 / variance - (met * expected * (1 - expected) * apart**2).sum(axis=1)
        return ends_on_curves(lead, met, apart, others, limit, side * np.sqrt(limit * variance))

    def _exact(self, limit: Matrix, near: IntervalEnds) -> IntervalEnds:
        """Return the exact ends of all intervals, searched from approximate ends.

        `limit`: the fall of 2 · log-likelihood from its maximum to the ends. `near`: the approximate ends.
        """
        bots = self.bots
        contrast = np.tile(np.eye(bots) - 1 / bots, (2, 1))
        moves = np.tile(self.covariance / np.diag(self.covariance)[:, None], (2, 1))
        found = self.strengths + np.concatenate((-near.below, near.above))[:, None] * moves
        wins, met, limits = self.wins, self.wins + self.wins.T, np.tile(limit, 2)
        best = _log_likelihood(wins, self.strengths)
        for _ in range(STEPS):
            expected = expected_scores(found)
            uphill = (wins - met * expected).sum(axis=2)
            both = np.stack((uphill, contrast), axis=2)
            climb, push = np.moveaxis(np.linalg.solve(information(met, expected) + 1 / bots, both), 2, 0)
            slack = (contrast * push).sum(axis=1)
            slope = (contrast * climb).sum(axis=1) / slack  # of the profile
            climb -= push * slope[:, None]
            lost = 2 * (best - _log_likelihood(wins, found)) - (uphill * climb).sum(axis=1)
            step = climb - push * ((limits - lost) / (2 * slope * slack))[:, None]
            longest = 2 * np.abs(step).max(axis=1, keepdims=True)
            found += step * np.log1p(longest) / np.maximum(longest, TOLERANCE)
            if longest.max() < EXACT:
                break
        reach = ((found - self.strengths) * contrast).sum(axis=1)
        return IntervalEnds(-reach[:bots], reach[bots:])


def maximise(played: ResultMatrix) -> StrengthFit:
    """Return the strengths that make these results most likely.

    Each bot must have scored against each other bot, directly or through a chain of bots (one strongly
    connected component).
    """
    scored, draws = played.wins(), played.draws()
    wins = scored + (draws + draws.T) / 4  # a draw is half a win for each bot
    strengths = fit_strengths(wins)
    expected = expected_scores(strengths)
    bend = information(wins + wins.T, expected)
    covariance = np.asarray(np.linalg.inv(bend + 1 / played.bots) - 1 / played.bots, np.float64)
    return StrengthFit(
        strengths,
        wins,
        covariance,
        played.spread(expected),
        scored.sum(axis=1) / (scored + scored.T).sum(axis=1),
        played.boards,
    )


def least_dispersion(share: Matrix) -> Matrix:
    """Return the lower limit of each bot's dispersion φ: ½ for mean scores near 0 or 1, otherwise almost 0.

    φ is the variance of the bot's boards, divided by the model's variance. Boards with scores near 0 or 1
    vary too little to estimate φ.

    `share`: the bots' mean scores.
    """
    # Boards with nearly perfect scores show too little spread. A bot that rarely beats another at a table of
    # k has a score s with E[s²] / E[s] = k / 2 in Plackett and Luce's model. The mean of the k games of a
    # board has one k-th of that: ½, as for independent games.
    return np.where(np.minimum(share, 1 - share) < NEAR_PERFECT, INDEPENDENT, NO_SPREAD)


def bound(strengths: Matrix, won: Matrix, lost: Matrix, limit: float) -> float:
    """Return the bound of the strength of a bot that won or lost everything against these opponents.

    `strengths`: the opponents' strengths. `won`, `lost`: how many boards the bot won and lost against each of
    them. `limit`: the fall of 2 · log-likelihood from its maximum to the bound.
    """
    side, met = (1, lost) if lost.any() else (-1, won)

    def loss(at: Matrix) -> tuple[Matrix, Matrix]:
        lead = at[:, None] - side * strengths
        value = 2 * (met * np.logaddexp(0, lead)).sum(axis=1)
        return value, 2 * (met / (1 + np.exp(-lead))).sum(axis=1)

    return side * float(newton(loss, np.array([limit]), np.array([(side * strengths).max() + 1]))[0])


def ends_on_curves(
    lead: Matrix, met: Matrix, apart: Matrix, others: Matrix | float, limit: Matrix, start: Matrix
) -> Matrix:
    """Return one end of each bot's 95 % interval, as a signed distance t from the bot's strength.

    The arguments have one row for each bot:

    - `lead`: the bot's lead over each opponent at t = 0;
    - `apart`: how fast this lead grows with t;
    - `met`: how often the bot met each opponent;
    - `others`: the log-likelihood of the other bots' games falls by `others` · t² / 2;
    - `limit`: the fall of 2 · log-likelihood from its maximum to the end;
    - `start`: a first guess of t, negative for the lower end.
    """
    expected = 1 / (1 + np.exp(-lead))

    # Twice the fall of the log-likelihood after the other strengths have adapted to the change.
    def deviance(at: Matrix) -> tuple[Matrix, Matrix]:
        now = lead + at[:, None] * apart
        more = np.logaddexp(0, now) - np.logaddexp(0, lead) - expected * at[:, None] * apart
        rise = (1 / (1 + np.exp(-now)) - expected) * apart
        return (
            2 * (met * more).sum(axis=1) + others * at**2,
            2 * (met * rise).sum(axis=1) + 2 * others * at,
        )

    return newton(deviance, limit, start)


def newton(lost: Callable[[Matrix], tuple[Matrix, Matrix]], limit: Matrix, start: Matrix) -> Matrix:
    """Return the argument at which each of several convex functions reaches its `limit`, by Newton's method.

    `lost`: takes one argument for each function; returns their values and slopes. `start`: first guesses.
    """
    found = start.copy()
    for _ in range(STEPS):
        value, slope = lost(found)
        found -= (value - limit) / slope
    return found


def _log_likelihood(wins: Matrix, strengths: Matrix) -> Matrix:
    """Return the log-likelihood of each row of strengths."""
    lead = strengths[..., :, None] - strengths[..., None, :]
    found: Matrix = -(wins * np.logaddexp(0, -lead)).sum(axis=(-2, -1))
    return found
