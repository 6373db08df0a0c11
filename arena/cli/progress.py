"""Progress of a run, on stderr: a bar on a terminal, elsewhere a line for each finished match."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich import progress as bars

from arena.cli.output import print_remark, stderr
from arena.cli.round_progress import CurrentRound
from arena.service.results import CommittedPiece, RunProgress
from arena.tournament.standings.tie_breaks import value_text
from arena.viewer.printable import printable

OnProgress = Callable[[RunProgress], None]

_SECONDS_PER_MINUTE: Final = 60
_MAX_REASON: Final = 1_000  # characters


@contextmanager
def show_progress(quiet: bool = False, rounds: CurrentRound | None = None) -> Iterator[OnProgress]:
    """Yield a function that shows a run's progress. Call it with each RunProgress.

    `quiet`: show only pauses. `rounds`: also show the current round.
    """
    if quiet:
        yield PauseLines(print_remark)
    elif sys.stderr.isatty():
        with _bar(rounds) as update:
            yield update
    else:
        pauses = PauseLines(print_remark)

        def update_lines(progress: RunProgress) -> None:
            pauses(progress)
            for text in _lines(progress, rounds):
                print_remark(text)

        yield update_lines


class PauseLines:
    """A callback that prints a line when a run pauses (with the reason) and when it continues."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._paused = False

    def __call__(self, progress: RunProgress) -> None:
        if progress.paused and not self._paused:
            self._say(f"Paused. {printable(' '.join(progress.paused.split()), _MAX_REASON)}")
        elif progress.committed and self._paused:
            self._say("Continuing.")
        self._paused = bool(progress.paused) or (self._paused and not progress.committed)


def match_line(progress: RunProgress, match: CommittedPiece) -> str:
    """Return the line about a finished match: "Finished 37/120 (greedy vs counting) ruleset=mau-mau@1
    26:24".
    """
    bots = " vs ".join(printable(bot, 32) for bot in match.bots)
    scores = ":".join(value_text(score, 2) for score in match.scores)
    faults = f" {{{match.faults} with a fault}}" if match.faults else ""
    games = f"{progress.games_done}/{progress.games_total}"
    return f"Finished {games} ({bots}) ruleset={match.ruleset} {scores}{faults}"


def _lines(progress: RunProgress, rounds: CurrentRound | None) -> Iterator[str]:
    """Yield a line for each of these: a new round, a finished match, a benched bot.

    A bot is benched if its matches keep failing.
    """
    if rounds and (heading := rounds.follow(progress)):
        yield heading
    if progress.committed:
        yield match_line(progress, progress.committed)
    for text in progress.benched:
        yield f"{printable(text, 300)}."


@contextmanager
def show_count(total: int, noun: str) -> Iterator[Callable[[int], None]]:
    """Yield a function that shows on a terminal how many of `total` are done. Elsewhere it shows nothing."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    with count_bar() as bar:
        task = bar.add_task(noun, total=total)
        yield lambda done: bar.update(task, completed=done)


def count_bar() -> bars.Progress:
    """Return a progress bar with a count such as "37/120" and a text. The bar disappears at the end."""
    columns = (bars.BarColumn(24), bars.MofNCompleteColumn(), bars.TextColumn("{task.description}"))
    return bars.Progress(*columns, console=stderr(), transient=True)


@contextmanager
def _bar(rounds: CurrentRound | None) -> Iterator[OnProgress]:
    with count_bar() as bar:
        task = bar.add_task("starting", total=None)
        pauses = PauseLines(bar.console.print)

        def update(progress: RunProgress) -> None:
            pauses(progress)
            for text in _lines(progress, rounds):
                bar.console.print(text)
            bar.update(
                task,
                completed=progress.games_done,
                total=progress.games_total,
                description=f"games  {rounds.now if rounds else ''}{_speed(progress)}",
            )

        yield update


def _speed(progress: RunProgress) -> str:
    left = "" if progress.seconds_left is None else f", {duration(progress.seconds_left)} left"
    faults = f", {progress.faults} with a fault" if progress.faults else ""
    return f"{progress.games_per_second:.0f}/s{left}{faults}"


def duration(seconds: float) -> str:
    """Return a duration as text: seconds, m:ss, or h:mm:ss.

    >>> duration(75.2), duration(8.4), duration(4000)
    ('1:15', '8 s', '1:06:40')
    """
    whole = round(seconds)
    if whole < _SECONDS_PER_MINUTE:
        return f"{whole} s"
    minutes, rest = divmod(whole, _SECONDS_PER_MINUTE)
    hours, minutes = divmod(minutes, _SECONDS_PER_MINUTE)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
