"""Estimate what 10,000 bots and 100 million games a day cost.

uv run python -m tests.benchmarks.ladder_on_paper

`figures` computes the table of the guide "Performance" from measured and assumed numbers. `converge`
simulates days of such a ladder (`--bots N`) and fits the ratings. `line` is the queue for commits.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

from arena.ratings.bradley_terry import ELO, fit_strengths

Elos = NDArray[np.float64]
DAY_S: Final = 86_400
SURE: Final = 1.96  # standard errors in ±
PRIOR: Final = 0.25  # of a win, to both sides of a pair
SLOPE: Final = log(10) / 400 / 4  # of the expected score by Elo, between equals


@dataclass(frozen=True, slots=True)
class Paper:
    """The input: five given numbers, six measured ones, four assumptions."""

    bots: int = 10_000
    games_a_day: int = 100_000_000
    seats: int = 2
    within: float = 10.0  # Elo, the ± that is wanted
    boards: int = 256  # of a pairing: one piece, one commit
    decisions: float = 26.7  # a game of mau-mau between simple bots
    log_bytes: float = 11.3  # a decision
    row_bytes: float = 386.0  # of all tables and indexes but the logs, a game
    games_a_core: float = 130.0  # a second, of mau-mau between two simple Python bots, all processes counted
    commit_s: float = 0.003  # of a commit, whatever is in it
    commit_game_s: float = 0.000_065  # and for each game
    saving: float = 0.8  # variance of a board in both seatings by that of two games apart
    thinks_s: float = 0.010  # core-seconds of a decision of bots that think
    core_hour: float = 0.04  # dollars
    terabyte_month: float = 20.0  # dollars

    @property
    def games_a_second(self) -> float:
        return self.games_a_day / DAY_S

    @property
    def piece_games(self) -> int:
        return self.boards * self.seats

    @property
    def pieces_a_second(self) -> float:
        return self.games_a_second / self.piece_games

    @property
    def group_variance(self) -> float:
        """Return the variance of a board's mean score between equals."""
        return 0.25 / self.seats * self.saving


def groups_for(paper: Paper, within: float, apart: float = 0.0) -> float:
    """Return the boards that a bot needs for ± within Elo, against known opponents at this distance."""
    expected = 1 / (1 + 10 ** (-apart / 400))
    information = 4 * expected * (1 - expected)  # by that between equals
    return (SURE / within / SLOPE) ** 2 * paper.group_variance / information


class Line(NamedTuple):
    """A queue with one server: Poisson arrivals, equal service times (Pollaczek and Khinchine)."""

    busy: float  # share of the time
    wait_s: float  # before being served, on average; infinite where it cannot keep up


def line(arrivals: float, takes_s: float) -> Line:
    """Return the queue for `arrivals` per second with this service time."""
    busy = arrivals * takes_s
    return Line(busy, busy * takes_s / 2 / (1 - busy) if busy < 1 else float("inf"))


def commits(paper: Paper, boards: int | None = None) -> Line:
    """Return the queue for commits to the ledger, one at a time."""
    games = (boards or paper.boards) * paper.seats
    return line(paper.games_a_second / games, paper.commit_s + games * paper.commit_game_s)


def figures(paper: Paper = Paper()) -> Iterator[tuple[str, str]]:
    """Return the rows of the table."""
    second = paper.games_a_second
    own = paper.games_a_day * paper.seats / paper.bots / paper.seats  # boards of one bot, a day
    logs = paper.games_a_day * paper.decisions * paper.log_bytes / 1e9
    rows = paper.games_a_day * paper.row_bytes / 1e9
    simple = second / paper.games_a_core
    thinking = simple + second * paper.decisions * paper.thinks_s
    kept = (365 * rows + 7 * logs) / 1e3
    yield "games a second", f"{second:,.0f}"
    yield "decisions a second", f"{second * paper.decisions:,.0f}"
    yield "boards of a bot a day", f"{own:,.0f}"
    yield f"boards for ± {paper.within:g} Elo, equal opponents", f"{groups_for(paper, paper.within):,.0f}"
    yield "the same, opponents 400 Elo apart", f"{groups_for(paper, paper.within, 400):,.0f}"
    hours = 24 * groups_for(paper, paper.within) / own
    yield f"hours until ± {paper.within:g}", f"{hours:.1f}"
    yield "commits a second, 512 games each", f"{paper.pieces_a_second:.1f}"
    yield (
        "rows a second (a game, 2 seats, half a log)",
        f"{second * (1 + paper.seats + 1 / paper.seats):,.0f}",
    )
    yield "who commits is busy", f"{commits(paper).busy:.0%}"
    yield "the same, 1 board a commit", f"{commits(paper, 1).busy:.0%}"
    yield "logs a day", f"{logs:,.0f} GB"
    yield "rows a day", f"{rows:,.0f} GB"
    yield "kept: rows a year, logs a week", f"{kept:.1f} TB"
    yield (
        "records to the coordinator",
        f"{second * (paper.decisions * paper.log_bytes * 4 / 3 + 600) / 1e6:.1f} MB/s",
    )
    yield "cores, simple bots", f"{simple:,.0f}"
    yield "cores, bots that think 10 ms a decision", f"{thinking:,.0f}"
    yield "cores, $ a day, simple bots", f"{24 * simple * paper.core_hour:,.0f}"
    yield "cores, $ a day, bots that think", f"{24 * thinking * paper.core_hour:,.0f}"
    yield "storage, $ a month", f"{kept * paper.terabyte_month:,.0f}"


# ---- by chance ----


