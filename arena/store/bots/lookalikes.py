"""Pairs of letters that look like a single letter, to detect confusable names of bots."""

from typing import Final

LOOKALIKES: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def skeleton(claimed: str) -> str:
    """Return a name with each lookalike pair replaced by the letter that it resembles, such as "rn" by
    "m".
    """
    for pair, letter in LOOKALIKES:
        claimed = claimed.replace(pair, letter)
    return claimed
