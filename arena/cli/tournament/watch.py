"""`arena tournament show ID --watch`: the progress of a running tournament."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Event
from typing import Final

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.text import Text

from arena.cli.output import command_to_copy, count_text, stdout, table
from arena.cli.progress import duration
from arena.service.common.processes import interruptions
from arena.service.database import open_existing
from arena.service.errors import INTERRUPTED
from arena.service.live.progress import LiveProgress, follow
from arena.store.live.status import MatchProgress, WorkerProgress
from arena.viewer.printable import printable

FRAME_LINES: Final = 12  # lines of a screen around matches and workers
_BAR: Final = 24
_NAME: Final = 30
_LINE_INTERVAL_S: Final = 5.0  # without a terminal


def watch_tournament(number: int, db: str | None) -> None:
    """Show a tournament's progress until it ends. Raise Exit if the user presses Ctrl-C."""
    stop, last = Event(), None
    with open_existing(db) as store, interruptions(stop), _open_view() as show:
        for last in follow(store, number, stop):
            show(last)
    if last is None or not last.ended:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def _open_view() -> Iterator[Callable[[LiveProgress], None]]:
    """Yield a function that shows progress: a picture on a terminal, elsewhere a line every few seconds."""
    if not sys.stdout.isatty():
        yield _print_lines()
        return
    console = stdout()
    with Live(console=console, auto_refresh=False, transient=True) as live:
        yield lambda now: live.update(picture(now, console.height - FRAME_LINES), refresh=True)


def _print_lines() -> Callable[[LiveProgress], None]:
    last, due = "", 0.0

    def show(now: LiveProgress) -> None:
        nonlocal last, due
        line = f"{printable(now.name, _NAME)}: {_progress(now)}"
        if line != last and (time.monotonic() >= due or now.ended):
            last, due = line, time.monotonic() + _LINE_INTERVAL_S
            print(line, flush=True)

    return show


def _progress(now: LiveProgress) -> str:
    parts = [f"{now.games_done:,} of {now.games_total:,} games"]
    if not now.playing:
        state = now.state.value
        how = (
            f"; to continue: {command_to_copy(f'run --resume {now.tournament}')}"
            if state == "interrupted"
            else ""
        )
        return ", ".join([*parts, state]) + how
    parts.append(f"{now.games_per_second:,.0f}/s")
    if now.seconds_left is not None:
        parts.append(f"{duration(now.seconds_left)} left")
    parts += [f"{len(now.matches)} running"] if now.matches else []
    parts += [count_text(len(now.workers), "worker")] if now.workers else []
    return ", ".join(parts)


def picture(now: LiveProgress, lines: int) -> RenderableType:
    """Return the picture of a tournament's progress. `lines`: how many lines it may use for running matches
    and workers.
    """
    bar = ProgressBar(max(1, now.games_total), now.games_done, width=_BAR)
    parts: list[RenderableType] = [Text(printable(now.name, _NAME), "bold"), Text(_progress(now)), bar]
    for_workers = min(len(now.workers), max(1, lines // 2))
    for_matches = max(1, lines - for_workers)
    if now.matches:
        parts += [Text(), _matches(now.matches[:for_matches]), *_more(len(now.matches) - for_matches)]
    if now.workers:
        parts += [Text(), _workers(now.workers[:for_workers]), *_more(len(now.workers) - for_workers)]
    return Group(*parts, Text("Ctrl-C leaves; the tournament continues.", "dim"))


def _more(left_out: int) -> list[RenderableType]:
    return [Text(f"and {left_out:,} more", "dim")] if left_out > 0 else []


def _matches(matches: tuple[MatchProgress, ...]) -> RenderableType:
    made = table("Running match", ">Games", ">Games/s", ">Left")
    for one in matches:
        left = "" if one.seconds_left is None else duration(one.seconds_left)
        games = f"{one.games:,} of {one.total:,}"
        made.add_row(printable(one.match, _NAME), games, f"{one.games_per_second:,.1f}", left)
    return made


def _workers(workers: tuple[WorkerProgress, ...]) -> RenderableType:
    made = table("Worker", ">Matches", ">Games", ">Last seen")
    today = datetime.now(UTC)
    for one in workers:
        ago = duration(max(0.0, (today - one.seen_at).total_seconds()))
        made.add_row(
            printable(one.name, _NAME), f"{one.matches} of {one.slots}", f"{one.games:,}", f"{ago} ago"
        )
    return made
