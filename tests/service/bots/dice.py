"""Any choice, by the seeds that the referee gives."""

import random

import maumau


@maumau.bot
def dice(view: maumau.View, rng: random.Random) -> maumau.Choice:
    return rng.choice(view.legal)


if __name__ == "__main__":
    maumau.run(dice)
