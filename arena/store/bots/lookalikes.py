"""Pairs of letters that look like a single letter, to detect confusable names of bots."""

from typing import Final

LOOKALIKES: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def skeleton(claimed: str) -> str:
    """Return a folded name in which every pair of letters that looks like one letter is replaced by that
    letter.
    """
    for pair, letter in LOOKALIKES:
        claimed = claimed.replace(pair, letter)
    return claimed
