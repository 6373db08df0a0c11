"""What is said of a game whose log was dropped."""

from datetime import datetime

from arena.service.errors import LogDropped


def log_dropped(game: str, when: datetime) -> LogDropped:
    """That there is nothing to be replayed any more, and since when."""
    return LogDropped(f"{game}: the log was dropped on {when:%Y-%m-%d}, the result stays")
