"""Pairs of letters that look like one letter, in names of bots."""

from typing import Final

LOOKALIKES: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def skeleton(claimed: str) -> str:
    """Return a folded name with one letter for each pair of letters that looks like it."""
    for pair, letter in LOOKALIKES:
        claimed = claimed.replace(pair, letter)
    return claimed
