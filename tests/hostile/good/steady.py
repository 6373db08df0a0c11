"""Good bots: the same deal gives the same game, and every message takes the same time."""

import random
import time
from collections.abc import Callable

from tests.bots import bare

NAP_S = 0.02

Choose = Callable[[int, random.Random], int]  # of so many choices


def play(choose: Choose) -> None:
    """Answer everything by this rule; chance depends on the seed of the game."""
    chances: dict[int, random.Random] = {}

    def begins(game: int, seed: bytes) -> None:
        chances[game] = random.Random(seed)

    bare.Line = Steady  # type: ignore[misc]  # it is to be called so
    bare.play(lambda choices, game: choose(choices, chances[game]), begins)


class Steady(bare.Line):
    """Sleeps before every message but the first."""

    def send(self, message: bytes) -> None:
        if self.greeted:
            time.sleep(NAP_S)
        self.greeted = True
        super().send(message)

    greeted = False
