"""HTML parts of pages about running games and tournaments."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from arena.service.live.progress import LiveProgress
from arena.service.live.view import LiveSnapshot, ShownGame
from arena.store.live.status import LiveRun
from arena.viewer.replay.film_json import OPEN
from arena.web.page import duration, render_part

MAX_TABLES: Final = 24  # on the page
MAX_PLAYING: Final = 48  # matches, and workers, of a tournament


def tables_on_page(seen: LiveSnapshot) -> tuple[ShownGame, ...]:
    """Return the running games that the live page shows, at most MAX_TABLES."""
    return seen.tables[:MAX_TABLES]


def render_table(table: ShownGame) -> str:
    """Return a running game as HTML, as the live page draws it."""
    return render_part(
        "_live_table.html", table=table, first=table.start_document, last=table.last, open=OPEN
    )


def render_runs(runs: Iterable[LiveRun]) -> str:
    """Return the progress of the running tournaments for the live page, as HTML."""
    return render_part("_live_runs.html", runs=tuple(runs))


def render_playing(now: LiveProgress) -> str:
    """Return a tournament's running matches and workers as HTML; "" without matches and workers."""
    if not (now.matches or now.workers):
        return ""
    today = datetime.now(UTC)
    workers = [
        (worker, duration(max(0.0, (today - worker.seen_at).total_seconds())))
        for worker in now.workers[:MAX_PLAYING]
    ]
    return render_part(
        "_playing.html",
        matches=now.matches[:MAX_PLAYING],
        workers=workers,
        more_matches=max(0, len(now.matches) - MAX_PLAYING),
        more_workers=max(0, len(now.workers) - MAX_PLAYING),
        pace=now.games_per_second,
    )
