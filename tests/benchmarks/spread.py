"""Format the figures of several passes."""

import statistics
from collections.abc import Sequence


def spread(figures: Sequence[float], decimals: int = 2) -> str:
    """Return median and range: 2.50 [1.00–3.00]."""
    middle, low, high = statistics.median(figures), min(figures), max(figures)
    return f"{middle:,.{decimals}f} [{low:,.{decimals}f}–{high:,.{decimals}f}]"
