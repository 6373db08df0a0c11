"""Progress of a comparison on stderr: on a terminal a drawing of the log-likelihood ratio (LLR), elsewhere
lines.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.live import Live
from rich.text import Text

from arena.cli.output import print_remark, stderr
from arena.cli.progress import PauseLines, duration
from arena.service.compare.report import CompareProgress

OnProgress = Callable[[CompareProgress], None]
WIDTH: Final = 24


@contextmanager
def show_progress(quiet: bool = False) -> Iterator[OnProgress]:
    """Yield a function that shows a comparison's progress. Call it with each CompareProgress.

    `quiet`: show only pauses.
    """
    if sys.stderr.isatty() and not quiet:
        with _live() as update:
            yield update
    else:
        yield _lines(quiet)


def _lines(quiet: bool) -> OnProgress:
    """Return a function that prints a line for each stored batch of boards, and for each pause."""
    pauses = PauseLines(print_remark)

    def update(progress: CompareProgress) -> None:
        pauses(progress.run)
        if progress.run.committed and not quiet:
            print_remark(line(progress, progress.games_counted))

    return update


@contextmanager
def _live() -> Iterator[OnProgress]:
    with Live(Text("starting"), console=stderr(), transient=True, refresh_per_second=4) as live:

        def update(progress: CompareProgress) -> None:
            live.update(Text(f"{draw_llr(progress)}\n{line(progress, progress.run.games_done)}"))

        yield update


def line(progress: CompareProgress, games: int) -> str:
    """Return the progress as a line, such as "Finished 400 games: 61.2 %, Elo 79.1 +/- 30.2, LLR 2.10 …".

    `games`: the number of finished games.
    """
    found = progress.figures
    parts = [f"Finished {games} games"]
    if found and found.has_spread:
        elo, margin = found.elo.value, found.elo.margin
        score = f"{100 * found.score:.1f} %"
        parts[0] += f": {score}" if elo is None else f": {score}, Elo {elo:z.1f}"
        parts[0] += "" if margin is None else f" +/- {margin:.1f}"
    if found is None or found.has_spread:
        parts.append(f"LLR {progress.state.llr:.2f} ({progress.state.lower:.2f}, {progress.state.upper:.2f})")
    else:
        parts.append("all boards have equal scores so far")
    if progress.run.faults:
        parts.append(f"{progress.run.faults} with a fault")
    if progress.run.paused:
        parts.append(progress.run.paused)
    elif progress.run.seconds_left:
        parts.append(f"about {duration(progress.run.seconds_left)} left")
    return ", ".join(parts)


def draw_llr(progress: CompareProgress) -> str:
    """Return a drawing of the log-likelihood ratio (LLR): "H0 [------------|--●---------] H1".

    The brackets stand for the bounds, "|" for 0, "●" for the LLR.

    The LLR may exceed a bound before enough boards were played to decide. Then it is drawn at the bound.
    """
    share = (progress.state.llr - progress.state.lower) / (progress.state.upper - progress.state.lower)
    zero = round(-progress.state.lower / (progress.state.upper - progress.state.lower) * (WIDTH - 1))
    here = min(max(round(share * (WIDTH - 1)), 0), WIDTH - 1)
    cells = ["-"] * WIDTH
    cells[zero], cells[here] = "|", "●"
    wait = f"  {progress.state.boards_to_go} board results to go" if progress.state.boards_to_go else ""
    return f"H0 [{''.join(cells)}] H1{wait}"
