"""Measure the variance that duplicate boards save: `uv run python -m tests.ratings.measured_saving`.

Real games of the real engine, in this process. A row is a comparison of two bots at tables of 2 to 5: at more
than two, one of the first among the others' and one of the second among the first's, as `arena compare` does.
The figure is the variance of the mean score by that of as many independent games, ± 95 %: with 0.6, 600 games
tell as much as 1,000. The seed is fixed, so a row is the same every time.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

import maumau
from arena.ratings.match_statistics import match_statistics
from arena.ratings.pair_results import GameScores
from arena.service.compare.seating import arrangement

RULESETS: Final = ("mau-mau", "prsi", "pesten", "tschau-sepp", "detailed", "german")
PAIRS: Final = (("greedy", "random"), ("counting", "suit_keeper"))
SEATS: Final = (2, 3, 4, 5)
SEED: Final = "saving"


def play(pair: Sequence[str], ruleset: str, seats: int, groups: int) -> Counter[GameScores]:
    """Return the results of `groups` boards of a pair, over all its tables."""
    found: Counter[GameScores] = Counter()
    seating = arrangement(seats, 0)
    for number, table in enumerate(seating.tables):
        bots = [f"builtin:{pair[seating.sides[entrant - 1] - 1]}" for entrant in table]
        boards = groups // len(seating.tables)
        games = maumau.simulate(bots, ruleset, boards * seats, seed=f"{SEED} {number}").games
        by_board: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
        for game in games:
            by_board[game.board].append(game.places)
        found.update(seating.scores(table, places) for places in by_board.values())
    return found


def row(pair: Sequence[str], ruleset: str, seats: int, groups: int) -> str:
    """Return one line of the table."""
    found = match_statistics(play(pair, ruleset, seats, groups))
    if found.saving is None:
        return f"{ruleset:12} {seats}  {' v '.join(pair):24} {found.score:.3f}  every board alike"
    margin = f"± {found.saving.margin:.2f}" if found.saving.margin is not None else "few boards"
    return (
        f"{ruleset:12} {seats}  {' v '.join(pair):24} {found.score:.3f}  "
        f"{found.saving.value:.2f} {margin}  ρ {found.correlation:+.2f}"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--groups", type=int, default=200, help="boards a row")
    parser.add_argument("--only", default="", help="rulesets with this in their name")
    asked = parser.parse_args()
    print(f"{'ruleset':12} k  {'bots':24} score  ratio, {asked.groups} boards each")
    for ruleset in RULESETS:
        for pair in PAIRS if asked.only in ruleset else ():
            for seats in SEATS:
                print(row(pair, ruleset, seats, asked.groups), flush=True)


if __name__ == "__main__":
    main()
