"""The loop of a referee on duty: it plays what the ladder wants, one tournament after the other."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Final

from arena.sandbox.docker.cleanup import sweeping
from arena.service.bots import Bot
from arena.service.common.file_lock import alone
from arena.service.common.interrupt import interruptions
from arena.service.common.user_dirs import data_folder
from arena.service.errors import BadSettings, RunError, UserError
from arena.service.ladder_service.matchmaking import Due, LadderState, due, to_go_on_with, told_of
from arena.service.results import RunResult
from arena.service.sandboxes import DOCKER, ImageFailed, ready
from arena.service.tournaments.play.executor import Executor
from arena.service.tournaments.play.run import run
from arena.service.tournaments.play.run_report import report_run
from arena.service.tournaments.setup.create import create
from arena.store.database.failures import StoreFailed
from arena.store.database.private_files import make_private_folder
from arena.store.database.store import Store
from arena.store.results.records import State

LOCK: Final = "referee.lock"  # whose time says when the referee was last seen at work
LOOK_S: Final = 2.0  # between two looks whether somebody is new
AGAIN_S: Final = 10.0  # after something went wrong
LOG: Final = logging.getLogger("arena.duty")

Tell = Callable[[str], None]
GetExecutor = Callable[[], AbstractContextManager[Executor | None]]


def on_duty(
    store: Store,
    ladder: LadderState,
    tell: Tell,
    jobs: int | None = None,
    executor: GetExecutor = nullcontext,
    ended: Event | None = None,
) -> None:
    """Play what the ladder wants, until SIGTERM, Ctrl-C or `ended`; a tournament under way goes on next time.

    Two referees with the same data folder do not play the same: the second waits. What a referee that was
    killed left is swept before anything is played.
    """
    ended = ended or Event()
    unfit: set[str] = set()  # versions that could not be made ready
    swept = sweeping() if ladder.runner == DOCKER else nullcontext()
    with interruptions(ended), _alone(ended) as seen, swept:
        while not ended.is_set():
            seen()
            try:
                pause = (
                    LOOK_S if _next(store, ladder, _Hands(jobs, executor, tell, seen), unfit, ended) else 0
                )
            except (UserError, RunError, StoreFailed) as problem:
                LOG.error("%s", problem)
                pause = AGAIN_S
            ended.wait(pause)


def idle() -> None:
    """Be on duty without a ladder, until SIGTERM or Ctrl-C."""
    ended = Event()
    with interruptions(ended), _alone(ended) as seen:
        while not ended.wait(LOOK_S):
            seen()


class _Hands:
    """Who plays, and who is told."""

    def __init__(self, jobs: int | None, executor: GetExecutor, tell: Tell, seen: Callable[[], None]) -> None:
        self.jobs, self.executor, self.tell, self.seen = jobs, executor, tell, seen


def _next(store: Store, ladder: LadderState, hands: _Hands, unfit: set[str], ended: Event) -> bool:
    """Play the next tournament; whether there was none. Raises UserError, RunError, StoreFailed."""
    number = to_go_on_with(store)
    if number is not None:
        hands.tell(f"Tournament {number} goes on.")
    else:
        wanted = due(store, ladder, unfit)
        fit = wanted and _fit(wanted, ladder, unfit, ended)
        if not fit:
            return True
        number = create(store, fit.settings(ladder))
        hands.tell(f"Tournament {number}: {told_of(fit)}.")
    stop = Event()
    result = _run(store, number, hands, stop)
    if stop.is_set() and result.state == State.INTERRUPTED.value:
        ended.set()  # it is we who are to end
    else:
        hands.tell(f"Tournament {number} is {result.state}: {result.games} games, {result.faults} faults.")
    return False


def _run(store: Store, number: int, hands: _Hands, stop: Event) -> RunResult:
    with hands.executor() as executor:
        outcome = run(store, number, hands.jobs, lambda _: hands.seen(), stop, executor=executor)
    return report_run(store, outcome)


def _fit(wanted: Due, ladder: LadderState, unfit: set[str], ended: Event) -> Due | None:
    """With the images of all made; who has none that can be made is left out as long as this process lives.

    Raises RunError where the engine is at fault.
    """
    new = tuple(_ready(wanted.newcomers, ladder.runner, unfit, ended))
    old = tuple(_ready(wanted.opponents, ladder.runner, unfit, ended))
    if ended.is_set() or not new or len(new) + len(old) < 2:  # noqa: PLR2004 - of two at a table
        return None
    return replace(wanted, newcomers=new, opponents=old)


def _ready(bots: tuple[Bot, ...], runner: str, unfit: set[str], ended: Event) -> Iterator[Bot]:
    for bot in bots:
        if ended.is_set():
            return
        try:
            yield ready(bot, runner)
        except (UserError, ImageFailed) as problem:
            unfit.add(bot.version)
            LOG.error("%s cannot play: %s", bot.name, problem)


@contextmanager
def _alone(ended: Event) -> Iterator[Callable[[], None]]:
    """While the block lasts nobody else keeps the ladder; gives what is called as a sign of life."""
    with alone(_lock_path(), ended) as lock:
        yield (lambda: None) if lock is None else partial(os.utime, lock)


def _lock_path() -> Path:
    folder = data_folder()
    try:
        make_private_folder(folder)
    except OSError as error:
        raise BadSettings(
            f"{folder} cannot be made: {error.strerror}; XDG_DATA_HOME names another"
        ) from error
    return folder / LOCK
