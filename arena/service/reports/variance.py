"""Measure how much duplicate boards (boards that are played in every seating) reduce the role of luck."""

from collections import Counter
from typing import Final

from arena.ratings.live import RatedBoard
from arena.ratings.variance_saving import field_saving
from arena.service.results import BoardSaving

NO_LUCK: Final = 0.005  # ratio of the variance below which the seatings cancelled all luck
WIDE: Final = 0.5  # relative ± above which no number of independent games is shown


def board_saving(boards: Counter[RatedBoard]) -> BoardSaving | None:
    """Measure how much duplicate boards (played in every seating) have reduced the variance of scores.

    Return None if there are too few results.

    `boards`: how often each result of a board (all of its games) occurred.
    """
    found = field_saving(boards.elements())
    if found is None:
        return None
    games = sum(count * len(board.games) for board, count in boards.items() if board.all_started)
    return BoardSaving(found.ratio, found.margin, games)


def saving_text(found: BoardSaving) -> str:
    """Describe how much duplicate boards save, compared with independent games.

    >>> saving_text(BoardSaving(0.6, 0.06, 600))
    '600 games on duplicate boards are worth about 1,000 independent ones (± 100)'
    """
    games = f"{found.games:,} games on duplicate boards"
    if found.margin is None:
        return f"{games}: too few to compare with independent games"
    if found.ratio < NO_LUCK:
        return f"{games}: the seatings cancelled all luck"
    as_many = found.games / found.ratio
    if found.margin > WIDE * found.ratio:
        return f"{games}: variance of a mean × {found.ratio:.2f} (± {found.margin:.2f})"
    error = round_number(as_many * found.margin / found.ratio)
    return f"{games} are worth about {round_number(as_many):,} independent ones (± {error:,})"


def round_number(number: float) -> int:
    """Round a number to three significant digits.

    >>> round_number(12345)
    12300
    """
    return int(float(f"{number:.3g}"))
