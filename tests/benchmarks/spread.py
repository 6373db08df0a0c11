"""How the figures of several passes are told."""

import statistics
from collections.abc import Sequence


def spread(figures: Sequence[float], decimals: int = 2) -> str:
    """Their median, and between which they lie: 2.50 [1.00–3.00]."""
    middle, low, high = statistics.median(figures), min(figures), max(figures)
    return f"{middle:,.{decimals}f} [{low:,.{decimals}f}–{high:,.{decimals}f}]"
