"""Rate boards in tests."""

from collections.abc import Iterable

from arena.ratings.live import LiveRatings, RatedBoard


def live_ratings(boards: Iterable[RatedBoard]) -> LiveRatings:
    """Return the ratings after these boards, applied in this order."""
    ratings = LiveRatings()
    for board in boards:
        ratings.add(board)
    return ratings
