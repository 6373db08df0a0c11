"""Pairs of letters that look like a single letter, to detect confusable names of bots."""

from typing import Final

LOOKALIKES: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def skeleton(claimed: str) -> str:
    """Return a name in which each lookalike pair, such as "rn", is replaced by the letter that it resembles
    ("m").
    """
    for pair, letter in LOOKALIKES:
        claimed = claimed.replace(pair, letter)
    return claimed
