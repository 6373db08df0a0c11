"""Takes any of its choices, each as likely as the others, and names any suit."""

from random import Random

import maumau


@maumau.bot
def anything(view: maumau.View, rng: Random) -> maumau.Choice:
    choice = rng.choice(view.legal)
    return choice.with_(suit=rng.choice(choice.suits)) if choice.suits else choice


if __name__ == "__main__":
    maumau.run(anything)
