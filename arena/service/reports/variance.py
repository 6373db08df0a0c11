"""The games that duplicate boards saved, in numbers and in words."""

from collections import Counter
from typing import Final

from arena.ratings.live import Group
from arena.ratings.variance_saving import field_saving
from arena.service.results import BoardSaving

NO_LUCK: Final = 0.005  # of the variance is left: the seatings have cancelled it
WIDE: Final = 0.5  # a ± this large a part of its number makes a bad multiple


def board_saving(groups: Counter[Group]) -> BoardSaving | None:
    """What playing these boards in all seatings saved; None where there is nothing to compare."""
    found = field_saving(groups.elements())
    if found is None:
        return None
    games = sum(count * len(group.games) for group, count in groups.items() if group.all_started)
    return BoardSaving(found.ratio, found.margin if isinstance(found.margin, float) else None, games)


def saving_text(found: BoardSaving) -> str:
    """What duplicate boards saved, in one line.

    >>> saving_text(BoardSaving(0.6, 0.06, 600))
    '600 games on duplicate boards are worth about 1,000 independent ones (± 100)'
    """
    games = f"{found.games:,} games on duplicate boards"
    if found.margin is None:
        return f"{games}: too few to say what they saved"
    if found.ratio < NO_LUCK:
        return f"{games}: the seatings cancelled all luck"
    as_many = found.games / found.ratio
    if found.margin > WIDE * found.ratio:
        return f"{games}: variance of a mean × {found.ratio:.2f} (± {found.margin:.2f})"
    error = rounded(as_many * found.margin / found.ratio)
    return f"{games} are worth about {rounded(as_many):,} independent ones (± {error:,})"


def rounded(number: float) -> int:
    """To three significant digits.

    >>> rounded(12345)
    12300
    """
    return int(float(f"{number:.3g}"))
