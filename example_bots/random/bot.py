"""Makes random choices."""

from random import Random

import maumau
from maumau import Choice, View


@maumau.bot
def anything(view: View, rng: Random) -> Choice:
    choice = rng.choice(view.legal)
    return choice.with_(
        suit=rng.choice(choice.suits) if choice.suits else None,
        more=rng.sample(choice.further, rng.randint(choice.least, choice.most)) if choice.most else None,
        target=rng.choice(choice.targets) if choice.targets else None,
        claim=claim(choice, rng) if choice.claims else None,
    )


def claim(choice: Choice, rng: Random) -> maumau.Card:
    """Return the card to claim: the truth if allowed, else any allowed card."""
    return choice.card if choice.card in choice.claims else rng.choice(choice.claims)


if __name__ == "__main__":
    maumau.run(anything)
