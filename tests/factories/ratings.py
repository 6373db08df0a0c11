"""Rate board groups in tests."""

from collections.abc import Iterable

from arena.ratings.live import BoardGroup, LiveRatings


def live_ratings(groups: Iterable[BoardGroup]) -> LiveRatings:
    """Return the ratings after these groups, applied in this order."""
    ratings = LiveRatings()
    for group in groups:
        ratings.add(group)
    return ratings
