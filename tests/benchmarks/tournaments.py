"""Pairing and rating: `uv run python -m tests.benchmarks.tournaments [--json] [--size S]`.

Seconds of the processor for what a large event asks of one core beside its games: nine Swiss rounds of 200
bots, and the fitted Elo with ± of 200 bots after a million games. Prepared outside of the time that counts.
"""

import argparse
import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from arena.ratings.fitted import fit
from arena.ratings.live import PairScore, expected
from arena.ratings.result_matrix import GroupKind
from arena.tournament.history import Bye, History
from arena.tournament.pairing.pairing import Pairing
from arena.tournament.pairing.swiss import safe_rounds, swiss_round
from arena.tournament.results import MatchResult
from tests.tournament.results import match

BOTS: Final = 200
ROUNDS: Final = 9
GAMES: Final = 1_000_000
SPREAD: Final = 80  # Elo, of the bots' skills


def pairing(bots: int, rounds: int) -> float:
    """Return the seconds of all rounds."""
    draw, skills = random.Random(1), _skills(bots)
    played: list[Pairing] = []
    matches: list[MatchResult] = []
    byes: list[Bye] = []
    spent = 0.0
    for _ in range(rounds):
        before = History(bots, tuple(played), tuple(matches), tuple(byes))
        begun = time.process_time()
        paired = swiss_round(before, rounds)
        spent += time.process_time() - begun
        played += paired.pairings
        byes += [paired.bye] if paired.bye else []
        for one in paired.pairings:
            first, second = (skills[bot - 1] for bot in one.bots)
            won = draw.random() < expected(first - second)
            matches.append(match(one, (1, 0) if won else (0, 1)))
    return spent


def fitting(bots: int, games: int) -> float:
    """Return the seconds of one fit with its intervals."""
    draw, skills = random.Random(4), _skills(bots)
    played: Counter[GroupKind] = Counter()
    for _ in range(games // 2):
        first, second = draw.sample(range(bots), 2)
        even = expected(skills[first] - skills[second])
        score = ((draw.random() < even) + (draw.random() < even)) / 2
        played[(PairScore(first, second, score, 1.0),)] += 1
    fit(dict([*played.items()][:9]), range(bots))  # imports what it needs
    begun = time.process_time()
    fit(played, range(bots))
    return time.process_time() - begun


def _skills(bots: int) -> list[float]:
    draw = random.Random(2)
    return [draw.gauss(0, SPREAD) for _ in range(bots)]


def rows(size: float) -> dict[str, Callable[[], float]]:
    """Return the rows; `size` scales bots and games."""
    bots = max(4, int(BOTS * size))
    rounds, games = min(ROUNDS, safe_rounds(bots)), max(1000, int(GAMES * size))
    return {
        f"Swiss, {bots} bots, {rounds} rounds paired": lambda: pairing(bots, rounds),
        f"Elo with ±, {bots} bots, {games:,} games": lambda: fitting(bots, games),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="all figures as JSON on stdout")
    parser.add_argument("--size", type=float, default=1.0, help="of the field and of the games")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = {name: work() for name, work in rows(asked.size).items()}
    if asked.json:
        print(json.dumps({"processor_seconds": found}))
        return
    for name, seconds in found.items():
        print(f"{name:44} {seconds:6.2f} s of the processor")


if __name__ == "__main__":
    main()