class Day(NamedTuple):
    """The ladder after some rounds. Errors are against the true strengths, both with mean 0."""

    boards: int  # of a bot so far
    error: float  # 1.96 × root mean square, Elo: what ± should be
    fit_s: float
    pairs: int


def converge(bots: int, rounds: int, boards: int = 256, seed: int = 1, near: bool = True) -> Iterator[Day]:
    """Simulate rounds in which every bot meets one other: a neighbour by rating, or anybody."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(0, 200, bots)
    truth -= truth.mean()
    rated, played = np.zeros(bots), _Played(bots)
    for round in range(1, rounds + 1):
        first, second = _paired(rng, rated, near)
        played.add(first, second, _scores(rng, truth[first] - truth[second], boards), boards)
        began = time.perf_counter()
        rated = ELO * fitted(played.wins(), rated / ELO)
        took = time.perf_counter() - began
        error = SURE * sqrt(float(np.mean((rated - truth) ** 2)))
        yield Day(round * boards, error, took, len(played))


def _paired(rng: np.random.Generator, rated: Elos, near: bool) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pair neighbours by rating plus noise, so that all bots become connected."""
    order = np.argsort(rated + rng.normal(0, 60, len(rated))) if near else rng.permutation(len(rated))
    even = order[: len(order) // 2 * 2]
    return even[0::2], even[1::2]


def _scores(rng: np.random.Generator, ahead: Elos, boards: int) -> Elos:
    """Draw the boards won by the first bot of each pair. A board has 0.8 of two games' variance."""
    expected = 1 / (1 + 10 ** (-ahead / 400))
    spread = np.sqrt(boards * Paper().saving / 2 * expected * (1 - expected))
    found: Elos = np.clip(boards * expected + spread * rng.normal(size=len(ahead)), 0, boards)
    return found


class _Played:
    """Scores so far, only of pairs that have met."""

    def __init__(self, bots: int) -> None:
        self._bots = bots
        self._parts: list[tuple[NDArray[np.intp], NDArray[np.intp], Elos]] = []

    def add(self, first: NDArray[np.intp], second: NDArray[np.intp], won: Elos, boards: int) -> None:
        self._parts += [(first, second, won + PRIOR), (second, first, boards - won + PRIOR)]

    def __len__(self) -> int:
        return sum(len(first) for first, _, _ in self._parts) // 2

    def wins(self) -> csr_array:
        rows, columns, values = (np.concatenate([part[at] for part in self._parts]) for at in range(3))
        return coo_array((values, (rows, columns)), shape=(self._bots, self._bots)).tocsr()


def fitted(wins: csr_array, start: Elos) -> Elos:
    """Return the maximum-likelihood strengths, as `arena.ratings.bradley_terry` does, for a sparse matrix."""
    from scipy.sparse.linalg import cg

    met = coo_array(wins + wins.T)
    won, total = np.asarray(wins.sum(axis=1)).ravel(), met.data
    found = start - start.mean()
    for _ in range(100):
        expected = 1 / (1 + np.exp(found[met.col] - found[met.row]))
        uphill = won - np.bincount(met.row, total * expected, len(found))
        bend = coo_array((total * expected * (1 - expected), (met.row, met.col)), met.shape).tocsr()
        diagonal = np.asarray(bend.sum(axis=1)).ravel()
        whole = csr_array((diagonal * (1 + 1e-12), (range(len(found)), range(len(found)))), met.shape) - bend
        preconditioner = csr_array((1 / diagonal, (range(len(found)), range(len(found)))), met.shape)
        step, _ = cg(whole, uphill, rtol=1e-8, maxiter=2_000, M=preconditioner)
        step -= step.mean()
        longest = 2 * float(np.abs(step).max())
        found = found + step * (np.log1p(longest) / longest if longest else 1.0)
        if longest < 1e-8:
            break
    centred: Elos = found - found.mean()
    return centred


class Dense(NamedTuple):
    """The cost of a fit as the arena does it today, with matrices of all bots by all bots."""

    bots: int
    seconds: float  # one fit
    matrix_mb: float


def dense(bots: int, seed: int = 1) -> Dense:
    rng = np.random.default_rng(seed)
    truth = rng.normal(0, 200, bots)
    played = _Played(bots)
    for _ in range(20):
        first, second = _paired(rng, truth, near=True)
        played.add(first, second, _scores(rng, truth[first] - truth[second], 256), 256)
    wins = played.wins().toarray()
    began = time.perf_counter()
    fit_strengths(wins)
    return Dense(bots, time.perf_counter() - began, wins.nbytes / 1e6)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.benchmarks.ladder_on_paper", description=__doc__)
    parser.add_argument("--bots", type=int, default=10_000, help="of the simulated ladder")
    parser.add_argument("--rounds", type=int, default=40)
    given = parser.parse_args()
    for name, value in figures():
        print(f"| {name} | {value} |")
    for near, name in ((True, "near"), (False, "anybody")):
        print(f"\nOpponents: {name}, {given.bots:,} bots\n{'boards':>8} {'±':>7} {'on paper':>9} {'fit':>7}")
        for at, day in enumerate(converge(given.bots, given.rounds, near=near), 1):
            if at in (5, 10, 20, given.rounds):
                paper = SURE / SLOPE * sqrt(Paper().group_variance / day.boards)
                print(f"{day.boards:>8,} {day.error:>7.1f} {paper:>9.1f} {day.fit_s:>5.1f} s")
    print("\nA fit with dense matrices:")
    for bots in (250, 500, 1_000, 2_000):
        cost = dense(bots)
        print(f"{cost.bots:>8,} bots {cost.seconds:>7.2f} s, a matrix has {cost.matrix_mb:,.0f} MB")


if __name__ == "__main__":
    main()
