"""Says that it plays 256 games at once, and can play one."""

import os
import sys

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../.."))

from tests.bots import bare

playing: list[int] = []


def choose(choices: int, game: int) -> int:
    if game != playing[-1]:
        raise KeyError(f"I know nothing of game {game}")
    return 0


bare.play(choose, lambda game, seed: playing.append(game))
