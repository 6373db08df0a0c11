"""Strongly connected components: bots that scored against each other, directly or through others.

Within one the likelihood has a finite maximum (Ford, Solution of a Ranking Problem from Binary Comparisons,
1957). Between two it has none: nothing bounds the distance on one side.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from arena.ratings.result_matrix import Indices

    Edges = NDArray[np.bool_]


def components(beat: "Edges") -> "list[Indices]":
    """Return the components of two bots or more, each in ascending order, by their first bot.

    `beat[i, j]`: bot i scored something against bot j.
    """
    import numpy as np

    left = np.ones(len(beat), bool)
    found = []
    while left.any():
        start = int(left.argmax())
        together = _reachable(beat, start, left) & _reachable(beat.T, start, left)
        left &= ~together
        if together.sum() > 1:
            found.append(np.flatnonzero(together))
    return found


def _reachable(beat: "Edges", start: int, among: "Edges") -> "Edges":
    import numpy as np

    found = np.zeros(len(beat), bool)
    found[start] = True
    front = found
    while front.any():
        front = beat[front].any(axis=0) & among & ~found
        found = found | front
    return found
