"""Steps per second of the environments for learning: `uv run python -m tests.benchmarks.environments`.

Random legal actions on one core, observations included; a step is one part of a decision. OpenSpiel's
`crazy_eights` in its `rl_environment` is measured before and after each of our rows, and what counts is the
median ratio. It needs OpenSpiel: `uv sync --group oracles`.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable
from random import Random

import numpy as np
import pyspiel
from open_spiel.python import rl_environment

from arena.rules import rulesets
from maumau import envs

GAMES = 256  # of the vector

Steps = Callable[[int], None]  # takes this number of steps


def theirs() -> Steps:
    game = pyspiel.load_game("crazy_eights", {"players": 2, "use_special_cards": False})
    env, pick = rl_environment.Environment(game), Random(1).random

    def steps(count: int) -> None:
        now = env.reset()
        for _ in range(count):
            if now.last():
                now = env.reset()
            legal = now.observations["legal_actions"][now.observations["current_player"]]
            now = env.step([legal[int(pick() * len(legal))]])

    return steps


def aec(rules: str, seats: int) -> Steps:
    env, pick = envs.aec(rules, seats), Random(1).random
    env.reset(seed=1)

    def steps(count: int) -> None:
        for _ in range(count):
            observation, _, ended, _, _ = env.last()
            if ended:
                env.reset()
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(pick() * len(legal))]))

    return steps


def vector(rules: str, seats: int) -> Steps:
    env, chance = envs.vector(rules, seats, GAMES), np.random.default_rng(1)
    batch = env.reset(seed=1)

    def steps(count: int) -> None:
        nonlocal batch
        for _ in range(count // GAMES):
            likely = batch.mask * chance.random(batch.mask.shape, dtype=np.float32)
            batch, _, _ = env.step(likely.argmax(axis=1))

    return steps


def microseconds(steps: Steps, count: int) -> float:
    started = time.process_time()
    steps(count)
    return (time.process_time() - started) / count * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--steps", type=int, default=40 * GAMES, help="in each row and pass")
    parser.add_argument("--only", default="", help="rulesets with these words in their name")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    other = theirs()
    print(f"{'ruleset':24}{'seats':>6}{'AEC/s':>12}{'÷ OpenSpiel':>13}{'vector/s':>12}{'÷ OpenSpiel':>13}")
    for rules in rulesets():
        if options.only not in rules.id:
            continue
        seats = rules.players[0]
        cells = ""
        for make in (aec, vector):
            steps, ours, ratios = make(rules.id, seats), [], []
            microseconds(steps, 10 * options.steps)  # fills the caches
            for _ in range(options.passes):
                before = microseconds(other, options.steps // 4)
                ours.append(microseconds(steps, options.steps))
                ratios.append((before + microseconds(other, options.steps // 4)) / 2 / ours[-1])
            cells += f"{1e6 / statistics.median(ours):>12,.0f}{statistics.median(ratios):>13.1f}"
        print(f"{rules.id:24}{seats:>6}{cells}", flush=True)


if __name__ == "__main__":
    main()
