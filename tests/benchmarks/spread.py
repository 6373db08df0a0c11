"""Format the figures of several passes."""

import statistics
from collections.abc import Sequence


def spread(figures: Sequence[float], decimals: int = 2) -> str:
    """Return median and range.

    >>> spread([1.0, 3.0, 2.5]), spread([1999.6, 1.0], 0)
    ('2.50 [1.00–3.00]', '1,000 [1–2,000]')
    """
    middle, low, high = statistics.median(figures), min(figures), max(figures)
    return f"{middle:,.{decimals}f} [{low:,.{decimals}f}–{high:,.{decimals}f}]"
