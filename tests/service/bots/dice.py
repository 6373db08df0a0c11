"""Any choice, by the seeds that the referee gives."""

import os
import random
import sys

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../.."))

from tests.bots import bare

CHANCE: dict[int, random.Random] = {}


def begins(game: int, seed: bytes) -> None:
    CHANCE[game] = random.Random(seed)


bare.play(lambda choices, game: CHANCE[game].randrange(choices), begins)
