"""Who plays a tournament at this moment, as a part of its page: matches under way, and workers."""

from datetime import UTC, datetime
from typing import Final

from arena.service.live.progress import EventProgress
from arena.web.live_overview import in_words
from arena.web.page import TEMPLATES

MOST: Final = 48  # matches, and workers

_TEMPLATE: Final = "_crew.html"


def crew(now: EventProgress) -> str:
    """The part; empty while nobody plays it."""
    if not (now.matches or now.workers):
        return ""
    today = datetime.now(UTC)
    return TEMPLATES.get_template(_TEMPLATE).render(
        matches=now.matches[:MOST],
        workers=[
            (one, in_words(max(0.0, (today - one.seen_at).total_seconds()))) for one in now.workers[:MOST]
        ],
        more_matches=max(0, len(now.matches) - MOST),
        more_workers=max(0, len(now.workers) - MOST),
        pace=now.games_per_second,
    )
