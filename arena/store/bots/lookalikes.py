"""Pairs of letters that look like a single letter, to detect confusable names of bots."""

from typing import Final

LOOKALIKES: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def skeleton(claimed: str) -> str:
    """Return a name in which a single letter replaces each lookalike pair, such as "m" for "rn".

    `claimed`: the name in the form that `arena.service.bots.names.fold_name` returns.
    """
    for pair, letter in LOOKALIKES:
        claimed = claimed.replace(pair, letter)
    return claimed
